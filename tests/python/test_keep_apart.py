"""Columns whose other values keep rows apart."""
import pytest

import descry

TEXT = "the rent of the hall in the old harbour office is paid to its owner as agreed last year"
ROWS = [{"id": "a", "text": TEXT, "amount": 900, "date": "x"},
        {"id": "b", "text": TEXT + " again", "amount": 900, "date": "y"},
        {"id": "c", "text": TEXT, "amount": 1234, "date": "x"},
        {"id": "d", "text": TEXT, "amount": None, "date": ""}]


def frames():
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    yield ROWS
    yield columns
    yield pytest.importorskip("pyarrow").table(columns)


@pytest.mark.parametrize("keep_apart, kept", [
    (None, ["a"]), ("amount", ["a", "c", "d"]), (["amount"], ["a", "c", "d"]),
    (["date", "amount"], ["a", "b", "c", "d"]), (["numbers", "date"], ["a", "b", "d"])])
def test_rows_of_other_values_are_kept(keep_apart, kept):
    for data in frames():
        groups = descry.group(data, id="id", keep_apart=keep_apart, progress=False)
        assert [ROWS[row]["id"] for row in groups.kept_rows()] == kept


def test_models_and_prepared_documents_keep_them_too(tmp_path):
    model = descry.Model.learn(ROWS, keep_apart=["numbers", "amount"], progress=False)
    with pytest.raises(ValueError, match="keep_apart"):
        descry.group(ROWS, model=model, keep_apart="amount", progress=False)
    groups = descry.group(ROWS, id="id", model=model, progress=False)
    assert [ROWS[row]["id"] for row in groups.kept_rows()] == ["a", "c", "d"]
    prepared = descry.prepare(ROWS[:1], model, id="id", progress=False)
    beside = descry.group(ROWS[1:], id="id", reference=prepared, progress=False)
    assert [ROWS[row + 1]["id"] for row in beside.kept_rows()] == ["c", "d"]


def test_a_column_that_is_missing_is_named():
    for data in frames():
        with pytest.raises(ValueError, match='"amout".*amount'):
            descry.group(data, keep_apart="amout", progress=False)
    with pytest.raises(TypeError, match="keep_apart"):
        descry.group(ROWS, keep_apart=[1], progress=False)


def test_the_program_keeps_the_same(program, tmp_path):
    import json
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    printed = program("uniq", path, "--keep-apart", "amount,date", "--quiet")
    groups = descry.group(ROWS, id="id", keep_apart=["amount", "date"], progress=False)
    assert [json.loads(line)["id"] for line in printed.splitlines()] == [
        ROWS[row]["id"] for row in groups.kept_rows()]
