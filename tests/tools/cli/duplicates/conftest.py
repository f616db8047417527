"""Documents that several tests of this folder look at."""
import pytest

from made import make_documents, write_jsonl
from texts import documents_of, varied


@pytest.fixture
def family(tmp_path):
    """A document with a near-duplicate and an equal one, and three others."""
    texts = {"head": varied(0), "member": varied(3), "twin": varied(0), "<b>&": varied(100, 4),
             "far": varied(12), "other": varied(100, 6)}
    return write_jsonl(tmp_path / "a.jsonl", documents_of(texts))


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return write_jsonl(tmp_path_factory.mktemp("look") / "many.jsonl", make_documents(2600, seed=5))
