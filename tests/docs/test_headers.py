"""The headers that are installed: those that the documents name, and what these include."""
import re

from pages import PAGES, ROOT

FOLDERS = ["engine", "analyzers", "texts", "signatures", "plugin"]
HEADERS = {path.relative_to(ROOT / folder / "include").as_posix(): path
           for folder in FOLDERS for path in (ROOT / folder / "include/descry").rglob("*.h")}


def named_headers():
    texts = [page.read_text() for page in PAGES] + [example.read_text()
                                                    for example in (ROOT / "docs/examples").glob("*.cc")]
    named = set(re.findall(r"(?<![\w/])(?:descry/)?(\w+/\w+\.h)\b", "\n".join(texts)))
    return {header for header in HEADERS if header.removeprefix("descry/") in named}


def with_included(headers):
    found, left = set(), list(headers)
    while left:
        header = left.pop()
        if header not in found:
            found.add(header)
            left += set(re.findall(r"#include <(descry/[^>]+)>", HEADERS[header].read_text())) & HEADERS.keys()
    return found


def test_those_are_installed_that_the_documents_need():
    listed = (ROOT / "cmake/public-headers").read_text().split()
    named = named_headers()
    assert len(named) > 25
    assert listed == sorted(with_included(named))
