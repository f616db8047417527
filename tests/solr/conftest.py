"""A real Solr for the tests of this folder, started once; they are skipped where there is none."""
import os

import pytest

from solr_peer import SolrPeer, Unavailable


@pytest.fixture(scope="session")
def solr():
    try:
        peer = SolrPeer()
    except Unavailable as missing:
        pytest.skip(f"no Solr to compare with: {missing}")
    with peer:
        yield peer
