"""Indexes that other programs made, keep up to date and search: omindex, Omega, notmuch, recoll,
python3-xapian."""
import email.message
import email.utils
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"
OMEGA = "/usr/lib/cgi-bin/omega/omega"
SLOT = dump.SLOTS["group"]
STEMMING = {"some": xapian.TermGenerator.STEM_SOME, "none": xapian.TermGenerator.STEM_NONE,
            "all-z": xapian.TermGenerator.STEM_ALL_Z}


def build_with_xapian(path, documents, stemming):
    """An index with all that an index may have."""
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    generator.set_stemmer(xapian.Stem("en"))
    generator.set_stemming_strategy(STEMMING[stemming])
    generator.set_database(db)
    generator.set_flags(generator.FLAG_SPELLING)
    for i, document in enumerate(documents):
        made = xapian.Document()
        generator.set_document(made)
        generator.index_text(document["title"], 5, "S")
        generator.increase_termpos()
        generator.index_text(document["text"])
        made.add_boolean_term("XLANG" + document["lang"])
        made.add_boolean_term("Q" + document["id"])
        made.add_value(0, xapian.sortable_serialise(i))
        made.add_value(3, bytes([i % 256, 0, 255]))
        made.add_value(4_000_000_000, b"far away")
        made.set_data(b"\0data of " + document["id"].encode())
        db.add_document(made)
        if i % 50 == 7:  # holes among the docids
            db.delete_document(i)
    db.add_synonym("car", "automobile")
    db.set_metadata("of another program", b"\0kept\xff")
    db.close()


def words_of(documents):
    """A word of each; those without spaces between words are not cut by these programs."""
    return list(dict.fromkeys(document["text"].split()[0] for document in documents
                              if " " in document["text"]))


def check_annotated(descry, path, before, documents):
    """Complete, sound, and otherwise what it was."""
    assert dump.everything_else(path) == before
    assert dump.is_sound(path)
    info = descry("info", path, "--format", "json").json()
    assert (info["stale_documents"], info["documents"]) == (0, documents)
    assert info["groups"] > 20 and info["grouped_documents"] > 50
    values = dump.slot_values(xapian.Database(str(path)), SLOT)
    groups = [[member["docid"] for member in group["members"]]
              for group in descry("groups", path, "--format", "json").json_lines()]
    assert groups == [docids for _, docids in dump.groups_of(values)]
    return info


@pytest.mark.parametrize("stemming", STEMMING)
def test_an_index_of_python_xapian(descry, documents, tmp_path, stemming):
    path = tmp_path / "db"
    build_with_xapian(path, documents, stemming)
    before = dump.everything_else(path)
    count = len(before[0])
    info = descry("info", path, "--format", "json").json()
    assert (info["documents"], info["stale_documents"]) == (count, count)
    result = descry("annotate", path)
    assert result.out == b"" and f"{count:,} examined, {count:,} written" in result.err
    info = check_annotated(descry, path, before, count)
    assert info["model"]["analyzer"] == ""
    assert info["model"]["term_prefix"] == ("Z" if stemming == "all-z" else "")
    # Whatever way the values were computed, they are the same.
    values = dump.all_values(path)
    assert "0 written" in descry("annotate", path, "--all", "--threads", 1).err
    descry("rebuild", path, "--words", 100)
    assert dump.all_values(path) != values
    descry("rebuild", path, "--threads", 1)
    assert dump.all_values(path) == values
    assert dump.everything_else(path) == before
    # The terms are not descry's, so it cannot add documents.
    file = write_jsonl(tmp_path / "one.jsonl", [{"id": "one", "text": "one"}])
    result = descry("index", path, file, code=ERROR)
    assert str(path) in result.err and "descry annotate" in result.err
    assert dump.everything_else(path) == before


def test_python_xapian_collapses_as_descry_does(descry, documents, tmp_path):
    path = tmp_path / "db"
    build_with_xapian(path, documents, "some")
    descry("annotate", path)
    db = xapian.Database(str(path))
    parser = xapian.QueryParser()
    parser.set_stemmer(xapian.Stem("en"))
    parser.set_stemming_strategy(parser.STEM_SOME)
    for word in ["*", *words_of(documents[:20])]:
        enquire = xapian.Enquire(db)
        enquire.set_query(xapian.Query.MatchAll if word == "*" else parser.parse_query(word))
        enquire.set_collapse_key(SLOT)
        mset = enquire.get_mset(0, db.get_doccount(), db.get_doccount())
        found = descry("search", path, word, "--rows", 2000, "--format", "json",
                       code=0 if mset.size() else 1).json()
        assert [(result["docid"], result["key"]) for result in found["results"]] == [
            (item.docid, dump.text_of(item.collapse_key)) for item in mset]
        assert found["groups"] == mset.size()


def test_slots_of_others_are_not_taken(descry, documents, tmp_path):
    path = tmp_path / "db"
    build_with_xapian(path, documents, "none")
    db = xapian.WritableDatabase(str(path), xapian.DB_OPEN)
    document = db.get_document(1)
    document.add_value(1003, b"mine")
    db.replace_document(1, document)
    db.close()
    before = dump.everything_else(path, base=9000)
    result = descry("annotate", path, code=ERROR)
    assert str(path) in result.err and "1003" in result.err and "--slot-base" in result.err
    assert dump.everything_else(path, base=9000) == before
    descry("annotate", path, "--slot-base", 9000)
    assert dump.everything_else(path, base=9000) == before
    assert descry("groups", path).lines
    assert descry("groups", path, "--by", "slot:9000").out == descry("groups", path).out


def write_file(folder, document):
    """A document as a file, HTML or plain text."""
    number = int(document["id"][-5:])
    name = f"{document['id']}.{'html' if number % 2 else 'txt'}"
    text = document["text"]
    if number % 2:
        text = (f"<html><head><title>{document['title']}</title></head>"
                f"<body><p>{text}</p></body></html>")
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def titles_of(descry, db, *arguments):
    """id -> title, of all documents in groups."""
    return {member["id"]: member["title"]
            for group in descry("groups", db, *arguments, "--format", "json").json_lines()
            for member in group["members"]}


def omindex(db, folder):
    done = subprocess.run(["omindex", "--db", db, "--url", "/", folder], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr + done.stdout


@pytest.fixture
def omega_index(tmp_path):
    """A folder of 800 files, and its index by omindex: (index, folder, documents)."""
    if not shutil.which("omindex"):
        pytest.skip("omindex is not installed (package xapian-omega)")
    folder = tmp_path / "files"
    folder.mkdir()
    documents = make_documents(800, seed=41)
    for document in documents:
        write_file(folder, document)
    db = tmp_path / "data" / "default"
    db.parent.mkdir()
    omindex(db, folder)
    return db, folder, documents


def omega(tmp_path, template, **parameters):
    """What Omega's CGI program answers, without the header."""
    config = tmp_path / "omega.conf"
    (tmp_path / "templates").mkdir(exist_ok=True)
    (tmp_path / "templates" / "hits").write_text(template)
    config.write_text(f"database_dir {tmp_path / 'data'}\ntemplate_dir {tmp_path / 'templates'}\n"
                      f"log_dir {tmp_path}\ncdb_dir {tmp_path}\n")
    done = subprocess.run(
        [OMEGA, "FMT=hits", *(f"{name}={value}" for name, value in parameters.items())],
        capture_output=True, text=True, env={**os.environ, "OMEGA_CONFIG_FILE": str(config)})
    assert done.returncode == 0, done.stderr
    return done.stdout.partition("\n\n")[2]


def test_omega_collapses_as_descry_does(descry, omega_index, tmp_path):
    db, _, documents = omega_index
    before = dump.everything_else(db)
    descry("annotate", db)
    check_annotated(descry, db, before, 800)
    if not os.path.exists(OMEGA):
        pytest.skip("Omega's CGI program is not installed")
    template = "$hitlist{$id $value{$cgi{COLLAPSE}}\n}"
    collapsed = 0
    for word in words_of(documents[:40]):
        answer = omega(tmp_path, template, DB="default", P=word, COLLAPSE=SLOT, HITSPERPAGE=1000)
        rows = [line.split(" ") for line in answer.splitlines() if line]
        found = descry("search", db, word, "--rows", 1000, "--format", "json").json()
        assert [[str(result["docid"]), result["key"]] for result in found["results"]] == rows
        collapsed += found["matches"] - len(rows)
    assert collapsed > 100
    # The stock template prints the keys of what has collapsed.
    xml = "/usr/share/xapian-omega/templates/xml"
    if os.path.exists(xml):
        with open(xml, encoding="utf-8") as file:
            template = file.read()
        keys = {result["key"] for result in descry("search", db, "*", "--rows", 800, "--format",
                                                   "json").json()["results"]}
        shown = [key for word in words_of(documents[:40])
                 for key in re.findall(r'collapsegroup="([^"]*)"', omega(
                     tmp_path, template, DB="default", P=word, COLLAPSE=SLOT))]
        assert shown and set(shown) <= keys


def test_the_template_of_the_guide(descry, omega_index, tmp_path):
    if not os.path.exists(OMEGA):
        pytest.skip("Omega's CGI program is not installed")
    db, _, documents = omega_index
    descry("annotate", db)
    template = (EXAMPLES / "omega-similar.tmpl").read_text()
    told = 0
    for word in words_of(documents[:20]):
        page = omega(tmp_path, template, DB="default", P=word, COLLAPSE=SLOT, HITSPERPAGE=1000)
        assert "$" not in page
        found = descry("search", db, word, "--rows", 1000, "--format", "json").json()
        assert page.count("<li ") == len(found["results"])
        numbers = [int(n) for n in re.findall(r'<li value="(\d+)"', page)]
        assert numbers == list(range(1, len(numbers) + 1))
        more = [int(n) for n in re.findall(r"all like this</a> at least (\d+)", page)]
        assert 0 not in more
        assert sum(more) <= found["matches"] - found["groups"]
        told += sum(more)
    assert told > 50


def test_ids_are_omindex_urls(descry, omega_index):
    db, folder, _ = omega_index
    found = descry("search", db, "*", "--collapse", "none", "--rows", 800, "--format", "json")
    assert sorted(result["id"] for result in found.json()["results"]) == sorted(
        f"/{path.name}" for path in folder.iterdir())


def test_titles_of_omindex(descry, omega_index):
    db, _, documents = omega_index
    descry("annotate", db)
    by_number = {int(document["id"][-5:]): document for document in documents}
    for id, title in titles_of(descry, db).items():
        document = by_number[int(re.search(r"\d+", id).group())]
        expected = document["title"] if id.endswith(".html") else document["text"][:20]
        assert title.startswith(expected), id


@pytest.mark.parametrize("script, title", [
    ("id : boolean=Q unique=Q\ntitle : field=caption index=S\ntext : index\n", "{title}"),
    ("id : boolean=Q unique=Q field\ntitle : field=headline\ntext : index\n", "{title}"),
    ("id : boolean=Q unique=Q field\ntext : index field=sample\n", "{text}"),
    ("id : boolean=Q unique=Q\ntext : index\n", ""),
])
def test_titles_of_scriptindex(descry, tmp_path, script, title):
    if not shutil.which("scriptindex"):
        pytest.skip("scriptindex is not installed (package xapian-omega)")
    documents = [{"id": id, "title": "A title of " + id, "text": make_documents(1)[0]["text"]}
                 for id in ("one", "two")]
    (tmp_path / "script").write_text(script)
    (tmp_path / "dump").write_text("".join(
        "".join(f"{name}={value}\n" for name, value in document.items()) + "\n"
        for document in documents))
    subprocess.run(["scriptindex", tmp_path / "db", tmp_path / "script", tmp_path / "dump"],
                   check=True, capture_output=True)
    descry("annotate", tmp_path / "db")
    titles = titles_of(descry, tmp_path / "db")
    assert titles.keys() == {"one", "two"}
    for document in documents:
        expected = title.format(**document)
        assert titles[document["id"]].rstrip("…") == expected[:100].rstrip()
        word = document["text"].split()[0]
        assert (title == "") or titles[document["id"]] in descry("search", tmp_path / "db", word,
                                                                 "--collapse", "none").text


def test_documents_that_omindex_rewrites_are_annotated_anew(descry, omega_index):
    db, folder, documents = omega_index
    descry("annotate", db)
    values = dump.all_values(db)
    # Three change, one is new, one goes.
    changed = [{**document, "text": make_documents(1, seed=50 + i)[0]["text"]}
               for i, document in enumerate(documents[10:13])]
    new = {**documents[20], "id": "new00900"}
    for document in [*changed, new]:
        path = write_file(folder, document)
        os.utime(path, (path.stat().st_mtime + 100,) * 2)
    gone = write_file(folder, documents[30])
    gone.unlink()
    omindex(db, folder)

    reader = xapian.Database(str(db))
    having = dump.slot_values(reader, dump.SLOTS["state"])
    lost = set(dump.docids(reader)) - set(having)
    assert len(lost) == 4 and reader.get_doccount() == 800
    assert descry("info", db, "--format", "json").json()["stale_documents"] == 4
    before = dump.everything_else(db)
    result = descry("annotate", db)
    # Others are written if their group changes, which depends on the order of omindex's files.
    assert "4 examined, " in result.err
    assert dump.everything_else(db) == before
    after = dump.all_values(db)
    kept, before = dump.without(after, "group"), dump.without(values, "group")
    assert {docid: kept[docid] for docid in kept if docid not in lost} == {
        docid: before[docid] for docid in before if docid in after and docid not in lost}
    # As if every document had been looked at, and the copy collapses with what it is a copy of.
    assert "0 written" in descry("annotate", db, "--all").err
    assert dump.all_values(db) == after
    groups = descry("groups", db, "--format", "json").json_lines()
    assert any({"/new00900.txt", f"/{documents[20]['id']}.txt"} <=
               {member["id"] for member in group["members"]} for group in groups)


def test_an_index_that_is_made_again_is_no_place_to_delete_or_choose_in(descry, omega_index):
    db, folder, _ = omega_index
    assert "grouping with distance 0.15, the default; for another, give --distance D" in descry("annotate", db).err
    result = descry("deduplicate", db, "--delete", code=ERROR)
    assert "warning: another program (as omindex) maintains this index: its next update adds" in result.err
    shutil.rmtree(db)
    omindex(db, folder)
    assert "grouping with distance" not in descry("annotate", db, "--distance", "0.05").err
    model = descry("info", db, "--format", "json").json()["model"]
    assert (model["distance"], model["group_order"], model["keep_apart"]) == (0.05, "first", None)
    assert "grouping with distance" not in descry("annotate", db, "--distance", "0.05", "--all").err
    assert re.search(r"^model.distance +0.05$", descry("info", db).text, re.MULTILINE)


def run_program(*command, home):
    environment = {**os.environ, "HOME": str(home), "NOTMUCH_CONFIG": str(home / "notmuch.conf")}
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          env=environment)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def write_mail(folder, number, document):
    message = email.message.EmailMessage()
    message["From"] = f"someone{number % 7}@example.org"
    message["Subject"] = document["title"]
    message["Message-ID"] = f"<{document['id']}@example.org>"
    message["Date"] = email.utils.formatdate(1_700_000_000 + number)
    message.set_content(document["text"])
    (folder / "cur" / f"{document['id']}:2,S").write_bytes(message.as_bytes())


def groups_by_id(descry, db):
    return {frozenset(row["id"] for row in group["members"])
            for group in descry("groups", db, "--format", "json").json_lines()}


def test_a_notmuch_database(descry, tmp_path):
    if not shutil.which("notmuch"):
        pytest.skip("notmuch is not installed")
    folder = tmp_path / "mail"
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(parents=True)
    (tmp_path / "notmuch.conf").write_text(
        f"[database]\npath={folder}\n[user]\nname=x\nprimary_email=x@example.org\n")
    documents = make_documents(300, seed=43)
    for number, document in enumerate(documents):
        write_mail(folder, number, document)
    run_program("notmuch", "new", home=tmp_path)
    db = folder / ".notmuch" / "xapian"
    before = dump.everything_else(db)
    descry("annotate", db)
    check_annotated(descry, db, before, xapian.Database(str(db)).get_doccount())
    groups = groups_by_id(descry, db)
    assert len(groups) > 20
    assert all(member.endswith("@example.org") for group in groups for member in group)

    # The folder above and the mail folder, notmuch's database.path, will do; subjects are shown.
    by_id = {f"{document['id']}@example.org": document["title"] for document in documents}
    for above in (db.parent, folder):
        result = descry("groups", above)
        assert result.out == descry("groups", db).out
        assert f"descry: {above} is not an index; using {db}\n" in result.err
    titles = titles_of(descry, db.parent)
    assert titles and titles == {id: by_id[id] for id in titles}

    # notmuch goes on with it, and what it adds joins at the next run.
    copied = sorted(min(groups, key=sorted))[0].removesuffix("@example.org")
    (original,) = (document for document in documents if document["id"] == copied)
    write_mail(folder, 500, {**original, "id": "another"})
    assert "Added 1 new message" in run_program("notmuch", "new", home=tmp_path)
    assert run_program("notmuch", "count", "*", home=tmp_path).strip() == "301"
    assert "1 examined, 1 written" in descry("annotate", db).err
    assert any({f"{copied}@example.org", "another@example.org"} <= group
               for group in groups_by_id(descry, db))

    # What is deleted comes back, and is said before it goes.
    result = descry("deduplicate", folder, "--delete", code=ERROR)
    warning = ("warning: notmuch maintains this index: `notmuch new` adds deleted documents again, because their sources "
               "remain, and the tags of deleted documents are lost. To remove them for good, tag the duplicates")
    assert warning in result.err
    assert run_program("notmuch", "count", "*", home=tmp_path).strip() == "301"
    assert "warning" not in descry("deduplicate", folder).err


def test_a_recoll_database(descry, tmp_path):
    if not shutil.which("recollindex"):
        pytest.skip("recoll is not installed (package recollcmd)")
    folder = tmp_path / "files"
    folder.mkdir()
    config = tmp_path / "recoll"
    config.mkdir()
    (config / "recoll.conf").write_text(f"topdirs = {folder}\nloglevel = 1\n")
    documents = make_documents(150, seed=44)
    for document in documents:
        (folder / f"{document['id']}.txt").write_text(document["text"])
    copy = documents[7]["text"]
    (folder / "copy.txt").write_text(copy + " appended")
    run_program("recollindex", "-c", config, home=tmp_path)
    db = config / "xapiandb"
    before = dump.everything_else(db)
    descry("annotate", db)
    check_annotated(descry, db, before, xapian.Database(str(db)).get_doccount())
    assert any({f"{folder}/copy.txt", f"{folder}/{documents[7]['id']}.txt"} <= group
               for group in groups_by_id(descry, db))

    # A file is found by what people know it by, in the folder above, too.
    path = f"{folder}/{documents[7]['id']}.txt"
    found = descry("similar", db, path + "|").out
    assert found
    for name in (path, f"file://{path}", f"file://{path.replace('doc', '%64oc')}"):
        result = descry("similar", config, name)
        assert result.out == found
        assert f"descry: {config} is not an index; using {db}\n" in result.err
    text = {f"{folder}/{document['id']}.txt": document["text"] for document in documents}
    titles = titles_of(descry, db)
    assert all(titles[id][:20] in (text[id][:20], id.split("/")[-1][:20]) for id in titles
               if id in text)

    # recoll writes a changed file anew, without the values.
    (folder / "copy.txt").write_text(make_documents(1, seed=45)[0]["text"])
    run_program("recollindex", "-c", config, home=tmp_path)
    assert descry("info", db, "--format", "json").json()["stale_documents"] == 1
    descry("annotate", db)
    assert not any(f"{folder}/copy.txt" in group for group in groups_by_id(descry, db))
    word = copy.split()[0]
    assert run_program("recollq", "-c", config, word, home=tmp_path)
