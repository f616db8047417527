"""What an index holds, read by Xapian's Python bindings: a second pair of eyes on what descry wrote."""
import subprocess

import xapian

# Offsets from the slot base (docs: stored-format).
DESCRIPTIVE, TEXT_PROFILE, EXACT, TERM_PROFILE, STATE, DESCRIPTIVE_STABLE = 1, 2, 3, 4, 5, 6
SLOT_BASE = 1000
SLOTS = {"descriptive": 1001, "text-profile": 1002, "exact": 1003, "term-profile": 1004,
         "state": 1005, "descriptive-stable": 1006}


def text_of(value):
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value


def docids(db):
    return [posting.docid for posting in db.postlist("")]


def slot_values(db, slot):
    """docid -> value, for the documents that have one."""
    return {item.docid: text_of(item.value) for item in db.valuestream(slot)}


def all_values(path):
    """docid -> {slot: value}, of every document."""
    db = xapian.Database(str(path))
    return {docid: {value.num: value.value for value in db.get_document(docid).values()}
            for docid in docids(db)}


def metadata(path):
    """Every metadata record but the times at which models were made."""
    db = xapian.Database(str(path))
    return {key: db.get_metadata(key) for key in db.metadata_keys()
            if not key.endswith(b"model-info")}


def model_bytes(path):
    return xapian.Database(str(path)).get_metadata("descry:model")


def everything_else(path, base=SLOT_BASE):
    """All that an annotation must leave as it is: terms with wdf and positions, data, other slots,
    spellings, synonyms, and the metadata of other programs."""
    db = xapian.Database(str(path))
    documents = {}
    for docid in docids(db):
        document = db.get_document(docid)
        terms = [(item.term, item.wdf, tuple(item.positer)) for item in document.termlist()]
        values = {value.num: value.value for value in document.values()
                  if not base <= value.num <= base + 7}
        documents[docid] = (terms, values, document.get_data(), db.get_doclength(docid))
    others = {key: db.get_metadata(key) for key in db.metadata_keys()
              if not key.startswith(b"descry:")}
    spellings = [(item.term, item.termfreq) for item in db.spellings()]
    synonyms = {key: list(db.synonyms(key)) for key in db.synonym_keys()}
    return documents, others, spellings, synonyms


def is_sound(path):
    """Xapian's own check of the database files."""
    done = subprocess.run(["xapian-check", str(path)], capture_output=True, text=True)
    return done.returncode == 0 and "No errors found" in done.stdout


def groups_of(values, min_size=2):
    """The docids that share a value, in the order of their first: an oracle for `groups`."""
    by_key = {}
    for docid in sorted(values):
        by_key.setdefault(values[docid], []).append(docid)
    return [(key, members) for key, members in by_key.items() if len(members) >= min_size]
