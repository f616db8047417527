"""descry index --stemmer: Xapian's own tools find what they should."""
import html
import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import xapian

from made import write_jsonl
from program import ERROR

WORDS = ("harbour harbours ship ships shipping shipped tide tides sailing sails sailed captain's don't "
         "won't 3.14 1,000 foo_bar C++ AT&T o'clock café naïve running runs repairs repaired ferry "
         "ferries mooring moored anchor anchors anchored").split()


@pytest.fixture(scope="module")
def documents():
    chance = random.Random(3)
    return [{"id": str(i), "text": " ".join(chance.choices(WORDS, k=12)) + f" number{i}"}
            for i in range(400)]


@pytest.fixture(scope="module")
def index(descry, documents, tmp_path_factory):
    folder = tmp_path_factory.mktemp("stems")
    descry("index", folder / "db", write_jsonl(folder / "a.jsonl", documents), "--stemmer", "english")
    return folder / "db"


def found_by_parser(index, query, strategy):
    database = xapian.Database(str(index))
    parser, enquire = xapian.QueryParser(), xapian.Enquire(database)
    parser.set_stemmer(xapian.Stem("english"))
    parser.set_stemming_strategy(strategy)
    parser.set_database(database)
    enquire.set_query(parser.parse_query(query))
    return {json_of(match.document.get_data())["id"] for match in enquire.get_mset(0, 1000)}


def json_of(data):
    """The line of the data that is descry's own, behind those that Omega shows."""
    return json.loads(data.decode().split("\ndescry=", 1)[1])


def found_by_descry(descry, index, query):
    return {line["id"] for line in descry("search", index, query, "--collapse", "none", "--rows", 1000,
                                          "--format", "json", code=None).json_lines()[0]["results"]}


@pytest.mark.parametrize("query", [word for word in WORDS if word.isascii() and word.isalpha()]
                         + ["ferries tides", "+ship +tide", "ship -tide", '"ship tide"'])
def test_xapians_parser_finds_what_descry_finds(descry, index, query):
    found = found_by_parser(index, query, xapian.QueryParser.STEM_SOME)
    assert found and found == found_by_descry(descry, index, query)


@pytest.mark.parametrize("word", ["don't", "won't", "3.14", "1,000", "foo_bar", "C++", "AT&T", "o'clock",
                                  "captain's", "café", "naïve"])
@pytest.mark.parametrize("strategy", [xapian.QueryParser.STEM_NONE, xapian.QueryParser.STEM_SOME])
def test_words_that_are_several_are_found_whole(index, documents, word, strategy):
    found = found_by_parser(index, word, strategy)
    assert found >= {document["id"] for document in documents if word in document["text"].split()}


def test_quest_finds_them(descry, index):
    if not shutil.which("quest"):
        pytest.skip("quest (xapian-omega) is not installed")
    for query in ("sailing ships", "don't"):
        printed = subprocess.run(["quest", "--db", str(index), "--msize", "1000", query], check=True,
                                 capture_output=True, text=True).stdout
        found = set(re.findall(r'"id":"(\d+)"', printed))
        assert found == found_by_parser(index, query, xapian.QueryParser.STEM_SOME)


def default_page_of_omega(folder, settings, query):
    """What Omega's own template shows of the index `db` in the folder."""
    omega = "/usr/lib/cgi-bin/omega/omega"
    templates = "/var/lib/xapian-omega/templates"
    if not os.path.exists(omega) or not os.path.isdir(templates):
        pytest.skip("omega (xapian-omega) is not installed")
    (settings / "omega.conf").write_text(
        f"database_dir {folder}\ntemplate_dir {templates}\nlog_dir {settings}\ncdb_dir {settings}\n")
    return subprocess.run([omega, f"P={query}", "DB=db", "HITSPERPAGE=1000"], check=True, text=True,
                          capture_output=True, env={**os.environ, "OMEGA_CONFIG_FILE":
                                                    str(settings / "omega.conf")}).stdout


def test_omegas_default_template_finds_them(index, tmp_path):
    for query in ("sailing", "3.14"):
        printed = default_page_of_omega(index.parent, tmp_path, query)
        count = len(found_by_parser(index, query, xapian.QueryParser.STEM_SOME))
        assert count and re.search(rf"\b{count}\b", printed), printed[:3000]


def test_omegas_default_template_shows_title_sample_and_address(descry, tmp_path):
    rows = [{"id": "a/1", "title": "Tides & <Ships>\n=today", "url": "https://port.example/tides?a=1",
             "text": "Sailing ships\nleave the \"harbour\".\ndescry={\"id\":\"x\"}"},
            {"id": "a/2", "text": "Sailing at dawn, as nobody does now."}]
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", rows), "--stemmer", "english")
    page = default_page_of_omega(tmp_path, tmp_path, "sailing")
    assert "Tides &amp; &lt;Ships&gt; =today" in page and "https://port.example/tides?a=1" in page
    assert re.search(r"ships leave the (&quot;|\")harbour", page), page
    assert ">a/2</a>" in page
    for row in rows:
        shown = descry("show", tmp_path / "db", row["id"], "--format", "json").json()
        assert shown["text"] == row["text"] and shown["fields"].get("title") == row.get("title")
    [first] = descry("search", tmp_path / "db", "harbour", "--format", "json").json_lines()[0]["results"]
    assert first["id"] == "a/1"


def test_without_stored_text_omega_shows_no_sample(descry, tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", [{"id": "1", "text": "Two ships sailed."}])
    descry("index", tmp_path / "db", source, "--stemmer", "english", "--no-store-text")
    [document] = [xapian.Database(str(tmp_path / "db")).get_document(1)]
    assert document.get_data() == b'title=1\ndescry={"id":"1"}'


def test_omega_shows_members_that_are_id_or_text(descry, tmp_path):
    url = "https://port.example/tides"
    source = write_jsonl(tmp_path / "a.jsonl", [{"url": url, "title": ["", "Two ships"], "text": "They sailed."}])
    descry("index", tmp_path / "db", source, "--stemmer", "english", "--id-field", "url", "--text-field", "title")
    [document] = [xapian.Database(str(tmp_path / "db")).get_document(1)]
    lines = document.get_data().decode().splitlines()
    assert lines[:-1] == ["title=Two ships", "sample=Two ships", f"url={url}"]


def test_the_template_of_the_docs_shows_titles_and_opens_groups(descry, tmp_path):
    omega = "/usr/lib/cgi-bin/omega/omega"
    if not os.path.exists(omega):
        pytest.skip("omega (xapian-omega) is not installed")
    text = "Ships of all ports sail at dawn, \\ and \"return\" at dusk,\nwhen the tide turns for them."
    rows = [{"id": "one", "title": 'The "Fair" Wind', "text": text}, {"id": "two", "text": text + " Truly."},
            {"id": "three", "title": "Other", "text": "A ship of no port at all, which nobody has seen for years."}]
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", rows), "--stemmer", "english")
    shutil.copy(Path(__file__).parents[4] / "docs/examples/omega-similar.tmpl", tmp_path / "similar")
    (tmp_path / "omega.conf").write_text(
        f"database_dir {tmp_path}\ntemplate_dir {tmp_path}\nlog_dir {tmp_path}\ncdb_dir {tmp_path}\n")

    def page(*parameters):
        return subprocess.run([omega, "P=ship", "DB=db", "FMT=similar", *parameters], check=True, text=True,
                              capture_output=True,
                              env={**os.environ, "OMEGA_CONFIG_FILE": str(tmp_path / "omega.conf")}).stdout

    collapsed = page("COLLAPSE=1000")
    assert collapsed.count("<li") == 2 and "The &quot;Fair&quot; Wind" in collapsed
    assert "dawn, \\ and &quot;return&quot; at dusk, when the tide" in collapsed
    [link] = re.findall(r'href="\?([^"]*GROUP=[^"]+)"', collapsed)
    members = page(*html.unescape(link).split("&")[1:])
    assert members.count("<li") == 2 and "Truly" in members and "Other" not in members


def test_the_template_of_the_docs_shows_all_members_and_further_pages(descry, tmp_path):
    omega = "/usr/lib/cgi-bin/omega/omega"
    if not os.path.exists(omega):
        pytest.skip("omega (xapian-omega) is not installed")
    rows = [{"id": str(n), "text": "ship " + " ".join(f"w{(n % 1500) * 7919 + i * 104729}" for i in range(20))}
            for n in range(1501)]
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", rows), "--stemmer", "english", "--quiet")
    shutil.copy(Path(__file__).parents[4] / "docs/examples/omega-similar.tmpl", tmp_path / "similar")
    (tmp_path / "omega.conf").write_text(
        f"database_dir {tmp_path}\ntemplate_dir {tmp_path}\nlog_dir {tmp_path}\ncdb_dir {tmp_path}\n")

    def page(link):
        return subprocess.run([omega, *html.unescape(link).split("&")], check=True, text=True, capture_output=True,
                              env={**os.environ, "OMEGA_CONFIG_FILE": str(tmp_path / "omega.conf")}).stdout

    def links(printed, what):
        return [link.removeprefix("?") for link in re.findall(rf'href="([^"]*)">{what}', printed)]

    first = page("P=ship&DB=db&FMT=similar&COLLAPSE=1000")
    [group] = links(first, "all like this")
    assert page(group).count("<li") == 2  # the first and the last of 1,501
    numbers, link = re.findall(r'<li value="(\d+)"', first), links(first, "next results")
    for _ in range(2):
        printed = page(link[0])
        numbers += re.findall(r'<li value="(\d+)"', printed)
        assert links(printed, "previous results")
        link = links(printed, "next results")
    assert numbers == [str(n) for n in range(1, 31)]


def test_groups_are_those_without_stems(descry, index, documents, tmp_path):
    alike = documents + [{"id": f"{d['id']}-copy", "text": d["text"] + " more"} for d in documents[:50]]
    source = write_jsonl(tmp_path / "a.jsonl", alike)
    printed = []
    for name, options in (("with", ["--stemmer", "english"]), ("without", [])):
        descry("index", tmp_path / name, source, *options)
        descry("annotate", tmp_path / name)
        printed.append(descry("groups", tmp_path / name, "--format", "json").out)
    assert printed[0] == printed[1] and printed[0].count(b"\n") >= 50


def test_documents_that_come_later_have_stems(descry, tmp_path):
    for number in (1, 2):
        source = write_jsonl(tmp_path / "a.jsonl", [{"id": str(number), "text": "Two ships sailed."}])
        descry("index", tmp_path / "db", source, *(["--stemmer", "en"] if number == 1 else []))
    assert found_by_parser(tmp_path / "db", "ship", xapian.QueryParser.STEM_SOME) == {"1", "2"}
    assert descry("info", tmp_path / "db", "--format", "json").json()["stemmer"] == "en"
    result = descry("index", tmp_path / "db", source, "--stemmer", "german", code=ERROR)
    assert "was made with --stemmer en" in result.err
    result = descry("index", tmp_path / "other", source, "--stemmer", "klingon", code=ERROR)
    assert 'no stemmer "klingon"' in result.err and not (tmp_path / "other").exists()
