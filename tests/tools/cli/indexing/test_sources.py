"""Mail, archives and the web's: what Python's own writers make, as users index it."""
import gzip
import io
import json
import lzma
import mailbox
import tarfile
import zipfile
from email.message import EmailMessage

import pytest
import xapian

import dump
from program import ERROR


def indexed(db):
    """id -> data of every document in an index."""
    db = xapian.Database(str(db))
    data = [json.loads(db.get_document(docid).get_data()) for docid in dump.docids(db)]
    return {document["id"]: document for document in data}


def message(subject, text, html=None, sender="Jörg <joerg@example.org>"):
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = "list@example.org"
    mail["Subject"] = subject
    mail["Date"] = "Sat, 31 Jan 2026 14:00:00 +0200"
    mail["Message-ID"] = f"<{abs(hash(subject))}@example.org>"
    mail.set_content(text)
    if html:
        mail.add_alternative(html, subtype="html")
    return mail


MESSAGES = [
    message("Gezeiten für März", "Hochwasser um 14 Uhr.\nFrom then on it falls.\n"),
    message("潮汐表", "満潮は午後二時です。\n"),
    message("rich", "plain words\n", "<p>rich words</p>"),
]


def test_an_mbox_grows_and_its_ids_stay(descry, tmp_path):
    box = mailbox.mbox(tmp_path / "list.mbox")
    for mail in MESSAGES:
        box.add(mail)
    box.flush()
    file = tmp_path / "list.mbox"
    descry("index", tmp_path / "db", file)
    found = indexed(tmp_path / "db")
    assert list(found) == [f"{file}/{n}" for n in (1, 2, 3)]
    first = found[f"{file}/1"]
    assert first["text"] == "Gezeiten für März\n\nHochwasser um 14 Uhr.\nFrom then on it falls."
    assert first["from"] == "Jörg <joerg@example.org>" and first["to"] == "list@example.org"
    assert first["date"] == "2026-01-31T12:00:00Z" and first["message-id"].endswith("@example.org")
    assert found[f"{file}/2"]["text"] == "潮汐表\n\n満潮は午後二時です。"
    assert found[f"{file}/3"]["text"] == "rich\n\nplain words"
    box.add(message("fourth", "more"))
    box.close()
    result = descry("index", tmp_path / "db", file)
    assert "4 documents indexed (3 replaced)" in result.err
    assert list(indexed(tmp_path / "db")) == [f"{file}/{n}" for n in (1, 2, 3, 4)]


def test_a_maildir(descry, tmp_path):
    maildir = mailbox.Maildir(tmp_path / "mail")
    for mail in MESSAGES:
        maildir.add(mail)
    result = descry("index", tmp_path / "db", tmp_path / "mail")
    assert "3 documents indexed" in result.err and "skipped" not in result.err
    found = indexed(tmp_path / "db")
    assert {data["subject"] for data in found.values()} == {"Gezeiten für März", "潮汐表", "rich"}
    assert all(id.startswith(f"{tmp_path}/mail/new/") for id in found)


def test_the_same_mail_twice_is_one_group(descry, tmp_path):
    """As a file with CRLF, and in an mbox."""
    mail = message("long", "\n".join(f"word{n} and word{n + 1}" for n in range(60)))
    (tmp_path / "a.eml").write_bytes(mail.as_bytes().replace(b"\n", b"\r\n"))
    box = mailbox.mbox(tmp_path / "b.mbox")
    box.add(mail)
    box.close()
    descry("index", tmp_path / "db", tmp_path / "a.eml", tmp_path / "b.mbox")
    (group,) = descry("groups", tmp_path / "db", "--by", "exact", "--format", "json").json_lines()
    assert {member["id"] for member in group["members"]} == {
        f"{tmp_path}/a.eml", f"{tmp_path}/b.mbox/1"}


def jsonl(*documents):
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


MEMBERS = {
    "docs/a.txt": "Flut é".encode(),
    "docs/b.html": b"<title>T</title><p>html words",
    "c.jsonl": jsonl({"id": "x", "text": "json words"}),
    "d.eml": MESSAGES[1].as_bytes(),
    "é.txt.gz": gzip.compress(b"packed words"),
    "f.png": b"\x89PNG\r\n\x1a\n\0\0",
}


def write_tar(file, mode="w"):
    with tarfile.open(file, mode) as archive:
        for name, data in MEMBERS.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def write_zip(file):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in MEMBERS.items():
            archive.writestr(name, data)


WRITERS = {
    "a.tar": write_tar,
    "a.tar.gz": lambda file: write_tar(file, "w:gz"),
    "a.tar.xz": lambda file: write_tar(file, "w:xz"),
    "a.tar.bz2": lambda file: write_tar(file, "w:bz2"),
    "a.zip": write_zip,
}


@pytest.mark.parametrize("piped", [False, True], ids=["file", "pipe"])
@pytest.mark.parametrize("name", WRITERS)
def test_archives(descry, tmp_path, name, piped):
    file = tmp_path / name
    WRITERS[name](file)
    source = "-" if piped else str(file)
    result = descry("index", tmp_path / "db", source, stdin=file.read_bytes() if piped else b"",
                    env={"LC_ALL": "C"})
    found = indexed(tmp_path / "db")
    assert {id: data["text"] for id, data in found.items()} == {
        f"{source}/docs/a.txt": "Flut é", f"{source}/docs/b.html": "T\nhtml words",
        "x": "json words", f"{source}/d.eml": "潮汐表\n\n満潮は午後二時です。",
        f"{source}/é.txt.gz": "packed words"}
    assert "1 file skipped" in result.err and "refused" not in result.err


def test_a_bad_member_costs_no_other(descry, tmp_path):
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for name, data in (("a.txt", b"good"), ("/abs", b"x"), ("../up", b"x"),
                           ("b.jsonl", b"[]\n" + jsonl({"id": "b", "text": "good"})),
                           ("c.gz", gzip.compress(b"many words" * 9)[:-9]), ("d.txt", b"good")):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        device = tarfile.TarInfo("null")
        device.type = tarfile.CHRTYPE
        archive.addfile(device)
    result = descry("index", tmp_path / "db", "a.tar", code=ERROR, cwd=tmp_path)
    shown = result.err.splitlines()
    assert shown[0] == "a.tar(/abs): an absolute name"
    assert shown[1] == 'a.tar(../up): a name with ".."'
    assert shown[2] == "a.tar(b.jsonl):1: not a JSON object"
    assert shown[3].startswith("a.tar(c.gz): ")
    assert shown[4] == "a.tar(null): a device or a pipe, not a file"
    assert "5 documents rejected" in result.err
    assert list(indexed(tmp_path / "db")) == ["a.tar/a.txt", "b", "a.tar/d.txt"]


def test_a_zip_cut_in_the_middle_keeps_what_precedes(descry, tmp_path):
    write_zip(tmp_path / "a.zip")
    whole = (tmp_path / "a.zip").read_bytes()
    (tmp_path / "a.zip").write_bytes(whole[:len(whole) // 2])
    result = descry("index", tmp_path / "db", tmp_path / "a.zip", code=ERROR)
    assert "1 document rejected" in result.err
    assert f"{tmp_path}/a.zip/docs/a.txt" in indexed(tmp_path / "db")


@pytest.mark.long
def test_a_bomb_takes_bounded_memory(descry, tmp_path):
    """1.2 GiB in 5 MB: given up, and what follows is read."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("bomb.jsonl", "w", force_zip64=True) as member:
            for _ in range(1200):
                member.write(b" " * (1 << 20))
        archive.writestr("good.txt", "words")
    result = descry("index", tmp_path / "db", tmp_path / "a.zip", code=ERROR,
                    prefix=["sh", "-c", 'ulimit -v 4000000; exec "$@"', "sh"])
    assert f"{tmp_path}/a.zip(bomb.jsonl):1: " in result.err
    assert "expand to more than 1073741824 without a document" in result.err
    assert list(indexed(tmp_path / "db")) == [f"{tmp_path}/a.zip/good.txt"]


def warc_record(kind, uri, block):
    return (f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n"
            "WARC-Date: 2026-01-31T12:00:00Z\r\n"
            f"Content-Type: application/http; msgtype={kind}\r\n"
            f"Content-Length: {len(block)}\r\n\r\n").encode() + block + b"\r\n\r\n"


def page(body, headers="Content-Type: text/html; charset=koi8-r", status="200 OK"):
    return f"HTTP/1.1 {status}\r\n{headers}\r\n\r\n".encode() + body


def test_warc(descry, tmp_path):
    records = [
        warc_record("request", "http://example.org/", b"GET / HTTP/1.1\r\n\r\n"),
        warc_record("response", "http://example.org/", page("<p>прилив".encode("koi8-r"))),
        warc_record("response", "http://example.org/old", page(b"x", status="301 Moved")),
        warc_record("response", "http://example.org/br",
                    page(b"x", "Content-Type: text/html\r\nContent-Encoding: br")),
        warc_record("response", "http://example.org/b?c=d", page(b"last")),
    ]
    (tmp_path / "a.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    result = descry("index", tmp_path / "db", "a.warc.gz", code=ERROR, cwd=tmp_path)
    assert result.err.splitlines()[0] == \
        "a.warc.gz(http://example.org/br): the response is encoded: br"
    assert "2 files skipped" in result.err
    found = indexed(tmp_path / "db")
    assert {id: data["text"] for id, data in found.items()} == {
        "http://example.org/": "прилив", "http://example.org/b?c=d": "last"}
    assert found["http://example.org/"]["date"] == "2026-01-31T12:00:00Z"


def test_sign_reads_them_too(descry, tmp_path):
    write_zip(tmp_path / "a.zip")
    with lzma.open(tmp_path / "b.mbox.xz", "wb") as file:
        file.write(b"From a@b.c Sat Jan  3 01:05:34 1996\n" + MESSAGES[0].as_bytes())
    signed = descry("sign", "a.zip", "b.mbox.xz", cwd=tmp_path).json_lines()
    assert [line["id"] for line in signed] == [
        "a.zip/docs/a.txt", "a.zip/docs/b.html", "x", "a.zip/d.eml", "a.zip/é.txt.gz",
        "b.mbox.xz/1"]


def test_counts_of_each_source(descry, tmp_path):
    write_zip(tmp_path / "a.zip")
    (tmp_path / "b.jsonl").write_bytes(jsonl({"id": "1", "text": "a"}, {"id": "2", "text": "b"}))
    (tmp_path / "none").mkdir()
    result = descry("index", "db", "a.zip", "none", "b.jsonl", "-", stdin=b"words", cwd=tmp_path)
    lines = result.err.splitlines()
    assert lines[-6:-2] == ["descry: 5 documents from a.zip", "descry: 0 documents from none",
                            "descry: 2 documents from b.jsonl", "descry: 1 document from -"]
    assert "8 documents indexed" in lines[-2]
    assert "from b.jsonl" not in descry("index", "db2", "b.jsonl", cwd=tmp_path).err
    assert descry("index", "db3", "b.jsonl", "none", "--quiet", cwd=tmp_path).err == ""
    many = []
    for n in range(25):
        (tmp_path / f"{n}.txt").write_text("words")
        many.append(f"{n}.txt")
    lines = descry("index", "db4", *many, cwd=tmp_path).err.splitlines()
    assert lines[-3] == "descry: 5 documents from 5 more inputs"
    assert sum(" from " in line and line.endswith(".txt") for line in lines) == 20
