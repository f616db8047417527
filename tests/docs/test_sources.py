"""What sources and pages say of papers and of the licence, and that each file of tests is run."""
import json
import re
import subprocess

import pytest

from pages import ROOT


def sources():
    """The text files of the project, which is a git repository or what was installed from one."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("no git repository, which says which files are sources")
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and not name.startswith("tests/fuzz/seeds/"):
            yield name, path.read_bytes().decode(errors="replace")


def test_papers_have_their_names():
    """"Ilyinsky et al., WWW 2002": the reader has no list in which they are numbered."""
    numbered = re.compile(r"seed[ ]paper|seeds?[ (]*00\d\b", re.IGNORECASE)
    assert numbered.search("the seed" " paper's") and numbered.search("OfSeed" "004")
    wrong = [f"{name}: {found.group()}" for name, text in sources()
             if (found := numbered.search(text))]
    assert not wrong


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_licence_is_version_2_or_later(name):
    assert "GPL-2.0-or-later" in (ROOT / name).read_text()


def test_the_package_has_the_same_licence():
    text = (ROOT / "debian/copyright").read_text()
    assert set(re.findall(r"^License: (.*)$", text, re.MULTILINE)) == {"GPL-2+", "MIT"}
    assert "or (at your option) any later" in text


def test_each_folder_says_its_licence():
    """MIT where no Xapian is needed."""
    for folder in ("engine", "analyzers", "python"):
        assert (ROOT / folder / "LICENSE").read_text().startswith("MIT License"), folder
        assert f"{folder}/*" in (ROOT / "debian/copyright").read_text(), folder
        for source in (ROOT / folder).rglob("*"):
            if source.suffix in (".cc", ".h", ".txt") and "python/index" not in source.as_posix():
                assert not re.search(r"xapian(/.*|\.h)|XAPIAN\b(?!\))", source.read_text()), source
    for folder in ("plugin", "tools", "python/index"):
        assert "GNU GENERAL PUBLIC LICENSE" in (ROOT / folder / "LICENSE").read_text(), folder
    assert "python/index/*" in (ROOT / "debian/copyright").read_text()


VERSIONS = {"CMakeLists.txt": r"^project\(descry VERSION ([\d.]+) ", "debian/changelog": r"^descry \(([\d.]+)-\d+\) ",
            "CITATION.cff": r"^version: (.*)$", "CHANGELOG.md": r"^## ([\d.]+)", "codemeta.json": r'^  "version": "(.*)",$'}
COMPATIBLE = {name: r"^find_package\(descry ([\d.]+) REQUIRED\)" for name in (
    "tests/install/consumer/CMakeLists.txt", "docs/installation.md")}


def test_one_version_everywhere():
    first = {name: re.search(pattern, (ROOT / name).read_text(), re.MULTILINE).group(1)
             for name, pattern in (VERSIONS | COMPATIBLE).items()}
    version = first["CMakeLists.txt"]
    assert {first[name] for name in VERSIONS} == {version}
    assert {first[name] for name in COMPATIBLE} == {version.rpartition(".")[0]}


def test_codemeta_says_what_the_citation_says():
    meta = json.loads((ROOT / "codemeta.json").read_text())
    paper = meta["referencePublication"]
    cited = (ROOT / "CITATION.cff").read_text()
    fields = [("title", meta["name"]), ("abstract", f'"{meta["description"]}"'), ("license", meta["license"].rpartition("/")[2]),
              ("  - name", meta["author"][0]["name"]), ("  - type: conference-paper\n    title", f'"{paper["name"]}"'),
              ("    year", paper["datePublished"])]
    for name, value in fields:
        assert f"\n{name}: {value}\n" in cited, name
    assert "keywords:\n" + "".join(f"  - {word}\n" for word in meta["keywords"]) in cited
    assert re.findall(r"family-names: (.*)\n +given-names: (.*)", cited) == [
        (author["familyName"], author["givenName"]) for author in paper["author"]]


def test_what_a_release_runs_is_there():
    for name in [".github/workflows/release.yml", "Containerfile", "docs/releasing.md", "debian/tests/control"]:
        text = (ROOT / name).read_text()
        named = re.findall(r"\b((?:tools/dev|debian|tests)/[\w/.-]*\w)", text)
        named += [f"debian/tests/{test}" for test in re.findall(r"^Tests: (.*)$", text, re.MULTILINE)]
        assert named
        for path in named:
            assert (ROOT / path).exists(), f"{name}: {path}"


# A folder whose tests are run one by one, or as a whole.
def test_every_file_of_tests_is_run():
    for folder in ["docs", "faults", "install", "tools/cli"]:
        made_by = ROOT / "tests" / folder.partition("/")[0] / "CMakeLists.txt"
        words = set(re.findall(r"\w+", made_by.read_text()))
        for path in (ROOT / "tests" / folder).glob("test_*.py"):
            assert {path.stem, path.stem.removeprefix("test_")} & words, f"{path}: not in {made_by}"


def test_the_list_of_long_tests_names_tests():
    sources = "".join(path.read_text() for path in (ROOT / "tests").rglob("*_test.cc"))
    patterns = [line for line in (ROOT / "tests/long-tests").read_text().splitlines()
                if not line.startswith("#")]
    assert patterns
    for pattern in patterns:
        suite, test = re.fullmatch(r"(?:\w+/)?(\w+)\.(\w+)(?:/\*)?", pattern).groups()
        assert re.search(rf"TEST\w*\({suite}, {test}\)", sources), pattern
