"""A program beside descry: adds documents, deletes the oldest of them and commits every 10, without
a pause, until it is ended. Before each commit it writes down what an index of that revision holds.

usage: busy_writer.py DB LOG
"""
import itertools
import json
import sys

import xapian

import dump

BATCH = 10
# Documents of its own that it leaves in the index.
KEPT = 100
BODY_WORDS = 40


def original(db):
    """docid -> key of its group, of the documents that were there before."""
    return dict.fromkeys(dump.docids(db), None) | dump.slot_values(db, dump.SLOTS["group"])


def body_terms(db):
    return sum(not term[:1].isupper() for term in
               (dump.text_of(item.term) for item in db.allterms()))


def revision_of(keys, terms):
    """What there is to count in a revision, by the document's keys."""
    groups = [members for _, members in dump.groups_of(
        {docid: key for docid, key in keys.items() if key})]
    grouped = sum(map(len, groups))
    without_key = sum(not key for key in keys.values())
    return {"documents": len(keys), "groups": len(groups), "grouped": grouped,
            "results": len({key for key in keys.values() if key}) + without_key, "terms": terms}


def write_on(path, log):
    db = xapian.WritableDatabase(path, xapian.DB_OPEN)
    keys, terms = original(db), body_terms(db)
    common = [dump.text_of(item.term) for item in db.allterms() if item.termfreq > 50]
    common = [term for term in common if not term[0].isupper()][:BODY_WORDS]
    own = []
    for number in itertools.count():
        print(json.dumps(revision_of(keys, terms)), file=log, flush=True)
        db.commit()
        if number == 0:
            print("writing", flush=True)
        for i in range(BATCH):
            document = xapian.Document()
            for term in common:
                document.add_term(term, 1 + (number + i) % 3)
            document.add_term(f"own{number:08}x{i}")
            # Pairs and, in every other batch, groups of four: groups and documents go apart.
            key = f"busy{number:08}{i // (2 if number % 2 else 4)}"
            document.add_value(dump.SLOTS["group"], key)
            docid = db.add_document(document)
            own.append(docid)
            keys[docid] = key
        terms += BATCH
        # Not as many as come, so that every revision near another one differs from it.
        for docid in own[:max(0, len(own) - KEPT + number % 7)]:
            db.delete_document(docid)
            own.remove(docid)
            del keys[docid]
            terms -= 1


if __name__ == "__main__":
    with open(sys.argv[2], "w", encoding="utf-8") as log_file:
        write_on(sys.argv[1], log_file)
