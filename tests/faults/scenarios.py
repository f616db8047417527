"""The commands that write, what each begins with, and what may stand there at any moment."""
import json
import shutil
from dataclasses import dataclass

import xapian

import dump
from made import make_documents, write_jsonl

# Small commits, so that there are many moments between them.
ENVIRONMENT = {"XAPIAN_FLUSH_THRESHOLD": "100"}
DOCUMENTS = 500
MORE = 150
# What an export that was stopped leaves beside its file.
PARTS = "out.part-*"
DEDUPLICATE = ("deduplicate", "{own}/db", "--by", "group", "--score", "score")


@dataclass(frozen=True)
class Scenario:
    """A command and what it writes: the database {own}/db, or the file {own}/out."""
    name: str
    arguments: tuple
    # What {own} holds before, below the world's folder; None: nothing.
    start: str | None = None
    writes: str = "db"
    # Whether each document ends under the same docid when the command is run again: one that was
    # overwritten, and comes a second time, gets a new one.
    docids_stay: bool = True
    # Exit codes of a run after one that may have done it all.
    codes_again: tuple = (0,)

    def prepare(self, world, own):
        if own.exists():
            shutil.rmtree(own)
        if self.start:
            shutil.copytree(world / self.start, own)
        else:
            own.mkdir()
        return self.command(world, own)

    def command(self, world, own):
        return [argument.format(own=own, world=world) for argument in self.arguments]

    def env(self):
        return ENVIRONMENT

    def run_again(self, descry, arguments):
        done = descry(*arguments, env=self.env(), code=None)
        assert done.code in self.codes_again, done.err


SCENARIOS = [
    Scenario("index-new", ("index", "{own}/db", "{world}/docs.jsonl", "--words", "60")),
    Scenario("index-more", ("index", "{own}/db", "{world}/more.jsonl"), "indexed"),
    Scenario("annotate-all", ("annotate", "{own}/db", "--commit-every", "50", "--words", "60"),
             "foreign"),
    Scenario("annotate-some", ("annotate", "{own}/db", "--commit-every", "10"), "rewritten"),
    Scenario("annotate-next", ("annotate", "{own}/db", "--commit-every", "50"), "next"),
    Scenario("index-chain", ("index", "{own}/db", "{world}/more.jsonl"), "chained",
             docids_stay=False),
    Scenario("deduplicate-mark", (*DEDUPLICATE, "--mark", "slot:90"), "scored"),
    # Once it is done, there is nothing left to find.
    Scenario("deduplicate-delete", (*DEDUPLICATE, "--delete", "--yes"), "scored", codes_again=(0, 1)),
    # Once they are gone, their ids are unknown.
    Scenario("delete", ("delete", "{own}/db", *(f"#{docid}" for docid in range(5, 300, 7))),
             "indexed", codes_again=(0, 2)),
    Scenario("rebuild", ("rebuild", "{own}/db", "--words", "80"), "indexed"),
    Scenario("rebuild-model", ("rebuild", "{own}/db", "--words", "80", "--model-only"), "indexed"),
    Scenario("model-import", ("model", "import", "{own}/db", "{world}/model"), "indexed"),
    Scenario("calibrate", ("evaluate", "{own}/db", "--calibrate", "--sample", "50"), "indexed"),
    Scenario("model-export", ("model", "export", "{own}/db", "{own}/out", "--force"), "with-out", "out"),
    Scenario("model-make", ("model", "make", "{world}/stats", "{own}/out", "--words", "60", "--force"),
             "with-out", "out"),
    Scenario("stats-export", ("stats", "export", "{own}/db", "{own}/out", "--force"), "with-out", "out"),
    Scenario("stats-merge", ("stats", "merge", "{world}/stats", "{world}/stats", "--output", "{own}/out", "--force"),
             "with-out", "out"),
    Scenario("stats-count", ("stats", "count", "{world}/docs.jsonl", "--output", "{own}/out", "--force"), "with-out",
             "out"),
    Scenario("prepare", ("prepare", "{own}/db", "--output", "{own}/out", "--force"), "with-out", "out"),
    Scenario("combine", ("combine", "{world}/prepared", "--output", "{own}/out", "--force"), "with-out", "out"),
    Scenario("uniq", ("uniq", "{world}/docs.jsonl", "--groups", "{own}/out", "--force"), "with-out", "out"),
    Scenario("update", ("uniq", "{world}/more.jsonl", "--update", "{own}/out"), "with-state", "out"),
    Scenario("groups-import", ("groups", "import", "{own}/db", "{world}/groups"), "next"),
    Scenario("make-gold", ("evaluate", "{world}/docs.jsonl", "--make-gold", "{own}/out", "--force"),
             "with-out", "out"),
]
# What the outputs held before.
OLD_OUTPUT = b"what was there before"


def prepare_world(descry, world):
    """The collections, and each index that a command begins with in a folder of its own."""
    # No Japanese, Thai or Chinese: without memory for a dictionary, ICU says nothing, and tries again
    # for every character.
    documents = [document for document in make_documents(2 * DOCUMENTS, seed=21, length=(32, 60))
                 if document["lang"] == "en"]
    write_jsonl(world / "docs.jsonl", documents[:DOCUMENTS])
    # Some are known already, as they were or changed.
    changed = [{**document, "text": document["text"] + " changed"} for document in documents[40:60]]
    write_jsonl(world / "more.jsonl", documents[:20] + changed +
                documents[DOCUMENTS:DOCUMENTS + MORE])

    for folder in ("indexed", "other", "foreign"):
        (world / folder).mkdir()
    descry("index", world / "indexed" / "db", world / "docs.jsonl", "--words", 60)
    descry("index", world / "other" / "db", world / "docs.jsonl", "--words", 40)
    descry("model", "export", world / "other" / "db", world / "model")
    descry("stats", "export", world / "indexed" / "db", world / "stats")
    descry("prepare", world / "other" / "db", "--output", world / "prepared")
    descry("combine", world / "prepared", "--output", world / "groups")

    # The index keeps the chain, which overwrites documents of the same profile.
    (world / "chained").mkdir()
    (world / "chain.json").write_text(json.dumps(
        {"signatureClass": "TextProfileSignature", "fields": "text", "signatureField": "sig"}))
    descry("index", world / "chained" / "db", world / "docs.jsonl", "--words", 60,
           "--chain", world / "chain.json")

    (world / "scored").mkdir()
    write_jsonl(world / "scored.jsonl", [{**document, "score": number} for number, document
                                         in enumerate(documents[:DOCUMENTS])])
    descry("index", world / "scored" / "db", world / "scored.jsonl", "--words", 60,
           "--value", "score:80:number")

    db = xapian.WritableDatabase(str(world / "foreign" / "db"), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    for document in documents[:DOCUMENTS]:
        made = xapian.Document()
        generator.set_document(made)
        generator.index_text(document["text"])
        made.add_boolean_term("Q" + document["id"])
        db.add_document(made)
    db.close()

    shutil.copytree(world / "indexed", world / "rewritten")
    db = xapian.WritableDatabase(str(world / "rewritten" / "db"), xapian.DB_OPEN)
    for docid in range(5, DOCUMENTS, 11):
        document = db.get_document(docid)
        document.clear_values()
        db.replace_document(docid, document)
    db.close()

    shutil.copytree(world / "indexed", world / "next")
    descry("model", "import", world / "next" / "db", world / "model")

    shutil.copytree(world / "indexed", world / "with-out")
    (world / "with-out" / "out").write_bytes(OLD_OUTPUT)
    (world / "with-state").mkdir()
    descry("uniq", world / "docs.jsonl", "--update", world / "with-state" / "out")
    return world


MODEL_SLOTS = [dump.SLOTS[name]
               for name in ("group", "descriptive", "descriptive-stable", "state", "term-bands")]


def rows_of(db):
    """docid -> the values that depend on the model."""
    return {docid: {slot: value for slot, value in row.items() if slot in MODEL_SLOTS}
            for docid, row in dump.all_values(db).items()}


@dataclass
class Ends:
    """What a command begins with and what an undisturbed run ends with."""
    scenario: Scenario
    before: object
    after: object
    rows_before: dict
    rows_after: dict


def ends_of(descry, world, scenario, own):
    arguments = scenario.prepare(world, own)
    before = state_of(descry, scenario, own)
    rows_before = rows_of(own / "db") if (own / "db").exists() else {}
    descry(*arguments, env=scenario.env())
    rows_after = rows_of(own / "db") if (own / "db").exists() else {}
    return Ends(scenario, before, state_of(descry, scenario, own), rows_before, rows_after)


def state_of(descry, scenario, own):
    """What is to be the same however the command came to its end."""
    if scenario.writes == "out":
        # What a kill leaves has a name of its own, which no later run takes up.
        names = sorted({file.name for file in own.iterdir()} - {"db"} -
                       {file.name for file in own.glob(PARTS)})
        return {name: (own / name).read_bytes() for name in names}
    db = own / "db"
    if not (db / "iamglass").exists():
        return None
    if not scenario.docids_stay:
        return values_by_id(db)
    # Documents that are indexed once more are listed anew, which changes no answer.
    but = [b"descry:listed", b"descry:bands"] if scenario.name.startswith("index") else []
    return (dump.all_values(db), dump.metadata(db, but), texts_of(db),
            descry("groups", db, "--format", "tsv", "--quiet", code=None).out)


def texts_of(db):
    reader = xapian.Database(str(db))
    return {docid: reader.get_document(docid).get_data() for docid in dump.docids(reader)}


def values_by_id(db):
    """What each document holds, but for its group: which of its members is the head hangs on docids."""
    rows = dump.all_values(db)
    ids = {posting.docid: item.term for reader in [xapian.Database(str(db))]
           for item in reader.allterms("Q") for posting in reader.postlist(item.term)}
    return {ids[docid]: without_group(row, dump.SLOTS["group"]) for docid, row in rows.items()}


def check_accident(descry, ends, own):
    """What holds at any moment: the index opens and is sound, searches and lists answer, and no key
    stands with documents of two models. @return whether some of the work was there"""
    if ends.scenario.writes == "out":
        state = state_of(descry, ends.scenario, own)
        assert state in (ends.before, ends.after), {name: len(b) for name, b in state.items()}
        return any(own.glob(PARTS)) or state == ends.after
    db = own / "db"
    if not (db / "iamglass").exists():
        assert not ends.rows_before
        return False
    assert dump.is_sound(db)
    rows = rows_of(db)
    check_rows(rows, ends)
    found = descry("search", db, "*", "--format", "json", code=None)
    assert found.code == (0 if rows else 1), found.err
    listed = descry("groups", db, "--format", "json", code=None)
    assert listed.code in (0, 1), listed.err
    for group in listed.json_lines():
        assert 2 <= group["size"] == len(group["members"])
        assert {rows[member["docid"]].get(dump.SLOTS["group"]) for member in group["members"]} == {
            group["key"].encode()}
    return rows not in ({}, ends.rows_before, ends.rows_after)


def check_rows(rows, ends):
    """Each document is as before or as after, but for its group; equal keys are of one model."""
    group_slot = dump.SLOTS["group"]
    models_of_key = {}
    for docid, row in rows.items():
        row = dict(row)
        group = row.pop(group_slot, None)
        state = row.get(dump.SLOTS["state"])
        was, becomes = (without_group(rows_of_end.get(docid, {}), group_slot)
                        for rows_of_end in (ends.rows_before, ends.rows_after))
        assert ends.scenario.name.startswith("index") or row in (was, becomes), docid
        for slot in (dump.SLOTS["descriptive"], dump.SLOTS["descriptive-stable"]):
            if slot in row:
                models_of_key.setdefault((slot, row[slot]), set()).add(state)
        if group is not None and not ends.scenario.name.startswith("index"):
            known = {end.get(docid, {}).get(group_slot)
                     for end in (ends.rows_before, ends.rows_after)}
            assert group in known or ends.scenario.name == "annotate-some", docid
    assert all(len(models) == 1 for models in models_of_key.values())


def without_group(row, group_slot):
    return {slot: value for slot, value in row.items() if slot != group_slot}
