"""Signatures of texts."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

from descry import _native
from descry._input import texts_of, threads_of
from descry._model import Model
from descry._progress import Progress, callback_of


class Signer:
    """Signs texts by the methods of ``descry sign``.

    Parameters
    ----------
    model : Model, optional
        For the methods that need one, and by whose recipe words are cut.
    methods : str or list of str, optional
        ``exact``, ``text-profile``, ``lookup3`` (Solr's), ``term-profile``; with a model
        ``descriptive``, ``descriptive-stable``, ``descriptive-bands``, ``term-bands``; of shingles
        ``minhash``, ``sketch-200``, ``bbit``, ``simhash``, ``shingles-broder``. None: the
        collapsible signatures and bands that can be had.
    keys : bool
        Also the collapse keys that an index would hold, as ``NAME_key``.
    shingles : str
        What sketches are made of: ``word:N``, ``char:N``, ``grapheme:N``, ``capitalised:N``,
        ``char9`` or ``broder``.
    multiset : bool
        A repeated shingle is another element.
    fold_digits : bool
        Each digit is 0 in shingles.
    permutations : int
        Values of ``minhash``.
    quantRate, minTokenLen
        Of ``text-profile``, as in Solr.

    Raises
    ------
    ValueError
        An unknown method, or one that needs a model.

    Notes
    -----
    What each is, and how two are compared: docs/commands/sign.md.
    """

    def __init__(self, model: Optional[Model] = None,
                 methods: Union[str, Sequence[str], None] = None, *, keys: bool = False,
                 shingles: str = "word:5", multiset: bool = False, fold_digits: bool = False,
                 permutations: int = 128, quantRate: float = 0.01, minTokenLen: int = 2) -> None:
        if isinstance(methods, str):
            methods = methods.split(",")
        self._native = _native.Signing(
            None if methods is None else list(methods), model._native if model else None, keys,
            shingles, multiset, fold_digits, permutations, quantRate, minTokenLen)

    def sign(self, texts: Any, text: str = "text", *, threads: Optional[int] = None,
             progress: Progress = None) -> Dict[str, List[Any]]:
        """The signatures of texts.

        Parameters
        ----------
        texts : n texts
            As of :func:`descry.group`; one str is one text.
        text : str
            The column of texts, of a table.

        Returns
        -------
        dict of lists
            A column a method, each of n: what ``descry sign --format json`` prints. Strings of hex
            digits, lists of numbers, None where there is nothing to sign.
        """
        if isinstance(texts, str):
            texts = [texts]
        with callback_of(progress) as callback:
            return self._native.sign(texts_of(texts, text), threads_of(threads), callback)
