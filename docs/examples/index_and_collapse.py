#!/usr/bin/python3
"""Indexes texts with python3-xapian and python3-descry, and searches with near-duplicates collapsed.

usage: index_and_collapse.py DB TEXTS QUERY      (each line of TEXTS is a document)
"""
import sys

import descry.index
import xapian

path, texts, words = sys.argv[1:]
generator = xapian.TermGenerator()


def document_of(text):
    document = xapian.Document()
    document.set_data(text)
    generator.set_document(document)
    generator.index_text(text)
    return document.serialise()


with open(texts, encoding="utf-8") as lines, descry.index.Stage(path) as stage:
    for number, line in enumerate(lines):
        text = line.strip()
        stage.replace_document(f"Q{number}", document_of(text), text)

# Makes a model of the index; of a large one the stage groups documents as they come from then on.
descry.index.annotate(path)

db = xapian.Database(path)
parser = xapian.QueryParser()
parser.set_database(db)
enquire = xapian.Enquire(db)
enquire.set_query(parser.parse_query(words))
enquire.set_collapse_key(1000)
for match in enquire.get_mset(0, 10):
    print(match.collapse_count, match.document.get_data().decode())
for group in descry.index.groups(path):
    print(group.head, *(member.id for member in group.members[1:]))
