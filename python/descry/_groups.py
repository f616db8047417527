"""Groups of near-duplicates of data in memory."""

from __future__ import annotations

import os
import re
from array import array
from html import escape
from numbers import Integral
from operator import index
from pathlib import Path
from typing import Any, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from descry import _native
from descry._input import (Ids, add_rows, bytes_of, check, count_of, ids_of, share_or_none,
                           threads_of, use_scratch, words_of)
from descry._model import KeepApart, Model, Prepared, columns_of, fields_of, grouping_of
from descry._progress import Progress, callback_of
from descry._rows import Rows, hold
from descry._table import table_of

Id = Union[int, str]


class Member(NamedTuple):
    """A document of a group, and its distance from the head."""

    id: Id
    distance: float


class Group(NamedTuple):
    """Near-duplicates. All members are within the limit of the head, which comes first."""

    key: str
    head: Id
    members: List[Member]


class Pair(NamedTuple):
    """A dropped document, the one kept in its place, and their distance."""

    id: Id
    head: Id
    distance: float


class Explanation(NamedTuple):
    """Two texts side by side: their distance, groups and differences."""

    a: Id
    b: Id
    distance: float
    limit: float
    same_group: bool
    head_of_a: Id
    head_of_b: Id
    places: int
    marked_a: List[Tuple[str, bool]]
    marked_b: List[Tuple[str, bool]]

    def __repr__(self) -> str:
        places = "1 place differs" if self.places == 1 else f"{self.places:,} places differ"
        return (f"{self.a} and {self.b}: {1 - self.distance:.1%} similar (distance "
                f"{self.distance:.4f}, limit {self.limit:g}), "
                f"{'in one group' if self.same_group else 'not in one group'}; "
                f"{places}\n"
                f"{_marked(self.marked_a, '[-', '-]')}\n{_marked(self.marked_b, '{+', '+}')}")

    def _repr_html_(self) -> str:
        heading = escape(repr(self).partition("\n")[0])
        sides = "".join(
            f'<div style="flex:1;white-space:pre-wrap;text-align:left">{_html(pieces, mark)}</div>'
            for pieces, mark in ((self.marked_a, "del"), (self.marked_b, "ins")))
        return f'<div>{heading}<div style="display:flex;gap:2em">{sides}</div></div>'


def _marked(pieces: List[Tuple[str, bool]], begin: str, end: str) -> str:
    return "".join(f"{begin}{text}{end}" if differs else text for text, differs in pieces)


def _html(pieces: List[Tuple[str, bool]], mark: str) -> str:
    return "".join(f"<{mark}>{escape(text)}</{mark}>" if differs else escape(text)
                   for text, differs in pieces)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _beginning(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def group(data: Any, text: str = "text", id: Ids = None,
          distance: Optional[float] = None, keep: str = "first", model: Optional[Model] = None, reference: Any = None,
          keep_apart: KeepApart = None, inside: Optional[float] = None, inside_words: int = 20,
          holds: Optional[float] = None, held_words: int = 8, threads: Optional[int] = None,
          memory: Union[int, str] = "256 MiB", scratch: Union[str, os.PathLike, None] = None,
          progress: Progress = None) -> Groups:
    """Groups near-duplicate texts around heads, as ``descry uniq`` does.

    Parameters
    ----------
    data : n texts
        A list of str; a column or a table of anything that exports Arrow (``__arrow_c_stream__`` or
        ``__arrow_c_array__``: pyarrow, polars, pandas, DuckDB); a pandas Series or DataFrame; a
        Hugging Face Dataset; a dict of columns; a list of dicts. Queries and streams are read once,
        whole. A null is a text without words and in no group; invalid bytes and lone surrogates
        remain distinct, as in ``descry uniq``.
    text : str
        The column with the texts, if `data` is a table.
    id : str, sequence or None
        The column with the ids (strings or 64-bit integers), or a sequence with one id per text.
        None: row numbers from 0. Ids must be unique, also among references.
    distance : float, optional
        Largest distance of a member from its head, 0 to 0.4: the edit distance of their words in
        characters, divided by the length of the longer. None: that of `model`, or 0.15.
    keep : str
        Which text of a group to keep. ``"first"``, ``"last"``: the first or last that is near all
        others. ``"longest"``, ``"shortest"`` (in words), ``"newest:COLUMN"``, ``"max:COLUMN"``,
        ``"min:COLUMN"``: the first in that order; texts too far from it leave the group.
        ``"prefer:COLUMN=A|B"``: rows with the value A, then those with B, then all others.
        Several, separated by commas, decide ties, such as ``"newest:date,longest"``; then the row
        number decides. ``"none"``: keep no text of a group.
    model : Model, optional
        The model to use instead of learning one from `data`.
    reference : data or Prepared, optional
        Documents that you already have. They are never dropped and not compared with each other;
        texts of `data` near one of them are dropped. They need the columns of `data`; without ids
        they are called -1, -2 and so on.
    keep_apart : str or sequence of str, optional
        ``"numbers"``: never group texts with different numbers. The name of a column: never group
        rows with different values. A list: all of these. None: what `model` keeps apart, or
        nothing.
    inside : float, optional
        Also drop texts if a longer kept text has this share of their words, in order, as
        ``descry uniq --inside`` does: 0.5 to 1; 0.95 is a good choice. Texts of fewer than
        `inside_words` words (4 to 1,000,000) are not dropped.
    holds : float, optional
        Drop texts that hold this share, 0.5 to 1, of the words of a reference, in order.
        References of fewer than `held_words` words (4 to 1,000,000) do not count.
    threads : int, optional
        Number of threads; it does not change the groups. None: all cores of the process.
    memory : int or str
        Memory for sorting and comparing, in bytes or such as ``"256 MiB"``; the rest goes to
        temporary files.
    scratch : path, optional
        The directory for temporary files, for this process from now on. None: Python's
        (``tempfile``).
    progress : callable or bool, optional
        Called with (phase, done, total); total is 0 if unknown. None: a bar in a terminal or
        notebook, by tqdm if installed; True, False: always or never a bar.

    Returns
    -------
    Groups

    Raises
    ------
    ValueError
        A column does not exist or has the wrong type, an id is null or not unique, or the model
        has other words, another distance or another keep_apart.
    TypeError
        An argument, text or id has the wrong type, or a value of a column is an array.
    OSError
        No temporary file can be made, or the disk is full.
    KeyboardInterrupt
        Ctrl-C, in every phase, like an exception of `progress`; nothing is left behind.

    Notes
    -----
    Memory: `memory`, and about 100 bytes per text beside the data; a list of dicts is copied.
    The method is that of docs/method.md (Ilyinsky et al., WWW 2002, with keys of all terms,
    verified by edit distance).
    """
    prepared = reference if isinstance(reference, Prepared) else None
    if prepared is not None:
        if model is not None and model.id != prepared._native.model_id:
            raise ValueError(f"the reference is of model {prepared._native.model_id}, "
                             f"not of {model.id}")
        model = prepared.model
    limit, apart = grouping_of(model, distance, keep_apart)
    inside, holds = share_or_none("inside", inside), share_or_none("holds", holds)
    columns = columns_of(keep, may_be_none=True)
    check("text", text, str, "the name of a column")
    ids = ids_of(id)
    rows = hold(data)
    if reference is not None and prepared is None:
        reference = hold(reference)
    use_scratch(scratch)
    table = _native.TextTable(model._native if model else None, threads_of(threads),
                              bytes_of(memory))
    with callback_of(progress) as callback:
        if isinstance(reference, Rows):
            add_rows(table, reference.data, text, ids if isinstance(ids, str) else None, columns,
                     callback, fields_of(apart))
        table.end_references()
        add_rows(table, rows.data, text, ids, columns, callback, fields_of(apart))
        table.end()
        native = _native.group(table, prepared._native if prepared else None, limit, keep,
                               model._native if model else None, apart, inside,
                               words_of("inside_words", inside_words), holds,
                               words_of("held_words", held_words), callback)
    again = {"text": text, "id": ids, "keep": keep, "reference": reference, "memory": memory,
             "inside": inside, "inside_words": inside_words, "holds": holds, "held_words": held_words}
    return Groups(native, rows, again)


class Held(NamedTuple):
    """A text that holds an item: the rows of both, the share of the item's words in the text, their
    place and rarity (in bits), and the words that differ."""

    text: int
    item: int
    share: float
    begin: int
    end: int
    bits: float
    differing: str


def held(texts: Sequence[str], items: Sequence[str], share: float = _native.DEFAULT_HOLDS,
         words: int = 8, threads: Optional[int] = None, memory: Union[int, str] = "256 MiB",
         scratch: Union[str, os.PathLike, None] = None, progress: Progress = None) -> List[Held]:
    """Finds which items texts hold, such as questions of a benchmark, clauses or wire reports.

    Parameters
    ----------
    texts, items : sequences of str
    share : float
        Least share, 0.5 to 1, of an item's words that stand in a text, in order.
    words : int
        Items with fewer words do not count, nor do those whose words are frequent in the texts
        (less than 20 bits: docs/commands/uniq.md).
    threads, memory, scratch, progress
        As for :func:`group`.

    Returns
    -------
    list of Held
        Sorted by text and item. ``texts[h.text][h.begin:h.end]`` is the place in the text.

    Raises
    ------
    TypeError
        A text or item is not a str.
    ValueError
        `share` or `words` is out of range.

    Notes
    -----
    Memory: `memory`, and the texts as UTF-8.
    """
    for name, values in (("texts", texts), ("items", items)):
        if isinstance(values, str):
            raise TypeError(f"{name} is one string, not a sequence of str")
    texts, items = list(texts), list(items)
    for name, values in (("texts", texts), ("items", items)):
        for value in values:
            check(name, value, str, "a sequence of str")
    share = share_or_none("share", share)
    use_scratch(scratch)
    table = _native.TextTable(None, threads_of(threads), bytes_of(memory))
    with callback_of(progress) as callback:
        add_rows(table, items, "text", None, [], callback, [])
        table.end_references()
        add_rows(table, texts, "text", None, [], callback, [])
        table.end()
        encoded = [str(_native.readable(text)) for text in texts]
        found = _native.held(table, encoded, share, words_of("words", words), callback)

    return [Held(text, item, portion, _place(texts[text], first), _place(texts[text], last + 1), bits,
                 differing)
            for text, item, portion, first, last, bits, differing in found]


def _place(text: str, byte: int) -> int:
    """The characters of a text before a byte of its readable form, where halves of pairs are longer."""
    place = 0
    for piece in re.findall("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]|[^\ud800-\udfff]+", text):
        if byte <= 0:
            break
        encoded = _native.readable(piece).encode()
        is_whole = len(encoded) <= byte or "\ud800" <= piece[0] <= "\udfff"
        place += len(piece) if is_whole else len(encoded[:byte].decode())
        byte -= len(encoded)
    return place


def _group_again(rows: Rows, model: Model, again: dict) -> Groups:
    return group(rows, model=model, progress=False, **again)


class Groups:
    """The result of :func:`group`: which texts are kept, which are dropped in favour of which, and
    how far apart they are.

    ``len()`` is the number of groups of two texts or more; iterating yields each as a `Group`, in
    the order of their heads. A pickle holds the rows and the model, and groups the rows again.
    """

    def __init__(self, native: _native.Grouping, rows: Rows, again: dict) -> None:
        self._native = native
        self._rows = rows
        self._again = again

    def __reduce__(self) -> tuple:
        return _group_again, (self._rows, self.model, self._again)

    @property
    def model(self) -> Model:
        """The model by which the texts were grouped. Keys of two models are never equal."""
        return Model(self._native.model)

    @property
    def documents(self) -> int:
        """Number of texts, without references."""
        return self._native.documents

    @property
    def kept_count(self) -> int:
        """Number of texts that are kept: heads, and texts in no group."""
        return self._native.kept_count

    def table(self) -> Any:
        """A row for each text, in the order of the input.

        Returns
        -------
        pyarrow.Table or Table
            ``id``; ``head``: the id of the text kept in its place; ``group``: the key of its group;
            ``distance`` from the head, 0 to 1; ``size`` of the group. For a text in no group,
            ``head`` is its own id, ``group`` null, ``distance`` 0 and ``size`` 1. Then the columns
            of ``descry uniq --mark``: ``descry_group``, ``descry_head`` and ``descry_similarity``
            (4 decimals), null for a text in no group, and ``descry_kept``.
        """
        return table_of(self._native.table)

    def dropped(self) -> Any:
        """The dropped texts, each with the text kept in its place.

        Returns
        -------
        pyarrow.Table or Table
            ``id``, ``head``, ``distance``, ``relation``, in the order of the input: ``"near"``;
            ``"inside"``, because it stands inside the kept text; ``"holds"``, because it holds a
            reference. The distance of the latter two is the share of the shorter text's words that
            do not stand in the other. With ``keep="none"`` heads are dropped as well, each with
            the member nearest to it.
        """
        return table_of(self._native.dropped)

    def kept(self) -> Any:
        """The kept texts.

        Returns
        -------
        pyarrow.Table or Table
            ``id``, and ``size`` of the group (1 for a text in no group), in the order of the input.
        """
        return table_of(self._native.kept)

    def kept_rows(self) -> array:
        """The numbers of the kept rows, from 0, ascending, as an array of integers."""
        return array("q", self._native.kept_rows())

    def heads(self, data: Any = None) -> Any:
        """The kept rows, with all columns.

        Parameters
        ----------
        data : optional
            Other data with as many rows, in the same order. None: the grouped data, as they were read.

        Returns
        -------
        The kept rows in the type of the data; for an iterator, a list.

        Raises
        ------
        ValueError
            `data` has another number of rows.
        """
        rows = self._rows if data is None else hold(data)
        if len(rows) != self.documents:
            raise ValueError(f"{self.documents:,} rows were grouped, these are {len(rows):,}")
        return rows.take(self.kept_rows())

    def labels(self) -> list[int]:
        """The number of each text's group, from 0, or -1 without a group, as in scikit-learn's
        clusterings."""
        return array("q", self._native.labels()).tolist()

    def of(self, id: Id) -> Optional[Group]:
        """The group of a text; None without a group.

        Raises
        ------
        KeyError
            No text has this id.
        """
        number = self._native.group_of(self._row_of(id))
        return None if number is None else self[number]

    def largest(self, n: int = 10) -> List[Group]:
        """The n groups with the most members."""
        return [self[number] for number in self._native.largest(count_of("n", n))]

    def least_similar(self, n: int = 10) -> List[Pair]:
        """The n dropped texts farthest from the kept ones. Read these before you choose a
        distance."""
        return [self._pair(row) for row in self._native.least_similar(count_of("n", n))]

    def explain(self, a: Id, b: Id) -> Explanation:
        """Explains how far apart two texts are, where they differ, and if they are in one group.

        Parameters
        ----------
        a, b
            Ids.

        Raises
        ------
        KeyError
            No text has this id.
        """
        row_a, row_b = self._row_of(a), self._row_of(b)
        native = self._native
        text_a, text_b = self._text_of(row_a), self._text_of(row_b)
        group_a, group_b = native.group_of(row_a), native.group_of(row_b)
        marked_a, marked_b, places = _native.mark(text_a, text_b)
        return Explanation(
            a, b, native.distance_between(row_a, row_b), native.model.distance,
            group_a is not None and group_a == group_b, native.id_of(native.head_of(row_a)),
            native.id_of(native.head_of(row_b)), places, marked_a, marked_b)

    def report(self, path: Union[str, os.PathLike], title: Optional[str] = None,
               rows: Optional[int] = None) -> None:
        """Writes an HTML report to check before any text is dropped: how many texts are kept, how
        similar the dropped ones are, and all groups, the least similar first, side by side.

        Parameters
        ----------
        path
            The HTML file. It loads nothing and is smaller than 1 MB.
        title : str, optional
            Name of the data, for the report's first line.
        rows : int, optional
            Most groups to show. None: as many as fit.
        """
        from datetime import datetime

        if self._again["keep"] == "none":
            raise ValueError('a report shows texts beside those that are kept; keep is "none"')
        if title is not None:
            check("title", title, str, "a str")
        facts = [("Data", _native.readable(title))] if title else []
        facts += [("Date", datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")),
                  ("Distance", f"up to {self._native.model.distance:g}")]
        details = [("Program", f"descry {_native.__version__} for Python"),
                   ("Model", self._native.model.id)]
        most = None if rows is None else count_of("rows", rows)
        Path(path).write_text(_native.page(self._native, facts, details, self._shown, most),
                              encoding="utf-8")

    def _shown(self, row: int) -> Tuple[str, str]:
        return str(self._native.id_of(row)), self._text_of(row)

    def _text_of(self, row: int) -> str:
        """The text as written, or its words if the text is not known."""
        if row >= 0:
            text = self._rows.text_at(self._again["text"], row)
            if text is not None:
                return _native.readable(text)
        return self._native.words_of(row)

    def _pair(self, row: int) -> Pair:
        native = self._native
        return Pair(native.id_of(row), native.id_of(native.kept_for(row)), native.distance_of(row))

    def _row_of(self, id: Id) -> int:
        row = self._native.row_of(id) if isinstance(id, (str, Integral)) else None
        if row is None:
            raise KeyError(id)
        return row

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, number: int) -> Group:
        number = index(number)
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(number)
        key, members = self._native.group(number)
        named = [Member(self._native.id_of(row), distance) for row, distance in members]
        return Group(key, named[0].id, named)

    def __iter__(self) -> Iterator[Group]:
        return (self[number] for number in range(len(self)))

    def _repr_html_(self) -> str:
        """For notebooks: how many texts are kept, and how similar the dropped ones are."""
        gone = self.documents - self.kept_count
        share = 100 * self.kept_count / self.documents if self.documents else 100
        counts = self._histogram()
        most = max(counts, default=0) or 1
        columns = "".join(
            f'<div style="flex:1;background:#3a7d70;min-height:1px;height:{100 * n / most:.1f}%" '
            f'title="{n:,}"></div>' for n in counts)
        cell = 'style="text-align:left;padding:.1em 1em .1em 0"'
        rows = "".join(
            f"<tr><td {cell}>{1 - pair.distance:.1%}</td>"
            f"<td {cell}>{escape(str(pair.id))}</td><td {cell}>{escape(str(pair.head))}</td>"
            f"<td {cell}>{escape(_beginning(self._text_of(self._row_of(pair.id))))}</td></tr>"
            for pair in self.least_similar(5))
        return (
            f"<div><b>{_counted(len(self), 'group')}</b> of {self.documents:,} texts: {self.kept_count:,} kept, "
            f"{gone:,} dropped (distance up to {self._native.model.distance:g})"
            '<div style="display:flex;height:1em;max-width:30em;margin:.4em 0">'
            f'<div style="background:#3a7d70;width:{share:.2f}%"></div>'
            f'<div style="background:#b5533c;width:{100 - share:.2f}%"></div></div>'
            + ('<div style="display:flex;align-items:flex-end;gap:1px;height:4em;max-width:30em">'
               f"{columns}</div><small>similarity to the kept text: 100 % at the left, the limit at "
               "the right</small><table><thead><tr>"
               f"<th {cell}>least similar</th><th {cell}>dropped</th><th {cell}>kept</th>"
               f"<th {cell}>text</th></tr></thead><tbody>{rows}</tbody></table>" if gone else "")
            + "</div>")

    def _histogram(self, columns: int = 30) -> list[int]:
        limit = self._native.model.distance or 1
        counts = [0] * columns
        for millionths in array("I", self._native.dropped_distances()):
            counts[min(int(millionths / 1e6 / limit * columns), columns - 1)] += 1
        return counts

    def __repr__(self) -> str:
        dropped = self.documents - self.kept_count
        share = f" ({dropped / self.documents:.1%})" if self.documents else ""
        return (f"<descry.Groups: {_counted(len(self), 'group')}; {self.kept_count:,} of {self.documents:,} texts "
                f"kept, {dropped:,} dropped{share}; distance up to {self._native.model.distance:g}>")
