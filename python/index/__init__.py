"""Indexes of Xapian, beside python3-xapian: near-duplicates grouped, found and collapsed.

>>> import xapian, descry.index
>>> with descry.index.Stage("harbour.db") as stage:
...     document = xapian.Document()
...     for word in "low water at eight tomorrow".split():
...         document.add_posting(word, len(list(document)))
...     stage.replace_document("Q1", document.serialise(), "Low water at eight tomorrow")
1

:class:`Stage` writes an index in place of a ``xapian.WritableDatabase`` and puts each document into
its group; :func:`annotate` does so with an index that any program wrote. :func:`groups`,
:func:`similar`, :func:`search` and :class:`Index` look into it; so does any client of Xapian, by
``Enquire.set_collapse_key(1000)``. Only paths and bytes cross between this module and python3-xapian.

Errors: a ``ValueError`` for an argument that Xapian refuses, a ``KeyError`` for a document that is
not there, a ``BlockingIOError`` where another program writes, an ``OSError`` for a database that
cannot be read, a ``RuntimeError`` for what an index does not have.
"""

from __future__ import annotations

import os
from numbers import Real
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Union

from descry import _native
from descry._input import check, count_of, threads_of
from descry._progress import Progress, callback_of
from descry.index import _index

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Sequence[Path]]

__all__ = [
    "Group",
    "Index",
    "Member",
    "Page",
    "Report",
    "Result",
    "Similar",
    "Stage",
    "annotate",
    "groups",
    "rebuild",
    "search",
    "similar",
]


class Member(NamedTuple):
    """A document of a group, and how far it is from the head."""

    id: str
    distance: float
    docid: int


class Group(NamedTuple):
    """Near-duplicates: all members are within the distance of the head, which is the first."""

    key: str
    head: str
    members: List[Member]


class Similar(NamedTuple):
    """A document like the one that was asked for; near: within the distance of groups."""

    id: str
    distance: float
    near: bool
    docid: int


class Result(NamedTuple):
    """A document that stands for its group: of `size` documents, of which `matching` match."""

    id: str
    docid: int
    weight: float
    key: str
    size: int
    matching: int
    title: str
    data: bytes


class Page(NamedTuple):
    """Results, and how many there are in all: documents that match, and groups of them."""

    matches: int
    groups: int
    results: List[Result]


class Report(NamedTuple):
    """What was done to an index: of its `documents` so many were looked at, and written."""

    documents: int
    examined: int
    written: int
    grouped: int


def _bytes(name: str, value: Union[str, bytes]) -> bytes:
    """The bytes of an argument; those that are not UTF-8 come from groups() as surrogates."""
    try:
        return value.encode(errors="surrogateescape") if isinstance(value, str) else bytes(value)
    except UnicodeEncodeError:
        raise ValueError(f"{name} is {value!r}, which has a lone surrogate") from None


def _check_distance(distance: Optional[float]) -> Optional[float]:
    if distance is not None:
        check("distance", distance, Real, "a number")
    return distance


def _name_or_none(name: str, value: Optional[str]) -> Optional[str]:
    """Checks a name or prefix, which is UTF-8."""
    if value is None:
        return None
    check(name, value, str, "a str")
    return _native.readable(value)


def _documents_of(name: str, value: int) -> int:
    """Checks a number of documents or slots, which have 32 bits."""
    return count_of(name, value, most=2**32 - 1)


def _paths(paths: Paths) -> List[str]:
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not several:
        raise ValueError("no database is named")
    return [os.fspath(path) for path in several]


class Stage:
    """An index that is being written, each document with its values and in its group.

    Parameters
    ----------
    path : path
        A database, or where one is to be made. It is open for writing until :meth:`close`, or to
        the end of a ``with``; one that ends by an exception gives up what was not committed.
    slot_base : int
        First value slot, of an index that descry never wrote into.
    id_prefix : str
        Prefix of the documents' unique terms, of such an index.

    Raises
    ------
    BlockingIOError
        Another program writes the database.
    RuntimeError
        A value slot is in use by another program.

    Notes
    -----
    A new index has no words to find groups by until :func:`annotate` made a model of it: first
    documents, then one call of that; from then on each document is grouped as it comes. Changes are
    stored by :meth:`commit` and :meth:`close`, and by nothing else. May be called from several threads, and waits for
    none of Python's meanwhile. Cost: as Xapian's, and 50 to 500 microseconds a document.
    """

    def __init__(self, path: Path, slot_base: int = _index.DEFAULT_SLOT_BASE,
                 id_prefix: str = "Q") -> None:
        check("id_prefix", id_prefix, str, "a str")
        self._stage = _index.Stage(os.fspath(path), _documents_of("slot_base", slot_base),
                                   _name_or_none("id_prefix", id_prefix))

    def replace_document(self, term: Union[str, bytes], document: bytes,
                         text: Optional[str] = None) -> int:
        """Adds a document, or replaces the one with this unique term.

        Parameters
        ----------
        term : str or bytes
            The unique term, with its prefix ("Q1").
        document : bytes
            ``document.serialise()`` of a ``xapian.Document`` with all its terms.
        text : str, optional
            What its terms were made of, for the signatures ``exact`` and ``text-profile``.

        Returns
        -------
        int
            The docid.

        Raises
        ------
        ValueError
            A term of more than 245 bytes, the unique one or another; what came before stays.
        """
        check("term", term, (str, bytes), "a str or bytes")
        unique = _bytes("term", term)
        check("document", document, bytes, "bytes: document.serialise()")
        if text is not None:
            check("text", text, str, "a str")
        return self._stage.replace_document(unique, document,
                                            None if text is None else text.encode())

    def delete_document(self, term: Union[str, bytes]) -> None:
        """Deletes the document with this unique term, where there is one."""
        check("term", term, (str, bytes), "a str or bytes")
        self._stage.delete_document(_bytes("term", term))

    def commit(self) -> None:
        """Stores what was done; readers see it when they open the database anew."""
        self._stage.commit()

    def close(self) -> None:
        """Commits, and lets the database go."""
        self._stage.close()

    def __len__(self) -> int:
        return self._stage.documents()

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, kind: Optional[type], *exception: object) -> None:
        if kind is None:
            self.close()
        else:
            self._stage.abandon()


def annotate(paths: Paths, distance: Optional[float] = None, id_prefix: Optional[str] = None,
             term_prefix: Optional[str] = None, threads: Optional[int] = None,
             progress: Progress = None) -> List[Report]:
    """Gives an index its values and groups, or brings them up to date, as ``descry annotate`` does.

    Parameters
    ----------
    paths : path or sequence of paths
        The database; of several, which are searched as one, one model and common groups.
    distance : float, optional
        How far members may be from their head, 0 to 1, where a model is made; else 0.15.
    id_prefix, term_prefix : str, optional
        Prefixes of unique terms and of the words of texts, of an index that another program built.
    threads : int, optional
        All cores of the process where nothing is said.
    progress : callable or bool, optional
        As of :func:`descry.group`.

    Returns
    -------
    list of Report
        One for each database.
    """
    with callback_of(progress) as callback:
        return [Report(*report) for report in _index.annotate(
            _paths(paths), _check_distance(distance), _name_or_none("id_prefix", id_prefix),
            _name_or_none("term_prefix", term_prefix), threads_of(threads), callback)]


def rebuild(paths: Paths, distance: Optional[float] = None, methods: Sequence[str] = (),
            threads: Optional[int] = None, progress: Progress = None) -> List[Report]:
    """Makes model, signatures and groups of an index anew, as ``descry rebuild`` does.

    Searches go on meanwhile. `methods` are signatures that the index is to have beside its own
    ("descriptive", "exact", "bbit", ...); the rest as of :func:`annotate`.
    """
    with callback_of(progress) as callback:
        return [Report(*report) for report in _index.rebuild(
            _paths(paths), _check_distance(distance),
            [_name_or_none("methods", method) for method in methods], threads_of(threads), callback)]


def groups(paths: Paths, min_size: int = 2) -> List[Group]:
    """The groups of an index of at least `min_size` documents, in the order of their heads.

    Parameters
    ----------
    paths : path or sequence of paths
        The database, or several that are searched as one.
    """
    found = []
    for key, members in _index.groups(_paths(paths), _documents_of("min_size", min_size)):
        members = [Member(*member) for member in members]
        found.append(Group(key, members[0].id, members))
    return found


def similar(paths: Paths, id: str, rows: int = 10) -> List[Similar]:
    """The documents most like one, nearest first, whether in its group or not.

    Parameters
    ----------
    paths : path or sequence of paths
        The database, or several that are searched as one.
    id : str
        The unique term without its prefix; ``"#7"`` for a docid.
    rows : int
        How many at most.

    Raises
    ------
    KeyError
        No such document.
    """
    check("id", id, str, 'a str, as "7" of the unique term "Q7"')
    return [Similar(*found) for found in _index.similar(_paths(paths), _bytes("id", id),
                                                        _documents_of("rows", rows))]


class Index:
    """An index that stays open to be asked which documents a text is near to.

    Parameters
    ----------
    paths : path or sequence of paths
        The database, or several that are searched as one.
    words : callable, optional
        From a text to its words, in their order, as the terms of the index have them: needed where
        they were not made by ``descry index``.
    threads : int, optional
        All cores of the process where nothing is said.

    Raises
    ------
    RuntimeError
        The index has no model, or no groups.

    Notes
    -----
    Opening reads the keys of all documents, a million in two seconds, into some 200 bytes each. What
    is written afterwards is seen once what was open is gone, from the second commit on. May be used
    from several threads. Cost: 50 microseconds a text, and as much for each document that is compared.
    """

    def __init__(self, paths: Paths, words: Optional[Callable[[str], Iterable[str]]] = None,
                 threads: Optional[int] = None) -> None:
        if words is not None and not callable(words):
            raise TypeError(f"words is a {type(words).__name__}, not a function of a text")
        self._words = words
        self._threads = threads_of(threads)
        self._finder = _index.Finder(_paths(paths), self._threads)

    def similar(self, text: Union[str, Sequence[str]], rows: int = 10,
                inside: Optional[float] = 0.5, progress: Progress = None) -> Any:
        """What is near to a text that is not in the index; of a sequence of texts, a list.

        Parameters
        ----------
        text : str or sequence of str
        rows : int
            How many of each list at most.
        inside : float, optional
            Least share of the words of what stands inside, of documents that the text stands inside
            of, or that stand inside it. None: these are not looked for. The first time all texts are
            read.

        Returns
        -------
        dict, or list of dicts
            ``near``, a list of dicts of ``docid``, ``id`` and ``similarity``, nearest first; with
            `inside` not None also ``inside`` and ``holds``, of ``docid``, ``id`` and ``share``: as ``descry
            similar --documents`` prints them.

        Raises
        ------
        ValueError
            Another program made the terms of the index, and `words` is not given.
        """
        texts = [text] if isinstance(text, str) else list(text)
        for one in texts:
            check("text", one, str, "a str or a sequence of str")
        if inside is not None and not 0 < inside <= 1:
            raise ValueError(f"inside is {inside}, not a share above 0, up to 1")
        if self._words is not None:
            texts = [" ".join(self._words(one)) for one in texts]
        with callback_of(progress) as callback:
            found: List[Dict[str, list]] = self._finder.find(
                texts, self._words is not None, count_of("rows", rows), inside, self._threads, callback)
        return found[0] if isinstance(text, str) else found


def search(paths: Paths, query: str, start: int = 0, rows: int = 10,
           collapse: Optional[str] = "group") -> Page:
    """A page of results in which near-duplicates are one.

    Parameters
    ----------
    paths : path or sequence of paths
        The database, or several that are searched as one.
    query : str
        As ``descry search`` takes it: words, "phrases", AND, OR, NOT, NAME:word; ``*`` is
        everything.
    start, rows : int
        Results that are passed by, and how many follow at most.
    collapse : str or None
        A signature: documents of which it is equal are one result. None: nothing is collapsed.
    """
    check("query", query, str, "a str")
    matches, in_all, results = _index.search(
        _paths(paths), _bytes("query", query), _documents_of("start", start),
        _documents_of("rows", rows), _name_or_none("collapse", collapse))
    return Page(matches, in_all, [Result(*result) for result in results])
