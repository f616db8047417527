"""Functions on Spark's workers, from Arrow batches to Arrow batches."""

from __future__ import annotations

import socket
from typing import Iterator, List, NamedTuple, Optional, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from descry import _native
from descry._input import use_scratch
from descry._table import table_of

_ROWS_OF_A_BATCH = 2000
_BYTES_OF_BLOCKS = 16 << 20


class Environment(NamedTuple):
    """What worker and driver must have in common, and the worker's directory."""

    version: str
    recipe: str
    scratch: str | None
    memory: int

    @staticmethod
    def here(scratch: str | None, memory: int) -> Environment:
        return Environment(_native.__version__, _native.recipe(), scratch, memory)

    def check(self) -> None:
        """Raises if this worker would sign documents differently from others."""
        for name, here, there in (("descry", _native.__version__, self.version),
                                  ("words as cut by", _native.recipe(), self.recipe)):
            if here != there:
                raise RuntimeError(f"the worker on {socket.gethostname()} has {name} {here}, the "
                                   f"driver {there}: groups would differ. Install the same "
                                   "version of descry-neardup on both.")
        use_scratch(self.scratch)


def _integers(values: bytes, type: pa.DataType = pa.int64()) -> pa.Array:
    return pa.Array.from_buffers(type, len(values) * 8 // type.bit_width,
                                 [None, pa.py_buffer(values)])


def _bytes_of(column: pa.Array) -> bytes:
    size = column.type.bit_width // 8
    return column.buffers()[1].slice(column.offset * size, len(column) * size).to_pybytes()


def _lists(ends: bytes, values: bytes) -> pa.Array:
    ends_of = pa.concat_arrays([pa.array([0], pa.int32()), _integers(ends, pa.int32())])
    return pa.ListArray.from_arrays(ends_of, _integers(values))


def _stream(column: pa.Array) -> object:
    return pa.chunked_array([column]).__arrow_c_stream__()


def _text_table(batch: pa.RecordBatch, model: _native.Model, fields: Sequence[str]) -> _native.TextTable:
    """A table of text, values to order by (value0, ...) and fields (apart0, ...)."""
    table = _native.TextTable(model, 1)
    names = [name for name in batch.schema.names if name == "text" or name.startswith("value")]
    # Fields may have these names.
    called = {name: f"{name} of the document" for name in names}
    columns = [batch.column(name) for name in names] + [
        batch.column(f"apart{i}") for i in range(len(fields))]
    rows = pa.Table.from_arrays(columns, [*called.values(), *fields])
    table.add_stream(rows.__arrow_c_stream__(), called["text"], None,
                     [called[name] for name in names if name != "text"], None, list(fields))
    table.end()
    return table


def _table(capsule: object) -> pa.Table:
    return table_of(lambda: capsule).combine_chunks()


def _column(table: pa.Table, name: str, type: pa.DataType | None = None) -> pa.Array:
    column = table.column(name)
    array = column.chunk(0) if column.num_chunks else pa.array([], column.type)
    return array if type is None else array.cast(type)


def sign(batches: Iterator[pa.RecordBatch], model: bytes, keep: str, fields: Sequence[str],
         environment: Environment) -> Iterator[pa.RecordBatch]:
    """row, id, order, text, values and fields to row, id, order, place, content, second, written,
    apart, keys and canonical text. `written` is equal for equal texts, `apart` for equal fields.
    `place` ranks a document by `keep` alone; the order decides ties."""
    environment.check()
    of_model = _native.Model.parse(model)
    signer = _native.PartitionSigner(of_model)
    for whole in batches:
        for begin in range(0, whole.num_rows, _ROWS_OF_A_BATCH):
            batch = whole.slice(begin, _ROWS_OF_A_BATCH)
            texts = _text_table(batch, of_model, fields)
            contents, second, written, apart, ends, keys, capsule = signer.sign(texts)
            yield pa.RecordBatch.from_pydict({
                "row": batch.column("row"),
                "id": batch.column("id"),
                "order": batch.column("order"),
                "place": pa.array(texts.places(keep), pa.binary()),
                "content": _integers(contents),
                "second": _integers(second),
                "written": _integers(written),
                "apart": _integers(apart),
                "keys": _lists(ends, keys),
                "text": _column(_table(capsule), "text", pa.string()),
            })


def pack_keys(batches: Iterator[pa.RecordBatch], targets: int) -> Iterator[pa.RecordBatch]:
    """content and keys to target and block: keys grouped by target."""
    packer = _native.KeyPacker(targets)

    def take() -> pa.RecordBatch:
        blocks = [(target, block) for target, block in enumerate(packer.take()) if block]
        return pa.RecordBatch.from_pydict({
            "target": pa.array([target for target, _ in blocks], pa.int32()),
            "block": pa.array([block for _, block in blocks], pa.binary())})

    for batch in batches:
        keys = batch.column("keys")
        ends = pc.cumulative_sum(pc.list_value_length(keys)).cast(pa.int32())
        packer.add(_bytes_of(batch.column("content")), _bytes_of(ends), _bytes_of(keys.flatten()))
        if len(packer) > _BYTES_OF_BLOCKS:
            yield take()
    yield take()


def edges(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """block of all targets of a worker to edges a, b between nodes."""
    keyed = _native.KeyEdges()
    for batch in batches:
        for block in batch.column("block"):
            keyed.add(block.as_py())
    a, b = keyed.edges()
    yield from pa.Table.from_pydict({"a": _integers(a), "b": _integers(b)}).to_batches(
        max_chunksize=100_000)


def components(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Edges a, b to node, component."""
    numbers = _native.LinkedNumbers()
    for batch in batches:
        numbers.link(_bytes_of(batch.column("a")), _bytes_of(batch.column("b")))
    yield from _table(numbers.components()).to_batches(max_chunksize=100_000)


def group(batches: Iterator[pa.RecordBatch], model: bytes, contents: int, keep: str,
          environment: Environment) -> Iterator[pa.RecordBatch]:
    """row, id, weight, apart and text of whole components, each in order, to row, head, group, distance
    and size."""
    environment.check()
    documents = _native.PartitionDocuments(_native.Model.parse(model), contents, keep,
                                       environment.memory)
    rows: List[pa.Array] = []
    ids: List[pa.Array] = []
    for batch in batches:
        documents.add(_stream(batch.column("text")), _bytes_of(batch.column("weight")),
                      _bytes_of(batch.column("apart")))
        rows.append(batch.column("row"))
        ids.append(batch.column("id"))
    if not rows:
        return
    grouped = _table(documents.group())
    all_ids = pa.concat_arrays(ids)
    yield from pa.Table.from_pydict({
        "row": pa.concat_arrays(rows),
        "head": all_ids.take(_column(grouped, "head")),
        "group": _column(grouped, "group", pa.string()),
        "distance": _column(grouped, "distance"),
        "size": _column(grouped, "size"),
    }).to_batches(max_chunksize=100_000)


def keys_of_copies(batches: Iterator[pa.RecordBatch],
                   model: bytes) -> Iterator[pa.RecordBatch]:
    """row, id, content and weight of documents near copies only, to the columns of group()."""
    of_model = _native.Model.parse(model)
    for batch in batches:
        contents = _bytes_of(batch.column("content"))
        keys = _table(_native.group_keys(of_model, contents, bytes(len(contents))))
        yield pa.RecordBatch.from_pydict({
            "row": batch.column("row"),
            "head": batch.column("id"),
            "group": _column(keys, "group", pa.string()),
            "distance": pa.array([0.0] * batch.num_rows, pa.float64()),
            "size": batch.column("weight").cast(pa.int64()),
        })


def shingles(batches: Iterator[pa.RecordBatch], min_words: Optional[int],
             environment: Environment) -> Iterator[pa.RecordBatch]:
    """row and text to row, words and hashes: those for finding a document of so many words, or all
    (None)."""
    environment.check()
    for whole in batches:
        for begin in range(0, whole.num_rows, _ROWS_OF_A_BATCH):
            batch = whole.slice(begin, _ROWS_OF_A_BATCH)
            words, ends, hashes = _native.shingles(_stream(batch.column("text")), min_words)
            yield pa.RecordBatch.from_pydict({
                "row": batch.column("row"), "words": _integers(words),
                "hashes": _lists(ends, hashes)})


def shares(batches: Iterator[pa.RecordBatch], share: float, min_words: int, model: bytes,
           environment: Environment) -> Iterator[pa.RecordBatch]:
    """Pairs with the texts of their documents, after their container's (document is null), to the
    valid pairs with the share."""
    environment.check()
    verifier = _native.PartitionVerifier(share, min_words, _native.Model.parse(model))
    for batch in batches:
        is_container = pc.is_null(batch.column("document")).cast(pa.int64())
        found = _integers(verifier.shares(_stream(batch.column("text")), _bytes_of(is_container)))
        yield pa.RecordBatch.from_pydict({
            **{name: batch.column(name) for name in ("head", "document", "container", "words")},
            "share": found}).filter(pc.greater(found, 0))


def longest_first(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Ordered documents (container is null), then pairs, to the pairs that drop a document."""
    rows = list(batches)
    if not rows:
        return
    table = pa.Table.from_batches(rows)
    is_pair = pc.is_valid(table.column("container"))
    documents = _column(table.filter(pc.invert(is_pair)).combine_chunks(), "head")
    pairs = table.filter(is_pair).combine_chunks()
    numbers = [pc.index_in(_column(pairs, name), value_set=documents).cast(pa.int64())
               for name in ("head", "container")]
    heads, containers = _native.longest_first(*[_bytes_of(column) for column in (
        *numbers, _column(pairs, "words"), _column(pairs, "share"))])
    yield from pa.Table.from_pydict({
        "head": documents.take(_integers(heads)),
        "container": documents.take(_integers(containers))}).to_batches(max_chunksize=100_000)
