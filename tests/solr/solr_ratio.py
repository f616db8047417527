#!/usr/bin/python3
"""The exact number of groups: descry's time against an embedded Solr's, in one run.

    solr_ratio.py SEARCH_TIMER DB [SLOT]

DB: an index that `descry index` made; SLOT: what is collapsed on (1000, `group`). The same terms and
keys go into Solr, in memory; then both search for a page of ten with the number of groups, in turns,
and have to find the same number. Printed are medians over queries of the least of the runs, by the
number of matches. Solr 9 runs with Java's best compiler and 8 GiB; descry reads the index from the
system's cache. Loading takes a few minutes."""
import json
import random
import statistics
import subprocess
import sys

import xapian

from solr_peer import SolrPeer

CLASSES = [(50, 500), (500, 5000), (5000, 10**9)]
QUERIES = 20
REPEAT = 15
BATCH = 1000


def documents(db, slot):
    """All, with the words as often as they occur; the order of the words does not matter here."""
    for posting in db.postlist(""):
        document = db.get_document(posting.docid)
        words = [item.term.decode() for item in document.termlist() for _ in range(item.wdf)
                 if not item.term[:1].isupper()]
        made = {"id": str(posting.docid), "terms": " ".join(words)}
        key = document.get_value(slot).decode()
        if key:
            made["sig"] = key
        yield made


def load(solr, db, slot):
    batch = []
    for document in documents(db, slot):
        batch.append(document)
        if len(batch) == BATCH:
            solr.update(batch)
            batch = []
    solr.update(batch, commit="true", optimize="true")


def words_by_class(db, seed):
    """Words of each class of matches; the same for the same index."""
    found = [[] for _ in CLASSES]
    for item in db.allterms():
        word = item.term.decode()
        if word.isascii() and word.isalpha() and word.islower():
            for words, (low, high) in zip(found, CLASSES):
                if low <= item.termfreq < high:
                    words.append(word)
    chooser = random.Random(seed)
    return [sorted(chooser.sample(words, min(QUERIES, len(words)))) for words in found], chooser


def queries(db):
    """(kind, terms, operator) of single words, pairs, and everything."""
    classes, chooser = words_by_class(db, 7)
    frequent = classes[-1]
    for words in classes:
        for word in words:
            yield "one word", [word], "OR"
            yield "AND", [word, chooser.choice([other for other in frequent if other != word])], "AND"
            yield "OR", [word, chooser.choice([other for other in words if other != word])], "OR"
    yield "all", [], "OR"


class Timer:
    def __init__(self, program, db, slot):
        self._process = subprocess.Popen([program, db, str(slot)], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)

    def time(self, terms, operator):
        self._process.stdin.write(json.dumps({"terms": terms, "with": operator, "repeat": REPEAT})
                                  + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def solr_query(terms, operator):
    return f" {operator} ".join(f"terms:{term}" for term in terms) if terms else "*:*"


def class_of(matches):
    for low, high in CLASSES:
        if low <= matches < high:
            return f"{low} to {high}" if high < 10**9 else f"above {low}"
    return "below 50"


def measure(solr, timer, db):
    """{(kind, class of matches, terms): milliseconds of descry, of Solr, of Xapian's plain count}"""
    rows = {}
    # Twice: Java compiles what the first round ran.
    for kind, terms, operator in [*queries(db), *queries(db)]:
        theirs = solr.time({"q": solr_query(terms, operator), "fl": "id", "rows": "10",
                            "fq": "{!collapse field=sig nullPolicy=expand}"}, REPEAT)
        ours = timer.time(terms, operator)
        if ours["groups"] != theirs["numFound"]:
            sys.exit(f"{terms} {operator}: Solr finds {theirs['numFound']} groups, "
                     f"descry {ours['groups']}")
        size = class_of(ours["matches"]) if terms else "all documents"
        rows[kind, size, *terms] = [min(times) * 1000 for times in
                                    (ours["seconds"], theirs["seconds"], ours["plain"])]
    return rows


def report(rows):
    print("| query | matches | queries | descry, ms | Solr, ms | descry / Solr | worst | "
          "descry / Xapian's plain count |")
    print("|---|---|---|---|---|---|---|---|")
    for kind, size in dict.fromkeys(key[:2] for key in sorted(rows)):
        found = [times for key, times in rows.items() if key[:2] == (kind, size)]
        ours, theirs, plain = (statistics.median(column) for column in zip(*found))
        ratios = [times[0] / times[1] for times in found]
        beside_plain = statistics.median(times[0] / times[2] for times in found)
        print(f"| {kind} | {size} | {len(found)} | {ours:.3f} | {theirs:.3f} "
              f"| {statistics.median(ratios):.2f} | {max(ratios):.2f} | {beside_plain:.2f} |")


def main():
    program, path = sys.argv[1:3]
    slot = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    db = xapian.Database(path)
    with SolrPeer(memory="8g", short=False) as solr:
        solr.core({})
        load(solr, db, slot)
        report(measure(solr, Timer(program, path, slot), db))


if __name__ == "__main__":
    main()
