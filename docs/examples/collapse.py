#!/usr/bin/python3
"""Searches an index that descry annotated, with near-duplicates collapsed.

usage: collapse.py DB QUERY
"""
import sys

import xapian

GROUP = 1000

path, words = sys.argv[1:]
db = xapian.Database(path)
parser = xapian.QueryParser()
parser.set_database(db)
enquire = xapian.Enquire(db)
enquire.set_query(parser.parse_query(words))

enquire.set_collapse_key(GROUP)
for match in enquire.get_mset(0, 10):
    print(match.docid, match.collapse_key.decode())
