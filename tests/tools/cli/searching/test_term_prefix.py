"""Indexes whose texts' words stand under a prefix: mu's, and those of other programs."""
import email.message
import email.utils
import os
import shutil
import subprocess

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR

WARNING = "have no words"


def build(path, documents, prefix):
    """The words of texts under a prefix, those of titles under another, and boolean terms."""
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    for document in documents:
        made = xapian.Document()
        generator.set_document(made)
        generator.index_text(document["title"], 1, "S")
        generator.increase_termpos()
        generator.index_text(document["text"], 1, prefix)
        made.add_boolean_term("Q" + document["id"])
        made.add_boolean_term("XSOMETHINGelse")
        made.set_data('{"title": "%s"}' % document["title"])
        db.add_document(made)
    db.close()
    return path


def groups_by_id(descry, db, *arguments, code=None):
    lines = descry("groups", db, *arguments, "--format", "json", code=code).json_lines()
    return sorted([(member["id"], member["similarity"]) for member in group["members"]]
                  for group in lines)


@pytest.fixture(scope="module", params=["B", "XBODY"])
def prefix(request):
    return request.param


@pytest.fixture(scope="module")
def few(documents):
    return [document for document in documents if document["lang"] == "en"][:300]


@pytest.fixture(scope="module")
def prefixed(few, prefix, tmp_path_factory):
    return build(tmp_path_factory.mktemp("prefixed") / "db", few, prefix)


@pytest.fixture
def db(prefixed, tmp_path):
    return shutil.copytree(prefixed, tmp_path / "db")


@pytest.fixture(scope="module")
def expected(descry, few, tmp_path_factory):
    """The groups of the same texts in terms without prefix, of which weights are equal but for
    the prefix's length."""
    db = build(tmp_path_factory.mktemp("bare") / "db", few, "")
    descry("annotate", db)
    groups = groups_by_id(descry, db)
    assert len(groups) > 20
    return {frozenset(id for id, _ in group) for group in groups}


def check(descry, db, prefix, expected):
    groups = groups_by_id(descry, db)
    found = {frozenset(id for id, _ in group) for group in groups}
    assert len(found & expected) > 0.9 * len(expected)
    info = descry("info", db, "--format", "json").json()
    assert info["term_prefix"] == info["model"]["term_prefix"] == prefix
    assert info["stale_documents"] == 0


@pytest.mark.parametrize("command", ["annotate", "rebuild"])
def test_the_prefix_is_named_once(descry, db, few, prefix, expected, command, tmp_path):
    before = dump.everything_else(db)
    result = descry(command, db, "--term-prefix", prefix)
    assert WARNING not in result.err
    check(descry, db, prefix, expected)
    # Later runs know it.
    groups = groups_by_id(descry, db)
    assert "0 examined" in descry("annotate", db).err
    assert "0 written" in descry("rebuild", db).err
    assert "0 written" in descry("annotate", db, "--all", "--term-prefix", prefix).err
    assert groups_by_id(descry, db) == groups
    (head, _), (member, similarity), *_ = groups[0]
    rows = descry("similar", db, head, "--format", "json").json_lines()
    assert {"id": member, "similarity": similarity}.items() <= next(
        row for row in rows if row["id"] == member).items()
    told = descry("explain", db, head, member, "--format", "json").json()
    assert told["same_group"] and told["similarity"] == similarity
    assert told["a"]["body_length"] == len(
        next(document for document in few if document["id"] == head)["text"].split())
    word = few[0]["text"].split()[0]
    found = descry("search", db, word, "--collapse", "none", "--rows", 1000, "--format", "json")
    assert {row["id"] for row in found.json()["results"]} == {
        document["id"] for document in few if word in document["text"].split()}
    # Another program adds a document, which has nothing of descry.
    again = {**next(document for document in few if document["id"] == head), "id": "again"}
    writer = xapian.WritableDatabase(str(db), xapian.DB_OPEN)
    other = xapian.Database(str(build(tmp_path / "one", [again], prefix)))
    writer.add_document(other.get_document(1))
    writer.close()
    assert "1 examined, 1 written" in descry("annotate", db).err
    assert any({"again", head} <= {id for id, _ in group} for group in groups_by_id(descry, db))
    writer = xapian.WritableDatabase(str(db), xapian.DB_OPEN)
    writer.delete_document("Qagain")
    writer.close()
    descry("annotate", db)
    documents, metadata, *rest = dump.everything_else(db)
    assert documents == before[0]


def test_without_it_a_warning_names_the_prefixes(descry, db, few, prefix, expected):
    for command in ("annotate", "rebuild"):
        result = descry(command, db)
        (line,) = [line for line in result.err.splitlines() if WARNING in line]
        assert line.startswith("descry: warning: 256 of 256 documents ")
        named = line.split("prefixes exist: ")[1]
        words = sum(len(document["text"].split()) for document in few) / len(few)
        assert named.startswith(f"{prefix} (")
        assert float(named.split()[1].lstrip("(")) == pytest.approx(words, rel=0.1)
        assert ", S (" in named and "XSOMETHING" not in named and "--term-prefix" in named
    assert groups_by_id(descry, db) == []
    # Nothing was examined, nothing is said.
    assert WARNING not in descry("annotate", db).err
    # Naming it then mends the index.
    assert WARNING not in descry("annotate", db, "--term-prefix", prefix).err
    check(descry, db, prefix, expected)
    # And back again.
    assert WARNING in descry("annotate", db, "--term-prefix", "").err
    assert groups_by_id(descry, db) == []


def test_a_run_that_was_stopped_after_the_prefix_was_kept(descry, db, prefix, expected):
    """As a kill leaves it: the schema names the prefix, the model is still that of other terms."""
    descry("annotate", db)
    writer = xapian.WritableDatabase(str(db), xapian.DB_OPEN)
    schema = writer.get_metadata("descry:schema").replace(
        b'"term_prefix":""', b'"term_prefix":"%s"' % prefix.encode())
    writer.set_metadata("descry:schema", schema)
    writer.close()
    descry("annotate", db)
    check(descry, db, prefix, expected)


def test_a_model_of_these_terms_is_imported(descry, db, prefixed, prefix, expected, tmp_path):
    other = shutil.copytree(prefixed, tmp_path / "other")
    descry("annotate", other, "--term-prefix", prefix)
    descry("model", "export", other, tmp_path / "model")
    descry("model", "import", db, tmp_path / "model")
    descry("annotate", db)
    check(descry, db, prefix, expected)
    # One that waits and is of other terms is not used.
    descry("model", "import", db, tmp_path / "model")
    descry("annotate", db, "--term-prefix", "S")
    assert descry("info", db, "--format", "json").json()["model"]["term_prefix"] == "S"


def test_statistics_and_a_dry_run(descry, db, few, prefix, tmp_path):
    result = descry("stats", "export", db, tmp_path / "stats", "--term-prefix", prefix)
    assert f"{len(few)} documents" in result.err.replace(",", "")
    descry("stats", "export", db, tmp_path / "none")
    assert b'"term_prefix":"%s"' % prefix.encode() in (tmp_path / "stats").read_bytes()
    told = descry("rebuild", db, "--dry-run", "--term-prefix", prefix, "--format", "json").json()
    assert told["groups"]["after"] > 20
    assert xapian.Database(str(db)).get_metadata("descry:schema") == b""
    descry("annotate", db)
    told = descry("rebuild", db, "--dry-run", "--term-prefix", prefix, "--format", "json").json()
    assert told["groups"]["after"] > 20 and told["before"] is None


@pytest.mark.parametrize("bad", ["b", "B:", "Bé", "A" * 65, "1"])
def test_what_is_no_prefix(descry, db, bad):
    for command in (["annotate", db], ["rebuild", db], ["stats", "export", db, "file"]):
        assert "--term-prefix" in descry(*command, "--term-prefix", bad, code=ERROR).err
    assert xapian.Database(str(db)).get_metadata("descry:schema") == b""


def test_an_index_of_descry_has_none(descry, own_index):
    values = dump.all_values(own_index)
    for command in ("annotate", "rebuild"):
        assert "--term-prefix" in descry(command, own_index, "--term-prefix", "B", code=ERROR).err
    descry("annotate", own_index, "--term-prefix", "")
    assert dump.all_values(own_index) == values


def test_an_own_index_of_empty_documents_is_no_reason_to_warn(descry, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": str(i), "text": ""} for i in range(10)])
    descry("index", tmp_path / "db", file)
    assert WARNING not in descry("rebuild", tmp_path / "db").err


def test_mu(descry, few, tmp_path, expected):
    if not shutil.which("mu"):
        pytest.skip("mu is not installed (package maildir-utils)")
    for name in ("cur", "new", "tmp"):
        (tmp_path / "mail" / name).mkdir(parents=True)
    for number, document in enumerate(few):
        message = email.message.EmailMessage()
        message["From"] = "someone@example.org"
        message["Subject"] = document["title"]
        message["Message-ID"] = f"<{document['id']}@example.org>"
        message["Date"] = email.utils.formatdate(1_700_000_000 + number)
        message.set_content(document["text"])
        (tmp_path / "mail" / "cur" / f"{document['id']}:2,S").write_bytes(message.as_bytes())
    home = tmp_path / ".cache" / "mu"
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / ".cache")}
    for command in (["init", f"--maildir={tmp_path}/mail"], ["index"]):
        subprocess.run(["mu", *command], env=environment, check=True, capture_output=True)
    result = descry("annotate", home)
    assert "prefixes exist: B (" in result.err and f"using {home}/xapian" in result.err
    descry("annotate", home, "--term-prefix", "B", "--id-prefix", "I")
    groups = descry("groups", home, "--format", "json").json_lines()
    found = {frozenset(member["id"].removesuffix("@example.org") for member in group["members"])
             for group in groups}
    assert len(found & expected) > 0.9 * len(expected)
    titles = {f"{document['id']}@example.org": document["title"] for document in few}
    assert all(member["title"] == titles[member["id"]]
               for group in groups for member in group["members"])
    # mu goes on with it.
    done = subprocess.run(["mu", "find", few[0]["text"].split()[0]], env=environment,
                          capture_output=True)
    assert done.returncode == 0, done.stderr
