"""Models, prepared documents, and the distance of two texts."""

from __future__ import annotations

import os
from contextlib import contextmanager
from numbers import Real
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from descry import _native
from descry._input import (Ids, add_rows, bytes_of, check, count_of, ids_of, texts_of,
                           threads_of, use_scratch)
from descry._progress import Progress, callback_of
from descry._rows import hold

PathLike = Union[str, os.PathLike]

KeepApart = Union[str, Sequence[str], None]


def _what_keeps_apart(keep_apart: KeepApart) -> List[str]:
    what = [keep_apart] if isinstance(keep_apart, str) else list(keep_apart or ())
    for name in what:
        check("keep_apart", name, str, 'a str or several: "numbers", or the name of a column')
    return sorted(set(what) - {"nothing"}, key=lambda name: (name != "numbers", name))


def fields_of(apart: Sequence[str]) -> List[str]:
    """The columns in `keep_apart`, sorted by name."""
    return [name for name in apart if name != "numbers"]


def grouping_of(model: Optional[Model], distance: Optional[float],
                keep_apart: KeepApart) -> Tuple[float, List[str]]:
    """The largest distance of a member from its head, and what keeps texts apart; the model's, if
    there is one.

    Raises
    ------
    ValueError
        The model has another distance or keeps other texts apart.
    """
    if distance is not None:
        check("distance", distance, Real, "a number")
    apart = _what_keeps_apart(keep_apart)
    if model is None:
        return _native.DEFAULT_DISTANCE if distance is None else float(distance), apart
    check("model", model, Model, "a descry.Model; Model.load() reads one from a file")
    if distance is not None and abs(distance - model.distance) > 5e-7:
        raise ValueError(f"distance is {distance:g}, but the model's is {model.distance:g}: omit it, "
                         "or learn a model with this distance")
    if keep_apart is not None and apart != model._native.keep_apart:
        raise ValueError(f"keep_apart is {keep_apart!r}, but the model keeps other texts apart: "
                         "omit it, or learn a model with it")
    return model.distance, model._native.keep_apart


class Model:
    """The descriptive words of a collection, their thresholds, and how its documents are grouped.

    The same data give the same model, byte for byte, on any machine; keys of two models are never
    equal. ``descry model export`` writes the same file.
    """

    def __init__(self, native: _native.Model) -> None:
        self._native = native

    @classmethod
    def learn(cls, data: Any, documents: Optional[int] = None, *, text: str = "text",
              distance: Optional[float] = None, keep_apart: KeepApart = None,
              threads: Optional[int] = None, memory: Union[int, str] = "256 MiB",
              scratch: Optional[PathLike] = None, progress: Progress = None) -> Model:
        """Makes the model that :func:`descry.group` would make of the same data.

        Parameters
        ----------
        data
            As for :func:`descry.group`.
        documents : int, optional
            Number of documents in the whole collection, if `data` is a sample of it; the length of
            keys depends on this number.
        text, distance, keep_apart, threads, memory, scratch, progress
            As for :func:`descry.group`.

        Returns
        -------
        Model
            It has no words if there are fewer than 2,000 documents of 30 words or more; all pairs
            are then compared.
        """
        limit, apart = grouping_of(None, distance, keep_apart)
        documents = None if documents is None else count_of("documents", documents)
        use_scratch(scratch)
        table = _native.TextTable(None, threads_of(threads), bytes_of(memory))
        with callback_of(progress) as callback:
            add_rows(table, hold(data).data, text, None, (), callback, fields_of(apart))
            table.end()
            return cls(_native.learn(table, limit, apart, documents, callback))

    @classmethod
    def load(cls, path: PathLike) -> Model:
        """Reads a file that :meth:`save` or ``descry model export`` wrote.

        Raises
        ------
        ValueError
            The file is not a model, is damaged, or has another format.
        """
        with _in_file(path):
            return cls._of_bytes(Path(path).read_bytes())

    @classmethod
    def _of_bytes(cls, content: bytes) -> Model:
        return cls(_native.Model.parse(content))

    def __reduce__(self) -> tuple:
        return Model._of_bytes, (self._native.serialise(),)

    def save(self, path: PathLike) -> None:
        """Writes the file that :meth:`load` and ``descry uniq --model`` read."""
        Path(path).write_bytes(self._native.serialise())

    @property
    def id(self) -> str:
        """The 14 characters that identify the model."""
        return self._native.id

    @property
    def words(self) -> int:
        """Number of descriptive words."""
        return self._native.words

    @property
    def documents(self) -> int:
        """Number of documents that the model was learned from."""
        return self._native.documents

    @property
    def distance(self) -> float:
        """Largest distance of a member from its head, 0 to 1."""
        return self._native.distance

    def __repr__(self) -> str:
        return (f"<descry.Model {self.id}: {self.words:,} words of {self.documents:,} documents, "
                f"distance {self.distance:g}>")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)


@contextmanager
def _in_file(path: PathLike) -> Iterator[None]:
    """Adds the file's name to a ValueError of the block."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None


class Prepared:
    """Everything that grouping needs of documents: their words, keys, ids and order.

    ``descry prepare`` writes the same file. In memory it takes 15 to 50% of the size of the texts.
    """

    def __init__(self, native: _native.Prepared) -> None:
        self._native = native
        self._finder: Optional[_native.PreparedFinder] = None

    @classmethod
    def load(cls, path: PathLike) -> Prepared:
        """Reads a file that :meth:`save` or ``descry prepare`` wrote, and checks all of it.

        Raises
        ------
        ValueError
            The file is not a prepared file, is damaged, or has another format.
        """
        with _in_file(path):
            return cls._of_bytes(Path(path).read_bytes())

    @classmethod
    def _of_bytes(cls, content: bytes) -> Prepared:
        return cls(_native.Prepared.parse(content))

    def __reduce__(self) -> tuple:
        return Prepared._of_bytes, (self._native.serialise(),)

    def save(self, path: PathLike) -> None:
        """Writes the file that :meth:`load`, ``descry combine`` and ``descry uniq --reference``
        read."""
        Path(path).write_bytes(self._native.serialise())

    def find(self, texts: Any, text: str = "text", *, rows: int = 10, inside: Optional[float] = 0.5,
             threads: Optional[int] = None, progress: Progress = None) -> List[Dict[str, list]]:
        """Finds the documents that each text is near to, without grouping anything.

        Parameters
        ----------
        texts : n texts
            As for :func:`descry.group`; a single str is one text.
        text : str
            The column with the texts, if `texts` is a table.
        rows : int
            Most documents in each list.
        inside : float, optional
            Also find documents that a text stands inside of, or that stand inside it, by at least
            this share of the words of the inner one. None: do not look for these, which saves
            reading all words.
        threads, progress
            As for :func:`descry.group`.

        Returns
        -------
        list of n dicts
            ``near``: a list of dicts with ``id`` and ``similarity``, nearest first. Unless `inside`
            is None, also ``inside`` and ``holds``, with ``id`` and ``share``. If the model keeps
            columns apart, only documents without a value in these columns are near.

        Notes
        -----
        The first call makes a table of the documents' keys, the first call with `inside` also one
        of their words; both are kept. Only one thread at a time may call this method.
        """
        if isinstance(texts, str):
            texts = [texts]
        if inside is not None and not 0 < inside <= 1:
            raise ValueError(f"inside is {inside}, not a share above 0, up to 1")
        rows = count_of("rows", rows)
        threads = threads_of(threads)
        if self._finder is None:
            self._finder = _native.PreparedFinder(self._native, threads)
        with callback_of(progress) as callback:
            return self._finder.find(texts_of(hold(texts).data, text), rows, inside, threads, callback)

    @property
    def model(self) -> Model:
        """The model of the documents' keys."""
        return Model(self._native.model)

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<descry.Prepared: {len(self):,} documents by model {self._native.model_id}>"


def prepare(data: Any, model: Model, *, text: str = "text", id: Ids = None, keep: str = "first",
            threads: Optional[int] = None, scratch: Optional[PathLike] = None,
            progress: Progress = None) -> Prepared:
    """Prepares documents, so that later calls can compare new documents with them.

    Parameters
    ----------
    data
        As for :func:`descry.group`.
    model : Model
        The model that signs the documents; later documents are grouped by the same model.
    text, id, keep, threads, scratch, progress
        As for :func:`descry.group`. Ids become strings; documents without ids are called -1, -2
        and so on, as in other references.

    Returns
    -------
    Prepared
        It does not contain documents without words.
    """
    check("model", model, Model, "a descry.Model")
    use_scratch(scratch)
    table = _native.TextTable(model._native, threads_of(threads))
    with callback_of(progress) as callback:
        add_rows(table, hold(data).data, text, ids_of(id), columns_of(keep), callback,
                 fields_of(model._native.keep_apart))
        table.end_references()
        table.end()
        return Prepared(_native.prepare(table, model._native, keep, callback))


def columns_of(keep: str, may_be_none: bool = False) -> List[str]:
    """The columns whose values `keep` compares, the most important first.

    Raises
    ------
    ValueError
        `keep` is not a known order.
    """
    check("keep", keep, str, 'a str, as "first" or "newest:COLUMN"')
    if keep == "none" and not may_be_none:
        raise ValueError('keep: "none" is for descry.group; here, a text of each group is kept')
    try:
        return _native.fields_of_order(keep)
    except ValueError as error:
        raise ValueError(f"keep: {error}".replace("FIELD", "COLUMN")) from None


def distance(a: str, b: str) -> float:
    """The distance of two texts: the edit distance of their words, joined by single spaces, in
    characters, divided by the length of the longer.

    Parameters
    ----------
    a, b : str

    Returns
    -------
    float
        0 (texts that are equal but for white space, case and compatibility forms) to 1; 0.0001 for
        other texts with the same words. Exact up to 400,000 characters, then an upper bound.
    """
    for name, text in (("a", a), ("b", b)):
        check(name, text, str, "a str")
    return _native.distance(a, b)
