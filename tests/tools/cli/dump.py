"""What an index holds, read by Xapian's Python bindings: a second pair of eyes on what descry wrote."""
import subprocess

import xapian

# The slots of an index with the usual slot base (docs: stored-format).
SLOT_BASE = 1000
SLOTS = {"group": 1000, "descriptive": 1001, "text-profile": 1002, "exact": 1003, "term-profile": 1004,
         "state": 1005, "descriptive-stable": 1006, "term-bands": 1007,
         "sequence-keys": 1010}
# Those that an index has where they were asked for.
SKETCH_SLOTS = {"simhash": 1008, "bbit": 1009}
# Those whose values make documents one result.
SIGNATURES = ["descriptive", "text-profile", "exact", "term-profile", "descriptive-stable"]


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


def metadata(path, but=()):
    """Every metadata record but the times at which models were made, and those with the prefixes
    `but`."""
    db = xapian.Database(str(path))
    return {key: db.get_metadata(key) for key in db.metadata_keys()
            if not key.endswith(b"model-info") and not key.startswith(tuple(but))}


def without(values, *names):
    """What all_values() tells, but for the slots of these names."""
    slots = {SLOTS[name] for name in names}
    return {docid: {slot: value for slot, value in row.items() if slot not in slots}
            for docid, row in values.items()}


def parted(values, name="group"):
    """Which documents share a value of all_values(): whatever the values are."""
    slot = SLOTS[name]
    keys = {docid: row[slot] for docid, row in values.items() if slot in row}
    return sorted(docids for _, docids in groups_of(keys))


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
                  if not base <= value.num <= base + 10}
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
