"""What is no text and differs: it is said of what is dropped, and keeps documents apart where asked."""
import base64
import json
import random

import pytest

from made import make_documents, write_jsonl
from program import ERROR
from texts import varied

TEXT = " ".join(varied(0))
NEAR = " ".join(varied(2))


def rows(path, *cells, header="nr,date,text,amount"):
    path.write_text("\n".join([header, *cells]) + "\n")
    return path


def kept(result):
    return [json.loads(line)["id"] for line in result.out.decode().splitlines()]


def records(*others, text=TEXT):
    """A document of one text a record."""
    return [{"id": str(i), "text": text, **other} for i, other in enumerate(others)]


def mail(name, content, text=TEXT, kind="application/pdf"):
    attached = (f"--x\nContent-Type: {kind}\nContent-Disposition: attachment; filename=\"{name}\"\n"
                f"Content-Transfer-Encoding: base64\n\n{base64.b64encode(content).decode()}\n")
    return (f"From: a@example.org\nSubject: Invoice\nMIME-Version: 1.0\n"
            f"Content-Type: multipart/mixed; boundary=\"x\"\n\n--x\nContent-Type: text/plain\n\n{text}\n"
            f"{attached}--x--\n")


def mails(folder, *messages):
    folder.mkdir()
    for i, message in enumerate(messages):
        (folder / f"{i}.eml").write_text(message)
    return folder


def test_other_columns_of_what_is_dropped_are_counted(descry, tmp_path):
    """The most frequent first, five at most."""
    table = rows(tmp_path / "a.csv", f"1,d1,{TEXT},900", f"2,d1,{NEAR},1234", f"3,d2,{TEXT},900")
    result = descry("uniq", table, "--dropped", tmp_path / "dropped")
    assert ("2 of the 2 dropped documents differ from the kept one in fields that are not compared: nr (2), "
            "amount (1), date (1); --keep-apart FIELD keeps both") in result.err
    lines = [line.split("\t") for line in (tmp_path / "dropped").read_text().splitlines()]
    assert [line[3:] for line in lines] == [["near", "amount,nr"], ["near", "date,nr"]]
    many = write_jsonl(tmp_path / "many.jsonl", records({}, {f"x{i}": i for i in range(8)}))
    assert "compared: x0 (1), x1 (1), x2 (1), x3 (1), x4 (1), 3 more fields;" in descry("uniq", many).err
    # The names of id and texts are no others, wherever they stand.
    named = [{"key": i, "chat": [{"role": "user", "say": TEXT}], "n": i // 2} for i in range(3)]
    result = descry("uniq", write_jsonl(tmp_path / "named.jsonl", named), "--id-field", "key",
                    "--text-field", "chat[*].say")
    assert "1 of the 2 dropped documents differs from the kept one in fields that are not compared: n (1)" in result.err
    alike = write_jsonl(tmp_path / "alike.jsonl", records({"a": 1, "b": None}, {"a": 1}))
    assert "not compared" not in descry("uniq", alike).err


SOURCE = [{"_id": i, "_source": {"text": TEXT, "amount": amount, "date": f"2026-0{i}", "more": {"n": [amount]}}}
          for i, amount in enumerate([500, 900, 500])]
CHATS = [{"id": str(i), "messages": [{"content": words, **role} for words, role in zip([TEXT, NEAR], roles)]}
         for i, roles in enumerate([[{"role": "a"}, {}], [{}, {"role": "a"}], [{"role": "a"}, {"role": None}]])]
PARTS = [{"id": str(i), "content": [{"type": "text", "text": TEXT}, {"type": "image", "url": url}]}
         for i, url in enumerate("aba")]
PAGES = [{"id": str(i), "pages": [{"text": TEXT}, {"text": other}]} for i, other in enumerate("aba")]


@pytest.mark.parametrize("documents, id_field, text_field, names", [
    (SOURCE, "_id", "_source.text", ["_source.amount", "_source.date", "_source.more"]),
    (CHATS, "id", "messages[*].content", ["messages[*].role"]), (CHATS, "id", "messages.content", ["messages[*].role"]),
    (PARTS, "id", "content", ["content[*].url"]), (PAGES, "id", "pages[0].text", ["pages[1]"])])
def test_what_stands_beside_a_nested_text_is_a_field(descry, tmp_path, documents, id_field, text_field, names):
    path = write_jsonl(tmp_path / "a.jsonl", documents)
    names_of_texts = ["--id-field", id_field, "--text-field", text_field]
    result = descry("uniq", path, *names_of_texts, "--dropped", tmp_path / "dropped")
    assert f"{names[0]} (1)" in result.err
    assert (tmp_path / "dropped").read_text().splitlines()[0].split("\t")[4] == ",".join(names)
    apart = descry("uniq", path, *names_of_texts, "--keep-apart", names[0])
    assert [json.loads(line)[id_field] for line in apart.out.decode().splitlines()] == [documents[i][id_field] for i in (0, 1)]


@pytest.mark.parametrize("text_field", ["messages[*].content", "messages.content"])
def test_values_among_the_objects_of_a_list_are_a_field(descry, tmp_path, text_field):
    """By the path of the elements, where they are no text."""
    chats = [{"id": str(i), "messages": [{"content": TEXT}, other]} for i, other in enumerate([5, 6, 5, True])]
    source = write_jsonl(tmp_path / "a.jsonl", chats)
    result = descry("uniq", source, "--text-field", text_field, "--dropped", tmp_path / "dropped")
    dropped = [line.split("\t") for line in (tmp_path / "dropped").read_text().splitlines()]
    assert [(line[0], line[4:]) for line in dropped] == [("1", ["messages[*]"]), ("2", [""]), ("3", ["messages[*]"])]
    apart = descry("uniq", source, "--text-field", text_field, "--keep-apart", "messages[*]", "--quiet")
    assert kept(apart) == ["0", "1", "3"]
    # An id within an object, and no object there.
    metas = write_jsonl(tmp_path / "b.jsonl", [{"meta": [{"id": str(i)}, word], "text": TEXT}
                                               for i, word in enumerate(["a", "b", "a"])])
    result = descry("uniq", metas, "--id-field", "meta.id", "--keep-apart", "meta[*]", "--quiet")
    assert [json.loads(line)["meta"][0]["id"] for line in result.out.decode().splitlines()] == ["0", "1"]


def test_a_field_beside_a_nested_text_is_an_order(descry, tmp_path):
    path = write_jsonl(tmp_path / "a.jsonl", SOURCE)
    result = descry("uniq", path, "--id-field", "_id", "--text-field", "_source.text", "--keep", "newest:_source.date")
    assert json.loads(result.out)["_id"] == 2


def test_references_have_fields_too(descry, tmp_path):
    old = write_jsonl(tmp_path / "old.jsonl", records({"amount": 1}))
    new = write_jsonl(tmp_path / "new.jsonl", records({"amount": 2}, {"amount": 1}))
    result = descry("uniq", new, "--reference", old)
    assert "1 of the 2 dropped documents differs from the kept one in fields that are not compared: amount (1)" in result.err
    result = descry("uniq", new, "--reference", old, "--keep-apart", "amount")
    assert kept(result) == ["0"]


@pytest.mark.parametrize("other", [mail("b.pdf", b"one"), mail("a.pdf", b"longer"), mail("a.pdf", b"two"),
                                   mail("a.pdf", b"one").replace("application/pdf", "image/png")
                                   .replace('; filename="a.pdf"', "")])
def test_mails_with_other_attachments(descry, tmp_path, other):
    """Of another name, size or content."""
    folder = mails(tmp_path / "mails", mail("a.pdf", b"one"), other, mail("a.pdf", b"one"))
    result = descry("uniq", folder, "--dropped", tmp_path / "dropped")
    assert ("1 of the 2 dropped documents differs from the kept one in fields that are not compared: attachments "
            "(1)") in result.err
    assert "\tattachments\n" in (tmp_path / "dropped").read_text()
    result = descry("uniq", folder, "--keep-apart", "attachments")
    assert len(kept(result)) == 2 and "not compared" not in result.err


def test_signatures_are_no_attachments(descry, tmp_path):
    signed = [mail("smime.p7s", content, kind="application/pkcs7-signature") for content in (b"1", b"2")]
    assert len(kept(descry("uniq", mails(tmp_path / "m", *signed), "--keep-apart", "attachments"))) == 1


def alternatives(*parts, text=TEXT, boundary="b"):
    """Plain text, and parts of (type, content)."""
    leaves = [f"--{boundary}\nContent-Type: {kind}\n\n{content}\n"
              for kind, content in [("text/plain", text), *parts]]
    return (f"From: a@example.org\nSubject: Invoice\nMIME-Version: 1.0\n"
            f"Content-Type: multipart/alternative; boundary=\"{boundary}\"\n\n{''.join(leaves)}--{boundary}--\n")


HTML_FORM = ("text/html", f"<html><body id=1><p>{TEXT}!</p></body></html>")
OTHER_HTML = ("text/html", f"<html><body><p>{TEXT}</p><p>You pay 900 in March.</p></body></html>")
CALENDAR = ("text/calendar; method=REQUEST", "BEGIN:VCALENDAR\nDTSTART:20260101T090000Z\nEND:VCALENDAR")
CALENDAR_LATER = (CALENDAR[0], CALENDAR[1].replace("T09", "T10"))
WITH_PDF = ("multipart/mixed; boundary=in", f"--in\nContent-Type: text/html\n\n{HTML_FORM[1]}\n--in\n"
            "Content-Type: application/pdf; name=a.pdf\n\n%PDF one\n--in--")


@pytest.mark.parametrize("a, b", [
    ([OTHER_HTML], [("text/html", OTHER_HTML[1].replace("900", "1234"))]), ([OTHER_HTML], []), ([HTML_FORM], [OTHER_HTML]),
    ([CALENDAR], [CALENDAR_LATER]), ([HTML_FORM, CALENDAR], [HTML_FORM, CALENDAR_LATER]), ([CALENDAR], []),
    ([WITH_PDF], [(WITH_PDF[0], WITH_PDF[1].replace("one", "two"))]), ([WITH_PDF], [HTML_FORM])])
def test_mails_with_other_alternatives(descry, tmp_path, a, b):
    """What an alternative that is not read says beside the text is an attachment, and so is what is attached to it."""
    folder = mails(tmp_path / "mails", alternatives(*a), alternatives(*b), alternatives(*a, boundary="other"))
    result = descry("uniq", folder, "--dropped", tmp_path / "dropped")
    assert "1 of the 2 dropped documents" in result.err and "\tattachments\n" in (tmp_path / "dropped").read_text()
    assert len(kept(descry("uniq", folder, "--keep-apart", "attachments"))) == 2


@pytest.mark.parametrize("a, b", [
    ([HTML_FORM], [("text/html", HTML_FORM[1].replace("id=1", "id=2"))]), ([HTML_FORM], []),
    ([OTHER_HTML], [("text/html", OTHER_HTML[1].replace("<p>", "<div class=x>"))])])
def test_the_html_form_of_the_same_text_is_no_other_alternative(descry, tmp_path, a, b):
    folder = mails(tmp_path / "mails", alternatives(*a), alternatives(*b))
    assert "not compared" not in descry("uniq", folder).err
    # Near mails say the same beside the text.
    near = mails(tmp_path / "near", alternatives(*a),
                 alternatives(*((kind, content.replace(TEXT, NEAR)) for kind, content in a), text=NEAR))
    assert len(kept(descry("uniq", near, "--keep-apart", "attachments"))) == 1


def test_style_sheets_of_saved_pages_are_attachments(descry, tmp_path):
    pages = [mail("a.css", content, kind="text/css").replace(leave, "") for content in (b"p {}", b"b {}")
             for leave in ("", '; filename="a.css"')]
    result = descry("uniq", mails(tmp_path / "m", *pages), "--keep-apart", "attachments")
    assert len(kept(result)) == 4


@pytest.mark.parametrize("others, stay", [
    ([{"n": 1}, {"n": 2}, {"n": 1}], "01"),
    ([{"n": 1.5}, {"n": 1.50}], "0"),
    ([{"n": ""}, {}, {"n": None}], "01"),
    ([{"n": {"a": 1, "b": [2]}}, {"n": {"a": 1, "b": [3]}}, {"n": {"a": 1, "b": [2]}}], "01"),
    ([{"n": [[1]]}, {"n": [[2]]}, {"n": [1]}], "012"),
    ([{"n": True}, {"n": False}], "01"),
])
def test_values_that_differ_keep_apart(descry, tmp_path, others, stay):
    path = write_jsonl(tmp_path / "a.jsonl", records(*others))
    assert kept(descry("uniq", path)) == ["0"]
    assert kept(descry("uniq", path, "--keep-apart", "n")) == list(stay)


def test_one_document_differs(descry, tmp_path):
    result = descry("uniq", write_jsonl(tmp_path / "two.jsonl", records({"n": 1}, {"n": 2})))
    assert "descry: the dropped document differs from the kept one in fields that are not compared: n (1)" in result.err


def test_numbers_are_compared_as_they_are_written(descry, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f'{{"id":"{i}","text":"{TEXT}","n":{n}}}\n'
                            for i, n in enumerate(["1.50", "1.5", "9007199254740993", "9007199254740992"])))
    assert kept(descry("uniq", path, "--keep-apart", "n")) == ["0", "1", "2", "3"]
    # White space of nested JSON does not count.
    path.write_text(f'{{"id":"0","text":"{TEXT}","n":{{"a": [1, " x"] }} }}\n'
                    f'{{"id":"1","text":"{TEXT}","n":{{"a":[1," x"]}}}}\n')
    result = descry("uniq", path, "--keep-apart", "n")
    assert kept(result) == ["0"] and "not compared" not in result.err


def test_several_fields_and_numbers(descry, tmp_path):
    documents = records({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 2})
    documents += [{"id": "n", "text": TEXT + " 17", "a": 1, "b": 1}]
    path = write_jsonl(tmp_path / "a.jsonl", documents)
    for options, stay in [(["a"], ["0", "1"]), (["a,b"], ["0", "1", "2"]), (["b", "a"], ["0", "1", "2"]),
                          (["numbers,a", "b"], ["0", "1", "2", "n"]), (["numbers"], ["0", "n"])]:
        given = [word for option in options for word in ("--keep-apart", option)]
        assert kept(descry("uniq", *given, path)) == stay, options


def test_a_field_that_no_document_has_is_refused(descry, tmp_path):
    path = write_jsonl(tmp_path / "a.jsonl", records({"amount": 1}, {"date": 2}))
    for command in (["uniq", path], ["report", path, "--output", tmp_path / "p.html"],
                    ["prepare", path, "--output", tmp_path / "p"], ["index", tmp_path / "db", path]):
        result = descry(*command, "--keep-apart", "amout", code=ERROR)
        assert 'no document has the field or column "amout"; found: amount, date' in result.err
        assert not result.out
    # A box without attachments is one all the same.
    descry("uniq", path, "--keep-apart", "attachments")


def test_the_page_and_the_review_show_both_values(descry, tmp_path):
    table = rows(tmp_path / "a.csv", f"1,d1,{TEXT},900", f"2,d1,{NEAR},<1234>", f"3,d1,{TEXT},900")
    for command in (["uniq", table, "--report", tmp_path / "p.html"],
                    ["report", table, "--output", tmp_path / "p.html", "--force"]):
        descry(*command)
        page = (tmp_path / "p.html").read_text()
        assert "<ins>900</ins>" in page and "<del>&lt;1234&gt;</del>" in page and ">amount</th>" in page
    descry("index", tmp_path / "db", table, "--id-field", "nr")
    descry("report", tmp_path / "db", "--output", tmp_path / "p.html")
    assert "<del>&lt;1234&gt;</del>" in (tmp_path / "p.html").read_text()
    for source in (table, tmp_path / "db"):
        result = descry("review", source, "--decisions", tmp_path / "d", stdin=b"q")
        assert "  amount\n    A 900\n    B <1234>\n" in result.out.decode()
    # Equal texts are not asked of, but where their attachments differ.
    folder = mails(tmp_path / "mails", mail("a.pdf", b"one"), mail("b.pdf", b"one"))
    result = descry("review", folder, "--decisions", tmp_path / "e", stdin=b"q")
    assert "1 of 1" in result.out.decode() and "    B b.pdf, 3 bytes" in result.out.decode()


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Of more documents than are compared each with each."""
    draw = random.Random(7)
    documents = make_documents(2600, seed=11)
    for document in documents:
        document["amount"] = draw.randrange(3)
    return {"documents": documents,
            "file": write_jsonl(tmp_path_factory.mktemp("fields") / "a.jsonl", documents)}


def groups_in(path):
    return sorted([(member["id"], member["similarity"]) for member in group["members"]]
                  for group in map(json.loads, path.read_text().splitlines()))


def test_the_groups_are_those_of_each_value_alone(descry, many, tmp_path):
    """By uniq, of prepared files, beside references, and in an index."""
    descry("prepare", many["file"], "--keep-apart", "amount", "--output", tmp_path / "all")
    descry("combine", tmp_path / "all", "--output", tmp_path / "combined")
    descry("uniq", many["file"], "--keep-apart", "amount", "--groups", tmp_path / "groups")
    groups = groups_in(tmp_path / "groups")
    assert groups_in(tmp_path / "combined") == groups and len(groups) > 100
    descry("index", tmp_path / "db", many["file"], "--keep-apart", "amount")
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    alone = []
    for amount in range(3):
        part = write_jsonl(tmp_path / "part.jsonl", [one for one in many["documents"] if one["amount"] == amount])
        descry("uniq", part, "--model", tmp_path / "model", "--groups", tmp_path / "groups")
        alone += groups_in(tmp_path / "groups")
    assert sorted(alone) == groups
    (tmp_path / "of-index").write_bytes(descry("groups", tmp_path / "db", "--format", "json").out)
    assert groups_in(tmp_path / "of-index") == groups
    # Beside a prepared file only those of its value go.
    new = [dict(one, id="new" + one["id"], amount=1) for one in many["documents"][:200]]
    result = descry("uniq", write_jsonl(tmp_path / "new.jsonl", new), "--reference", tmp_path / "all",
                    "--dropped", tmp_path / "dropped")
    value = {one["id"]: one["amount"] for one in many["documents"]}
    pairs = [line.split("\t")[:2] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert pairs and all(value.get(head, 1) == 1 for _, head in pairs)
    assert {id for id, _ in pairs} >= {"new" + one["id"] for one in many["documents"][:200] if one["amount"] == 1}
    assert result.out


def test_an_index_keeps_apart_what_is_added_later(descry, tmp_path):
    db = tmp_path / "db"
    descry("index", db, write_jsonl(tmp_path / "a.jsonl", records({"n": 1}, {"n": 1}, {"n": 2})))
    descry("rebuild", db, "--keep-apart", "n")
    assert descry("model", "show", db, "--format", "json").json()["keep_apart"] == "n"
    told = descry("explain", db, "0", "2", "--format", "json").json()
    assert told["decision"] == "other fields" and told["fields_differ"] and not told["same_group"]
    near = descry("similar", db, "0", "--format", "json", code=None).json_lines()
    assert [(one["id"], one["near"]) for one in near] == [("1", True), ("2", False)]
    later = [{"id": f"l{n}", "text": NEAR, "n": n} for n in (1, 2, 3)]
    descry("index", db, write_jsonl(tmp_path / "b.jsonl", later))

    def groups():
        lines = descry("groups", db, "--format", "json").json_lines()
        return [[member["id"] for member in group["members"]] for group in lines]
    assert groups() == [["0", "1", "l1"], ["2", "l2"]]
    descry("rebuild", db)
    assert groups() == [["0", "1", "l1"], ["2", "l2"]]
    # A document whose value changes moves.
    descry("index", db, write_jsonl(tmp_path / "c.jsonl", [{"id": "l2", "text": NEAR, "n": 1}]))
    assert groups() == [["0", "1", "l1", "l2"]]
    result = descry("rebuild", db, "--keep-apart", "m", code=ERROR)
    assert 'no document has the field or column "m"; found: n' in result.err
    descry("rebuild", db, "--keep-apart", "nothing")
    assert len(groups()) == 1
