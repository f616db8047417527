"""Measures how many known pairs methods find, and how similar the suggested pairs are."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from itertools import accumulate
from pathlib import Path
from typing import Any, Dict, Hashable, Iterable, List, Optional, Sequence, Tuple, Union

from descry._groups import group
from descry._input import Ids, texts_of
from descry._model import Model, distance as distance_of
from descry._progress import Progress
from descry._rows import hold
from descry._signer import Signer
from descry._table import table_of_columns

_LIMITS = (("08", 0.08), ("15", 0.15), ("30", 0.30))


def _gold_pairs(gold: Any) -> Iterable[Tuple[Any, Any, Optional[float]]]:
    if isinstance(gold, (str, os.PathLike)):
        for line in Path(gold).read_text(encoding="utf-8").splitlines():
            fields = line.split("\t")
            yield fields[0], fields[1], float(fields[2]) if len(fields) > 2 else None
        return
    for name in ("to_pylist", "rows"):  # pyarrow, polars
        if hasattr(gold, name):
            gold = getattr(gold, name)()
            break
    else:
        if hasattr(gold, "itertuples"):  # pandas
            gold = gold.itertuples(index=False)
    for pair in gold:
        values = list(pair.values()) if isinstance(pair, dict) else list(pair)
        yield values[0], values[1], float(values[2]) if len(values) > 2 else None


def _sampled_pairs(groups: Sequence[List[int]], sample: int, chance) -> List[Tuple[int, int]]:
    """All pairs within groups, or a uniform random `sample` of them."""
    counts = [len(rows) * (len(rows) - 1) // 2 for rows in groups]
    if sum(counts) <= sample:
        return [(rows[j], rows[i]) for rows in groups for i in range(len(rows)) for j in range(i)]
    drawn = chance.choices(groups, cum_weights=list(accumulate(counts)), k=sample)
    return [tuple(chance.sample(rows, 2)) for rows in drawn]


def evaluate(data: Any, gold: Any, text: str = "text", id: Ids = None,
             methods: Union[str, Sequence[str]] = ("group", "exact", "text-profile",
                                                   "term-profile"),
             distance: Optional[float] = None, model: Optional[Model] = None, sample: int = 2000,
             seed: int = 1, threads: Optional[int] = None, progress: Progress = None) -> Any:
    """Measures methods on data with known near-duplicates.

    Parameters
    ----------
    data, text, id, distance, model, threads, progress
        As for :func:`descry.group`.
    gold : path or pairs
        Known pairs: rows with two ids and their distance, which is computed if it is missing; or a
        tab-separated file of such rows, as ``descry-lab evaluate --make-gold`` writes it.
    methods : str or list of str
        ``group``, and those methods of :class:`Signer` whose equal signatures mean a duplicate:
        ``exact``, ``text-profile``, ``lookup3``, ``term-profile``, ``simhash``, ``bbit``, and with
        `model` ``descriptive``, ``descriptive-stable``.
    sample : int
        Most pairs to measure for each method.
    seed : int
        Seed of that sample.

    Returns
    -------
    pyarrow.Table or Table
        One row per method: ``method``; ``suggested_pairs``; ``below_08``, ``below_15``,
        ``below_30``: the share of a sample of these, 0 to 1, with a distance below 0.08, 0.15, 0.30
        (null without pairs); ``recall_08``, ``recall_15``, ``recall_30``: the share of the gold
        pairs below that distance that are suggested (null if there are no such pairs).

    Raises
    ------
    ValueError
        A gold pair has an id that is not in the data, or a method is unknown.
    """
    held = hold(data)
    texts = texts_of(held.data, text)
    groups = group(held, text, id, distance, model=model, threads=threads, progress=progress)
    rows = {}
    for row, of_row in enumerate(groups.table().to_pydict()["id"]):
        rows.setdefault(of_row, row)
    by_name = {str(of_row): row for of_row, row in rows.items()}

    def row_of(of_row: Hashable) -> int:
        row = rows.get(of_row, by_name.get(str(of_row)))
        if row is None:
            raise ValueError(f"the gold has a pair of {of_row!r}, which is not in the data")
        return row

    known = []
    for a, b, apart in _gold_pairs(gold):
        pair = row_of(a), row_of(b)
        known.append((*pair, distance_of(texts[pair[0]] or "", texts[pair[1]] or "")
                      if apart is None else apart))
    columns: Dict[str, List[Any]] = defaultdict(list)
    for method in methods.split(",") if isinstance(methods, str) else methods:
        if method == "group":
            labels: List[Any] = [None if label < 0 else label for label in groups.labels()]
        else:
            signer = Signer(model, methods=[method])
            labels = next(iter(signer.sign(texts, threads=threads, progress=progress).values()), [])
        members = defaultdict(list)
        for row, label in enumerate(labels):
            if label is not None:
                members[label].append(row)
        several = [of_group for of_group in members.values() if len(of_group) > 1]
        measured = [distance_of(texts[a] or "", texts[b] or "")
                    for a, b in _sampled_pairs(several, sample, random.Random(seed))]
        columns["method"].append(method)
        columns["suggested_pairs"].append(sum(len(of) * (len(of) - 1) // 2 for of in several))
        for name, limit in _LIMITS:
            columns[f"below_{name}"].append(
                sum(apart < limit for apart in measured) / len(measured) if measured else None)
        for name, limit in _LIMITS:
            wanted = [(a, b) for a, b, apart in known if apart < limit]
            columns[f"recall_{name}"].append(
                sum(labels[a] is not None and labels[a] == labels[b] for a, b in wanted)
                / len(wanted) if wanted else None)
    return table_of_columns(columns)
