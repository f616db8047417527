"""Groups while an index lives: documents that come, change and go, by descry and by others."""
import shutil
import subprocess

import pytest
import xapian

import dump
from made import write_jsonl

SLOT = dump.SLOTS["group"]


def near_copy(document, id):
    """The same text with one word of its middle left out."""
    words = document["text"].split()
    del words[len(words) // 2]
    return {**document, "id": id, "text": " ".join(words)}


def group_of(descry, db, id):
    """The ids of the members of a document's group, the head's first; None when it is in none."""
    for group in descry("groups", db, "--format", "json", "--quiet").json_lines():
        ids = [member["id"] for member in group["members"]]
        if id in ids:
            return ids
    return None


def check_groups(descry, db):
    """What is told of groups is what is stored, each member near its head as explain measures it."""
    reader = xapian.Database(str(db))
    values = dump.slot_values(reader, SLOT)
    groups = descry("groups", db, "--format", "json", "--quiet").json_lines()
    told = {group["key"]: sorted(m["docid"] for m in group["members"]) for group in groups}
    assert told == dict(dump.groups_of(values))
    for group in groups[:: max(1, len(groups) // 25)]:
        head, *members = group["members"]
        for member in members[:3]:
            measured = descry("explain", db, f"#{head['docid']}", f"#{member['docid']}",
                              "--format", "json").json()
            assert measured["similarity"] == member["similarity"], (head, member)
    return groups


def alone(values, documents):
    """A document in no group, of English words."""
    return next(docid for docid in values if SLOT not in values[docid]
                and documents[docid - 1]["lang"] == "en")


def test_a_newcomer_joins_at_once(descry, own_index, documents, tmp_path):
    values = dump.all_values(own_index)
    (_, members), *_ = dump.groups_of({d: v[SLOT] for d, v in values.items() if SLOT in v}, 3)
    single = documents[alone(values, documents) - 1]
    ids = {documents[docid - 1]["id"] for docid in members}
    head = group_of(descry, own_index, min(ids))[0]
    leader = next(document for document in documents if document["id"] == head)
    file = write_jsonl(tmp_path / "new.jsonl", [near_copy(leader, "joins"),
                                                near_copy(single, "founds")])
    assert "descriptive words chosen" not in descry("index", own_index, file).err
    assert group_of(descry, own_index, "joins") == [head, *sorted(ids - {head}), "joins"]
    assert group_of(descry, own_index, "founds") == [single["id"], "founds"]
    check_groups(descry, own_index)
    assert descry("info", own_index, "--format", "json").json()["stale_documents"] == 0
    # Searched, they collapse.
    found = descry("search", own_index, "*", "--rows", 3000, "--expand", 99, "--format",
                   "json").json()
    shown = {m["id"]: r["id"] for r in found["results"] for m in r["members"]}
    assert shown["founds"] == single["id"]
    # A rebuild finds the same.
    before = dump.parted(dump.all_values(own_index))
    descry("rebuild", own_index)
    assert dump.parted(dump.all_values(own_index)) == before


def test_a_replaced_head_hands_on(descry, own_index, documents, tmp_path):
    group = next(group for group in descry("groups", own_index, "--format", "json").json_lines()
                 if group["size"] == 3)
    head, second, third = (member["id"] for member in group["members"])
    stranger = {"id": head, "text": " ".join(f"stranger{i}" for i in range(60))}
    descry("index", own_index, write_jsonl(tmp_path / "a.jsonl", [stranger]))
    assert group_of(descry, own_index, second) == [second, third]
    assert group_of(descry, own_index, head) is None
    check_groups(descry, own_index)
    # Back again it is a member of the group that it once led.
    original = next(document for document in documents if document["id"] == head)
    descry("index", own_index, write_jsonl(tmp_path / "b.jsonl", [original]))
    assert group_of(descry, own_index, head) == [second, head, third]
    check_groups(descry, own_index)


def test_the_last_member_goes(descry, own_index, tmp_path):
    group = next(group for group in descry("groups", own_index, "--format", "json").json_lines()
                 if group["size"] == 2)
    head, member = (member["id"] for member in group["members"])
    descry("index", own_index, write_jsonl(tmp_path / "a.jsonl", [
        {"id": member, "text": " ".join(f"stranger{i}" for i in range(60))}]))
    assert group_of(descry, own_index, head) is None
    db = xapian.Database(str(own_index))
    assert group["key"] not in dump.slot_values(db, SLOT).values()


def delete(db, docids):
    writer = xapian.WritableDatabase(str(db), xapian.DB_OPEN)
    for docid in docids:
        writer.delete_document(docid)
    writer.close()


def test_deleted_by_another_program(descry, own_index):
    """Whoever is gone is not shown; the next annotation hands on what has lost its head."""
    groups = descry("groups", own_index, "--format", "json").json_lines()
    chosen = [group for group in groups if group["size"] >= 3][:6]
    heads = [group["members"][0]["docid"] for group in chosen[:3]]
    others = [group["members"][1]["docid"] for group in chosen[3:]]
    delete(own_index, heads + others)

    def expected():
        return {tuple(m["docid"] for m in group["members"]
                      if m["docid"] not in heads + others) for group in chosen}
    listed = check_groups(descry, own_index)
    assert expected() <= {tuple(sorted(m["docid"] for m in group["members"])) if
                          group["key"] in [c["key"] for c in chosen[:3]] else
                          tuple(m["docid"] for m in group["members"]) for group in listed}
    found = descry("search", own_index, "*", "--rows", 3000, "--expand", 99, "--format",
                   "json").json()
    assert sum(result["size"] for result in found["results"]) == 2000 - len(heads + others)
    descry("annotate", own_index)
    repaired = check_groups(descry, own_index)
    assert expected() <= {tuple(m["docid"] for m in group["members"]) for group in repaired}
    keys = {group["key"] for group in repaired}
    assert not keys & {group["key"] for group in chosen[:3]}
    assert {group["key"] for group in chosen[3:]} <= keys
    before = dump.parted(dump.all_values(own_index))
    descry("rebuild", own_index)
    assert dump.parted(dump.all_values(own_index)) == before


def compact(source, target, *arguments):
    done = subprocess.run(["xapian-compact", *arguments, str(source), str(target)],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.parametrize("renumber", [False, True], ids=["kept", "renumbered"])
def test_compacted(descry, own_index, tmp_path, renumber):
    """Without the first documents a compaction numbers all others anew; records name the old
    numbers, and must not be believed."""
    delete(own_index, range(1, 8))
    before = descry("groups", own_index, "--format", "json").json_lines()
    db = compact(own_index, tmp_path / "db", *([] if renumber else ["--no-renumber"]))
    first = xapian.Database(str(db)).postlist("")
    assert next(first).docid == (1 if renumber else 8)

    def as_ids(groups):
        return sorted(sorted(member["id"] for member in group["members"]) for group in groups)
    assert as_ids(check_groups(descry, db)) == as_ids(before)
    found = descry("search", db, "*", "--rows", 3000, "--expand", 99, "--format", "json").json()
    by_id = {frozenset(ids) for ids in as_ids(before)}
    for result in found["results"]:
        ids = frozenset([result["id"], *[member["id"] for member in result["members"]]])
        assert len(ids) == result["size"] and (len(ids) == 1 or ids in by_id)
    for group in before[:10]:
        a, b = (member["id"] for member in group["members"][:2])
        told = descry("explain", db, a, b, "--format", "json").json()
        assert told["same_group"]
    # Made anew the records are right: what comes then, comes into the right group.
    descry("annotate", db, "--all")
    assert as_ids(check_groups(descry, db)) == as_ids(before)
    again = shutil.copytree(db, tmp_path / "again")
    descry("rebuild", again)
    assert as_ids(check_groups(descry, again)) == as_ids(before)


def test_newcomers_after_a_renumbering(descry, own_index, documents, tmp_path):
    delete(own_index, range(1, 8))
    db = compact(own_index, tmp_path / "db")
    descry("annotate", db, "--all")
    values = dump.all_values(db)
    single = next(docid + 7 for docid in values if SLOT not in values[docid]
                  and documents[docid + 6]["lang"] == "en")
    document = documents[single - 1]
    descry("index", db, write_jsonl(tmp_path / "a.jsonl", [near_copy(document, "newcomer")]))
    assert group_of(descry, db, "newcomer") == [document["id"], "newcomer"]


def test_compacted_into_one(descry, index, documents, tmp_path):
    """Two indexes with the same model made one: groups of the one go on in the other."""
    descry("model", "export", index, tmp_path / "model")
    parts = []
    for name, part in (("a", documents[:1000]), ("b", documents[1000:])):
        db = tmp_path / name
        descry("index", db, write_jsonl(tmp_path / f"{name}.jsonl", part))
        descry("model", "import", db, tmp_path / "model")
        descry("annotate", db)
        parts.append(db)
    done = subprocess.run(["xapian-compact", *map(str, parts), str(tmp_path / "db")],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    check_groups(descry, tmp_path / "db")
    descry("rebuild", tmp_path / "db")
    assert dump.all_values(tmp_path / "db") == dump.all_values(index)
