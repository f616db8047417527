"""The headers that are installed: those that the documents name, and what these include."""
import re

from pages import PAGES, ROOT

FOLDERS = ["engine", "analyzers", "plugin"]
# By the name that they are included by.
HEADERS = {path.relative_to(ROOT).as_posix().replace(f"{folder}/include/", ""): path
           for folder in FOLDERS for path in (ROOT / folder).rglob("*.h")}


# The pages for programs: each names headers, or shows C++.
CODE_PAGES = [page for page in PAGES if page.name != "CHANGELOG.md"
              and re.search(r"`\w+/\w+\.h`|```c(?:\+\+|pp)", page.read_text())]
DECLARATIONS = [r"^(?:enum )?(?:class|struct) (\w+)(?: final)?\s*(?::[^:;{]*)?\{", r"^using (\w+) =",
                r"^(?=\S)(?!using|return|class|struct|namespace|#|friend)[\w:<>,&*\[\] ]+?[ &*](\w+)\("]


def declared_names():
    """What programs may call, with the headers that declare it."""
    names = {}
    for header, path in HEADERS.items():
        text = re.sub(r"//.*|^template <.*>$", "", path.read_text(), flags=re.MULTILINE)
        for declaration in DECLARATIONS:
            for name in re.findall(declaration, text, re.MULTILINE):
                names.setdefault(name, set()).add(header)
    return names


def not_installed(text, listed, declared):
    """Names, headers and targets in the code of a page of which no header is installed."""
    code = " ".join(re.findall(r"```c(?:\+\+|pp)\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text))
    missing = {name for name in re.findall(r"\b[A-Z]\w*[a-z]\w*\b|(?<![\w.>])\w+(?=\()", code)
               if name in declared and not declared[name] & listed}
    missing |= {name for name in re.findall(r"(?<![\w.])(?:\w+/)*(\w+\.h)\b", code)
                if any(header.endswith(f"/{name}") for header in HEADERS)
                and not any(header.endswith(f"/{name}") for header in listed)}
    return missing | {folder for folder in FOLDERS if f"descry::{folder}" in code
                      and not any((ROOT / folder / "include" / header).exists() for header in listed)}


def named_headers():
    texts = [page.read_text() for page in PAGES] + [example.read_text()
                                                    for example in (ROOT / "docs/examples").glob("*.cc")]
    named = set(re.findall(r"(?<![\w/])(?:descry/)?(\w+/\w+\.h)\b", "\n".join(texts)))
    return {header for header in HEADERS if header.split("/", 1)[1] in named}


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


def test_what_is_not_installed_stands_beside_its_source():
    assert sorted(header for header in HEADERS if header.startswith("descry/")) == (ROOT / "cmake/public-headers").read_text().split()


def test_names_that_documents_give_are_declared_in_installed_headers():
    listed, declared = set((ROOT / "cmake/public-headers").read_text().split()), declared_names()
    assert len(CODE_PAGES) > 2 and len(declared) > 300
    for page in CODE_PAGES:
        assert not not_installed(page.read_text(), listed, declared), page


def test_a_name_without_an_installed_header_is_seen():
    """However it is written."""
    listed, declared = {"descry/texts/group_texts.h"}, declared_names()
    for text, missing in (("`parse_head()` reads it", "parse_head"), ("Make `DocValues` once", "DocValues"),
                          ("`descry::analyzers` has it", "analyzers"), ("see `search_parameters.h`", "search_parameters.h"),
                          ("```c++\nauto columns = std::make_shared<descry::DocValues>(db);\n```", "DocValues")):
        assert not_installed(text, listed, declared) == {missing}, text
    assert not not_installed("`group_texts()`, `std::string`, `descry::texts`", listed, declared)
