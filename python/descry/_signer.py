"""Signatures of texts."""

from __future__ import annotations

from numbers import Real
from typing import Any, Dict, List, Optional, Sequence, Union

from descry import _native
from descry._input import check, count_of, texts_of, threads_of
from descry._model import Model
from descry._progress import Progress, callback_of
from descry._rows import hold


class Signer:
    """Signs texts by the methods of ``descry sign``.

    Parameters
    ----------
    model : Model, optional
        The model for methods that need one; its recipe also cuts the words.
    methods : str or list of str, optional
        ``exact``, ``text-profile``, ``lookup3`` (Solr's), ``term-profile``; with a model
        ``descriptive``, ``descriptive-stable``, ``descriptive-bands``, ``term-bands``; of shingles
        ``minhash``, ``sketch-200``, ``bbit``, ``simhash``, ``shingles-broder``. None: all
        available signatures and bands that can be collapsed on.
    keys : bool
        Also return the collapse keys that an index would store, as ``NAME_key``.
    shingles : str
        Shingles for sketches: ``word:N``, ``char:N``, ``grapheme:N``, ``char9`` or
        ``broder``.
    multiset : bool
        Count repeated shingles separately.
    fold_digits : bool
        Replace every digit by 0 in shingles.
    permutations : int
        Number of values of ``minhash``.
    quantRate, minTokenLen
        Solr's parameters of ``text-profile``.

    Raises
    ------
    ValueError
        A method is unknown, or needs a model.

    Notes
    -----
    docs/commands/sign.md describes the signatures and how to compare two.
    """

    def __init__(self, model: Optional[Model] = None,
                 methods: Union[str, Sequence[str], None] = None, *, keys: bool = False,
                 shingles: str = "word:5", multiset: bool = False, fold_digits: bool = False,
                 permutations: int = 128, quantRate: float = 0.01, minTokenLen: int = 2) -> None:
        if isinstance(methods, str):
            methods = methods.split(",")
        if methods is not None:
            check("methods", methods, (list, tuple), "a list of names")
        for method in methods or ():
            check("methods", method, str, "a list of names")
        if model is not None:
            check("model", model, Model, "a descry.Model; Model.load() reads one from a file")
        check("shingles", shingles, str, 'a str, as "word:5"')
        check("quantRate", quantRate, Real, "a number")
        self._made = (model, methods, bool(keys), shingles, bool(multiset), bool(fold_digits),
                      count_of("permutations", permutations, 1, _native.MAX_PERMUTATIONS), float(quantRate),
                      count_of("minTokenLen", minTokenLen, most=2**31 - 1))
        self._native = _native.Signing(
            None if methods is None else list(methods), model._native if model else None,
            *self._made[2:])

    def __reduce__(self) -> tuple:
        return _signer_of, self._made

    def sign(self, texts: Any, text: str = "text", *, threads: Optional[int] = None,
             progress: Progress = None) -> Dict[str, List[Any]]:
        """The signatures of texts.

        Parameters
        ----------
        texts : n texts
            As for :func:`descry.group`; a single str is one text.
        text : str
            The column with the texts, if `texts` is a table.

        Returns
        -------
        dict of lists
            One column of n values per method: what ``descry sign --format json`` prints. Strings of hex
            digits, lists of numbers, None if there is nothing to sign.
        """
        if isinstance(texts, str):
            texts = [texts]
        with callback_of(progress) as callback:
            return self._native.sign(texts_of(hold(texts).data, text), threads_of(threads),
                                     callback)


def _signer_of(model: Optional[Model], methods: Optional[Sequence[str]], keys: bool, shingles: str,
               multiset: bool, fold_digits: bool, permutations: int, quantRate: float,
               minTokenLen: int) -> Signer:
    return Signer(model, methods, keys=keys, shingles=shingles, multiset=multiset,
                  fold_digits=fold_digits, permutations=permutations, quantRate=quantRate,
                  minTokenLen=minTokenLen)
