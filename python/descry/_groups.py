"""Groups of near-duplicates of data in memory."""

from __future__ import annotations

import os
from array import array
from typing import Any, Iterator, List, NamedTuple, Optional, Union

from descry import _native
from descry._input import Ids, add_rows, bytes_of, take_rows, threads_of, use_scratch
from descry._model import Model, Prepared, _is_keep_apart, field_of
from descry._progress import Progress, callback_of
from descry._table import table_of

Id = Union[int, str]


class Member(NamedTuple):
    """A document of a group, and how far it is from the head."""

    id: Id
    distance: float


class Group(NamedTuple):
    """Near-duplicates: all members are within the distance of the head, which is the first."""

    key: str
    head: Id
    members: List[Member]


class Pair(NamedTuple):
    """A document that goes, the one that stays in its place, and how far apart they are."""

    id: Id
    head: Id
    distance: float


def group(data: Any, text: str = "text", id: Ids = None, distance: float = 0.15,
          order: str = "first", model: Optional[Model] = None, reference: Any = None,
          keep_apart: Optional[str] = None, threads: Optional[int] = None,
          memory: Union[int, str] = "256 MiB", scratch: Union[str, os.PathLike, None] = None,
          progress: Progress = None) -> Groups:
    """Groups near-duplicate texts around heads, as ``descry uniq`` does.

    Parameters
    ----------
    data : n texts
        A list of str; a column or a table of anything that exports Arrow (``__arrow_c_stream__`` or
        ``__arrow_c_array__``: pyarrow, polars, pandas, DuckDB); a pandas Series or DataFrame; a
        Hugging Face Dataset; a dict of columns; a list of dicts. A null is a text without words,
        which is in no group.
    text : str
        The column of texts, of a table.
    id : str, sequence or None
        The column of ids, strings or integers; or the ids, one a text; None: row numbers from 0 on.
    distance : float
        How far members may be from their head, 0 to 1: edit distance of their words in characters,
        over the length of the longer.
    order : str
        Which text of a group is its head, the first that all others are near: ``"first"``;
        ``"longest"``, by words; ``"newest:COLUMN"``, ``"max:COLUMN"``, ``"min:COLUMN"``. Ties by
        row.
    model : Model, optional
        In place of one that is learned of `data`; its distance and what it keeps apart count.
    reference : data or Prepared, optional
        Documents that are there already: never left out, not compared with each other; those of
        `data` near one of them go. Of the same columns as `data`; without ids they are called -1,
        -2 and so on.
    keep_apart : {"numbers", "nothing"}, optional
        ``"numbers"``: texts whose words with digits differ are in no group together.
    threads : int, optional
        All cores of the process where nothing is said. The same groups with any number.
    memory : int or str
        Bytes, or as ``"256 MiB"``, for sorting and comparing; what is more goes to temporary files.
    scratch : path, optional
        The folder of these, for this process from now on; else Python's (``tempfile``).
    progress : callable or bool, optional
        Called with (phase, done, total), total 0 where nobody knows. None: a bar in a terminal and
        in a notebook, by tqdm where it is installed; True, False: with it or without.

    Returns
    -------
    Groups

    Raises
    ------
    ValueError
        No such column, a column of another type, an id that is null, a model of other words.
    UnicodeEncodeError
        A string with a lone surrogate, with its row.
    OSError
        No temporary file can be made, or the disk is full.
    KeyboardInterrupt
        Ctrl-C, in every phase, like an exception of `progress`; nothing is left behind.

    Notes
    -----
    Memory: `memory`, and some 100 bytes a text beside the data. The method is that of docs/method.md
    (Ilyinsky et al., WWW 2002, with keys of all terms, verified by edit distance).
    """
    use_scratch(scratch)
    prepared = reference if isinstance(reference, Prepared) else None
    if prepared is not None:
        if model is not None and model.id != prepared._native.model_id:
            raise ValueError(f"the reference is of model {prepared._native.model_id}, "
                             f"not of {model.id}")
        model = prepared.model
    table = _native.TextTable(model._native if model else None, threads_of(threads))
    field = field_of(order)
    ids = id if isinstance(id, str) or id is None else list(id)
    with callback_of(progress) as callback:
        if reference is not None and prepared is None:
            add_rows(table, reference, text, ids if isinstance(ids, str) else None, field, callback)
        table.end_references()
        add_rows(table, data, text, ids, field, callback)
        table.end()
        native = _native.group(table, prepared._native if prepared else None, distance, order,
                               model._native if model else None, _is_keep_apart(keep_apart),
                               threads_of(threads), bytes_of(memory), callback)
    return Groups(native, data)


class Groups:
    """What :func:`group` found: which texts stay, which go, for whom, and how far apart they are.

    ``len()`` is the number of groups of two and more; iterating gives each as a `Group`, in the
    order of their heads.
    """

    def __init__(self, native: _native.Grouping, data: Any) -> None:
        self._native = native
        self._data = data

    @property
    def model(self) -> Model:
        """The model by which texts were grouped: equal keys of groups are of one model."""
        return Model(self._native.model)

    @property
    def documents(self) -> int:
        """How many texts there were, without references."""
        return self._native.documents

    @property
    def stay(self) -> int:
        """How many of them stay: heads, and those in no group."""
        return self._native.stay

    def table(self) -> Any:
        """A row for each text, in the order of the input.

        Returns
        -------
        pyarrow.Table or Table
            ``id``; ``head``: the id of the one that stays in its place, its own where it is alone;
            ``group``: the key of its group, null where it is alone; ``distance`` from the head, 0
            to 1; ``size`` of the group, 1 where it is alone.
        """
        return table_of(self._native.table)

    def dropped(self) -> Any:
        """The texts that go, each with the one that stays.

        Returns
        -------
        pyarrow.Table or Table
            ``id``, ``head``, ``distance``, in the order of the input.
        """
        return table_of(self._native.dropped)

    def kept_rows(self) -> array:
        """The rows that stay, from 0 on, ascending, as an array of integers."""
        return array("q", self._native.kept_rows())

    def heads(self, data: Any = None) -> Any:
        """The rows that stay, with all columns.

        Parameters
        ----------
        data : optional
            What was grouped, or something of the same rows; None: what was grouped.

        Returns
        -------
        Of the type that came in.
        """
        return take_rows(self._data if data is None else data, self.kept_rows())

    def labels(self) -> list[int]:
        """The number of each text's group, from 0 on; -1 for those in none: labels as those of
        scikit-learn's clusterings."""
        return array("q", self._native.labels()).tolist()

    def of(self, id: Id) -> Optional[Group]:
        """The group of a text; None where it is alone.

        Raises
        ------
        KeyError
            There is no such id.
        """
        number = self._native.group_of(self._row_of(id))
        return None if number is None else self[number]

    def largest(self, n: int = 10) -> List[Group]:
        """The n groups of most members."""
        return [self[number] for number in self._native.largest(n)]

    def least_similar(self, n: int = 10) -> List[Pair]:
        """The n texts that go and are farthest from those that stay: look at these before you
        choose a distance."""
        return [self._pair(row) for row in self._native.least_similar(n)]

    def _pair(self, row: int) -> Pair:
        native = self._native
        return Pair(native.id_of(row), native.id_of(native.head_of(row)), native.distance_of(row))

    def _row_of(self, id: Id) -> int:
        row = self._native.row_of(id)
        if row is None:
            raise KeyError(id)
        return row

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, number: int) -> Group:
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(number)
        key, members = self._native.group(number)
        named = [Member(self._native.id_of(row), distance) for row, distance in members]
        return Group(key, named[0].id, named)

    def __iter__(self) -> Iterator[Group]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        dropped = self.documents - self.stay
        share = f" ({dropped / self.documents:.1%})" if self.documents else ""
        return (f"<descry.Groups: {len(self):,} groups; {self.stay:,} of {self.documents:,} texts "
                f"stay, {dropped:,} go{share}; distance up to {self._native.model.distance:g}>")
