"""Signatures are those of the program."""
import json

import pytest

import descry

METHODS = ("exact,text-profile,lookup3,term-profile,descriptive,descriptive-stable,"
           "descriptive-bands,term-bands,minhash,sketch-200,bbit,simhash,shingles-broder")
TEXTS = ["Low water at eight, Москва и 日本語の文書 ﷺ \0 a😀b", "", "Tides rising, 3.14 and 2024 again"]


@pytest.fixture(scope="module")
def file(rows, tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    texts = TEXTS + [row["text"] for row in rows[:300]]
    path.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n"
                            for i, text in enumerate(texts)))
    return path


@pytest.mark.parametrize("arguments, options", [
    ([], {}),
    (["--methods", METHODS], {"methods": METHODS}),
    (["--methods", METHODS, "--keys"], {"methods": METHODS.split(","), "keys": True}),
    (["--methods", "minhash,bbit,simhash", "--shingles", "char:5", "--permutations", "16",
      "--multiset", "--fold-digits"],
     {"methods": "minhash,bbit,simhash", "shingles": "char:5", "permutations": 16,
      "multiset": True, "fold_digits": True}),
    (["--methods", "text-profile", "--quantRate", "0.2", "--minTokenLen", "4"],
     {"methods": "text-profile", "quantRate": 0.2, "minTokenLen": 4}),
])
def test_against_the_program(arguments, options, rows, file, program, tmp_path):
    model = descry.Model.learn(rows)
    model.save(tmp_path / "model")
    printed = [json.loads(line) for line in
               program("sign", file, "--model", tmp_path / "model", *arguments).splitlines()]
    texts = [json.loads(line)["text"] for line in file.read_text().splitlines()]
    signed = descry.Signer(model, **options).sign(texts)
    assert set(signed) == set(printed[0]) - {"id"}
    for name, values in signed.items():
        assert values == [line[name] for line in printed], name


def test_whatever_holds_texts(rows, texts):
    pa = pytest.importorskip("pyarrow")
    expected = descry.Signer(methods="simhash").sign(texts)
    for data in (rows, pa.Table.from_pylist(rows), pa.array(texts), {"text": texts}):
        assert descry.Signer(methods=["simhash"]).sign(data, threads=2) == expected
    assert descry.Signer(methods="exact").sign("one") == descry.Signer(methods="exact").sign(["one"])
    assert descry.Signer(methods="simhash").sign([None, "", "..."]) == {"simhash": [None] * 3}
    assert descry.Signer(methods="exact").sign([]) == {"exact": []}


def test_what_is_refused():
    with pytest.raises(ValueError, match="best.*use exact"):
        descry.Signer(methods="best")
    with pytest.raises(ValueError, match="needs a model"):
        descry.Signer(methods="descriptive")
    with pytest.raises(ValueError, match="not a kind of shingles"):
        descry.Signer(methods="minhash", shingles="word:0")
    with pytest.raises(TypeError, match="row 1.*int"):
        descry.Signer(methods="exact").sign(["a", 1])


def test_a_column_a_method_without_texts():
    for methods in ("text-profile", "exact,minhash", None):
        signer = descry.Signer(methods=methods)
        assert signer.sign([]) == {name: [] for name in signer.sign(["a"])}
