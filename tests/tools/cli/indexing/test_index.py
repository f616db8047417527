"""descry index: documents in, a collapsible index out."""
import gzip
import json
import os
import pty

import pytest
import xapian

import dump
from made import JAPANESE, RUSSIAN, THAI, make_documents, write_jsonl
from program import ERROR


def ids_by_docid(db):
    db = xapian.Database(str(db))
    return {docid: json.loads(db.get_document(docid).get_data())["id"]
            for docid in dump.docids(db)}


def test_results_and_messages(descry, documents, jsonl, tmp_path):
    result = descry("index", tmp_path / "db", jsonl)
    assert result.out == b""
    assert "descriptive words chosen" in result.err
    assert "2,000 documents indexed (0 replaced)" in result.err
    assert list(ids_by_docid(tmp_path / "db").values()) == [d["id"] for d in documents]
    assert dump.is_sound(tmp_path / "db")


def test_documents_keep_fields_and_text(descry, index, documents):
    db = xapian.Database(str(index))
    for docid, document in enumerate(documents, 1):
        stored = db.get_document(docid)
        assert json.loads(stored.get_data()) == document
        assert b"Q" + document["id"].encode() in [item.term for item in stored.termlist()]


def test_every_value_is_there(index, documents):
    db = xapian.Database(str(index))
    (model,) = set(dump.slot_values(db, dump.SLOTS["state"]).values())
    assert len(model) == 4
    for name in ("exact", "text-profile", "term-profile", "descriptive-stable"):
        assert len(dump.slot_values(db, dump.SLOTS[name])) > 0.98 * len(documents), name
    for slot in dump.SLOTS.values():
        assert db.get_value_freq(slot) == len(dump.slot_values(db, slot))
    for name in ("exact", "descriptive"):
        for key in dump.slot_values(db, dump.SLOTS[name]).values():
            assert len(key) == 14 and key.isprintable()


def test_equal_texts_have_equal_keys_and_others_not(index, documents):
    keys = dump.slot_values(xapian.Database(str(index)), dump.SLOTS["exact"])
    by_text = {}
    for docid, document in enumerate(documents, 1):
        by_text.setdefault(document["text"], set()).add(keys[docid])
    assert all(len(found) == 1 for found in by_text.values())
    assert len(set.union(*by_text.values())) == len(by_text)


def test_threads_do_not_change_a_byte(descry, jsonl, tmp_path):
    dumps = []
    for threads in (1, 2, 7):
        db = tmp_path / f"{threads}.db"
        descry("index", db, jsonl, "--threads", threads)
        dumps.append((dump.all_values(db), dump.metadata(db),
                      descry("groups", db, "--format", "tsv").out))
    assert dumps[0] == dumps[1] == dumps[2]


def test_the_same_input_again_changes_nothing(descry, own_index, jsonl, documents):
    def state():
        # Heads are listed anew, which changes no answer; the next rebuild sorts them in.
        return (dump.all_values(own_index), dump.metadata(own_index, [b"descry:listed"]),
                ids_by_docid(own_index), descry("groups", own_index, "--format", "tsv").out)
    before, bands = state(), dump.metadata(own_index)
    result = descry("index", own_index, jsonl)
    assert "2,000 documents indexed (2,000 replaced)" in result.err
    assert state() == before
    descry("rebuild", own_index)
    assert state() == before and dump.metadata(own_index) == bands


def test_the_same_command_line_may_be_run_again(descry, jsonl, tmp_path):
    options = ["--words", "60", "--distance", "0.1", "--group-order", "longest", "--compact", "--grouping", "fast",
               "--character-keys", "on", "--contained", "0.3", "--keep-apart", "numbers"]
    for _ in range(2):
        descry("index", tmp_path / "db", jsonl, *options)
    descry("annotate", tmp_path / "db", *options)
    for other in (["--words", "61"], ["--distance", "0.2"], ["--group-order", "first"], ["--any-order"], ["--rich"],
                  ["--grouping", "two-level"], ["--character-keys", "off"], ["--contained", "0"],
                  ["--keep-apart", "nothing"]):
        for command in (["index", tmp_path / "db", jsonl], ["annotate", tmp_path / "db"]):
            refused = descry(*command, *other, code=ERROR)
            assert f"already has a model, which {other[0]} does not change; run descry rebuild" in refused.err


def test_the_last_document_with_an_id_wins(descry, tmp_path):
    first = write_jsonl(tmp_path / "a.jsonl", [{"id": "x", "text": "alpha beta"},
                                               {"id": "y", "text": "gamma"},
                                               {"id": "x", "text": "delta"}])
    second = write_jsonl(tmp_path / "b.jsonl", [{"id": "y", "text": "epsilon"}])
    descry("index", tmp_path / "db", first)
    descry("index", tmp_path / "db", second)
    for query, ids in (("alpha", []), ("delta", ["x"]), ("gamma", []), ("epsilon", ["y"])):
        found = descry("search", tmp_path / "db", query, "--format", "json", code=0 if ids else 1)
        assert [result["id"] for result in found.json()["results"]] == ids
    assert descry("info", tmp_path / "db", "--format", "json").json()["documents"] == 2


def test_inputs_of_every_kind(descry, tmp_path):
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("plain words\n")
    (folder / "deep" / "b.html").write_text("<html><title>T</title><p>marked&nbsp;words</html>")
    (folder / "c.jsonl.gz").write_bytes(gzip.compress(b'{"id":"packed","text":"packed words"}\n'))
    named = write_jsonl(tmp_path / "d.jsonl", [{"id": "named", "text": "named words"}])
    descry("index", "db", "folder", named, "-", stdin=b'{"id":7,"text":"piped words"}\n',
           cwd=tmp_path)
    found = descry("search", tmp_path / "db", "words", "--rows", 10, "--format", "json").json()
    assert sorted(result["id"] for result in found["results"]) == [
        "7", "folder/a.txt", "folder/deep/b.html", "named", "packed"]


def test_field_names(descry, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [{"key": "k", "id": "i", "body": "b", "text": "t"}])
    descry("index", tmp_path / "db", file, "--id-field", "key", "--text-field", "body")
    (result,) = descry("search", tmp_path / "db", "b", "--format", "json").json()["results"]
    assert result["id"] == "k"
    descry("search", tmp_path / "db", "t", code=1)


def test_no_store_text(descry, tmp_path, documents):
    file = write_jsonl(tmp_path / "a.jsonl", documents[:3])
    descry("index", tmp_path / "db", file, "--no-store-text")
    db = xapian.Database(str(tmp_path / "db"))
    for docid, document in enumerate(documents[:3], 1):
        stored = json.loads(db.get_document(docid).get_data())
        assert stored == {name: document[name] for name in document if name != "text"}


def test_slots_and_prefix_of_a_new_index(descry, tmp_path, jsonl):
    descry("index", tmp_path / "db", jsonl, "--slot-base", 40, "--id-prefix", "XID")
    db = xapian.Database(str(tmp_path / "db"))
    assert db.get_value_freq(43) == 2000 and db.get_value_freq(1003) == 0
    assert db.term_exists("XIDdoc00000")
    info = descry("info", tmp_path / "db", "--format", "json").json()
    assert info["slots"]["exact"] == 43
    # Once they are laid down they stay: the option is for new indexes.
    more = write_jsonl(tmp_path / "more.jsonl", [{"id": "more", "text": "one more"}])
    descry("index", tmp_path / "db", more)
    assert xapian.Database(str(tmp_path / "db")).term_exists("XIDmore")


def test_languages(descry, index, documents):
    for language, words in (("ja", JAPANESE), ("th", THAI), ("ru", RUSSIAN)):
        having = {d["id"] for d in documents if d["lang"] == language and words[3] in d["text"]}
        assert len(having) > 3
        found = descry("search", index, words[3], "--collapse", "none", "--rows", 2000,
                       "--format", "json").json()
        # Two words side by side may read as one longer word, so a few may be missed.
        ids = {result["id"] for result in found["results"]}
        assert ids <= having and len(ids) > 0.5 * len(having), language


def test_short_documents_have_no_descriptive_keys(descry, own_index, tmp_path):
    words = [f"word{i}" for i in range(30)]
    short = write_jsonl(tmp_path / "short.jsonl", [
        {"id": "short", "text": " ".join(words[:29])}, {"id": "empty", "text": ""}])
    descry("index", own_index, short)
    db = xapian.Database(str(own_index))
    for id, slots in (("short", {"exact", "text-profile", "term-profile", "state", "term-bands",
                               "sequence-keys"}),
                      ("empty", {"state"})):
        (docid,) = [posting.docid for posting in db.postlist("Q" + id)]
        values = {value.num for value in db.get_document(docid).values()}
        assert values == {dump.SLOTS[name] for name in slots}


def test_a_small_index_says_what_it_lacks(descry, tmp_path, documents):
    file = write_jsonl(tmp_path / "a.jsonl", documents[:300])
    result = descry("index", tmp_path / "db", file)
    assert result.err.count(
        "descry: small index: comparing each document with every head\n") == 1
    assert descry("groups", tmp_path / "db", "--by", "exact", "--format", "tsv").lines
    assert "results are not collapsed" not in descry("search", tmp_path / "db", "*").err
    result = descry("search", tmp_path / "db", "*", "--collapse", "descriptive")
    assert "results are not collapsed" in result.err
    # The groups are complete without words: they are those of an index that has them.
    groups = dump.parted(dump.all_values(tmp_path / "db"))
    assert len(groups) > 20
    # Who names a number gets words all the same.
    descry("rebuild", tmp_path / "db", "--words", 200)
    assert descry("info", tmp_path / "db", "--format", "json").json()["model"]["words"] > 0
    assert dump.parted(dump.all_values(tmp_path / "db")) == groups


def test_a_model_comes_when_there_are_enough_documents(descry, tmp_path):
    documents = make_documents(2100, seed=5, length=(32, 50))
    first = write_jsonl(tmp_path / "1.jsonl", documents[:400])
    second = write_jsonl(tmp_path / "2.jsonl", documents[400:1999])
    third = write_jsonl(tmp_path / "3.jsonl", documents[1999:])
    def model():
        info = descry("info", tmp_path / "db", "--format", "json").json()
        assert info["stale_documents"] == 0 and info["groups_complete"]
        return info["model"]
    for file in (first, second):
        descry("index", tmp_path / "db", file)
        assert model()["words"] == 0
    descry("index", tmp_path / "db", third)
    assert model()["words"] > 0 and model()["documents"] == 2100
    whole = write_jsonl(tmp_path / "all.jsonl", documents)
    descry("index", tmp_path / "whole", whole)
    assert dump.all_values(tmp_path / "whole") == dump.all_values(tmp_path / "db")
    assert dump.model_bytes(tmp_path / "whole") == dump.model_bytes(tmp_path / "db")


def test_quiet_says_nothing(descry, tmp_path, jsonl):
    assert descry("index", tmp_path / "db", jsonl, "--quiet").err == ""


def test_quiet_still_names_what_was_refused(descry, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    assert f"{bad}:1: " in descry("index", tmp_path / "db", bad, "--quiet", code=ERROR).err


def run_on_terminal(command):
    """Runs a command whose stderr is a terminal; returns what it wrote there."""
    leader, follower = pty.openpty()
    pid = os.fork()
    if pid == 0:
        os.dup2(follower, 2)
        os.execv(command[0], command)
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # the last follower was closed
            break
        if not piece:
            break
        shown += piece
    os.close(leader)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return shown


@pytest.mark.parametrize("quiet", [False, True], ids=["shown", "quiet"])
def test_progress_is_for_terminals(descry, tmp_path, jsonl, quiet):
    command = descry.command("index", tmp_path / "db", jsonl, *(["--quiet"] if quiet else []))
    shown = run_on_terminal(command)
    assert (b"KiB indexed: " in shown) == (not quiet)
    assert b"KiB indexed" not in descry("index", tmp_path / "db", jsonl).err.encode()
