"""Whoever removes exactly what --dropped names loses no text: a file that is met twice is no duplicate of itself."""
import difflib
import gzip
import io
import json
import os
import shutil
import tarfile
import zipfile

import pytest

ERROR = 2
TENANT = "The tenant pays nine hundred euros a month and the owner repairs the roof before winter comes"
FERRY = "The ferry leaves the north quay at nine in the morning and returns at noon every day but Sunday"
SOUP = "A soup of leeks and potatoes with cream takes half an hour and feeds four on a cold evening"
# A near copy, and an equal one.
TEXTS = {"a.txt": TENANT, "b.txt": FERRY, "c.txt": TENANT + " again", "d.txt": FERRY, "e.txt": SOUP}
# Shapes of input by name: functions of a folder that give arguments of uniq, and the texts of documents that are no files.
SHAPES = {}


def shape(build):
    SHAPES[build.__name__] = build
    return build


def files(folder, texts=TEXTS):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text + "\n")
    return folder


@shape
def a_folder(root):
    return [files(root / "d")], {}


@shape
def a_folder_and_a_file_in_it(root):
    return [files(root / "d"), root / "d/a.txt", root / "d/e.txt"], {}


@shape
def a_file_and_then_its_folder(root):
    return [files(root / "d") / "e.txt", root / "d"], {}


@shape
def a_folder_by_two_names(root):
    return [files(root / "d"), f"{root}/d/../d/."], {}


@shape
def a_folder_and_one_in_it(root):
    files(root / "d/sub")
    return [files(root / "d"), root / "d/sub"], {}


@shape
def one_file_three_times(root):
    return [files(root / "d") / "e.txt"] * 3, {}


@shape
def a_link_before_its_file(root):
    os.symlink("e.txt", files(root / "d") / "A.txt")
    return [root / "d"], {}


@shape
def a_link_behind_its_file(root):
    os.symlink("e.txt", files(root / "d") / "z.txt")
    return [root / "d"], {}


@shape
def a_link_in_another_folder(root):
    files(root / "d")
    (root / "c").mkdir()
    os.symlink("../d/e.txt", root / "c/e.txt")
    return [root / "c", root / "d"], {}


@shape
def a_link_that_is_named(root):
    os.symlink("d/e.txt", files(root / "d").parent / "e.txt")
    return [root / "e.txt", root / "d"], {}


@shape
def a_link_to_the_folder(root):
    os.symlink("d", files(root / "d").parent / "l")
    return [root / "l", root / "d"], {}


@shape
def links_to_what_is_not_read(root):
    files(root / "d")
    (root / "far.txt").write_text(SOUP + " with bread and butter")
    for name in ("A.txt", "z.txt"):
        os.symlink("../far.txt", root / "d" / name)
    return [root / "d"], {}


@shape
def hard_links(root):
    os.link(files(root / "d") / "e.txt", root / "d/A.txt")
    os.link(root / "d/a.txt", root / "d/z.txt")
    return [root / "d"], {}


def tar(path, texts):
    with tarfile.open(path, "w") as archive:
        for name, text in texts.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
        hard = tarfile.TarInfo("hard.txt")
        hard.type, hard.linkname = tarfile.LNKTYPE, "e.txt"
        archive.addfile(hard)
    return {f"{path}/{name}": text for name, text in texts.items()}


@shape
def an_archive_with_a_link(root):
    return [root / "a.tar"], tar(root / "a.tar", TEXTS)


@shape
def an_archive_beside_its_files(root):
    return [root / "a.tar", files(root / "d"), root / "a.tar"], tar(root / "a.tar", TEXTS)


@shape
def a_zip_in_a_folder_that_is_named(root):
    path = files(root / "d") / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in TEXTS.items():
            archive.writestr(name, text)
    return [path, root / "d"], {f"{path}/{name}": text for name, text in TEXTS.items()}


@shape
def a_table_and_a_link_to_it(root):
    (root / "t.csv").write_text("id,text\n" + "".join(f"{name},{text}\n" for name, text in TEXTS.items()))
    os.symlink("t.csv", root / "A.csv")
    return [root], TEXTS


@shape
def lines_of_json_twice(root):
    path = root / "l.jsonl"
    path.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in TEXTS.items()))
    return [path, root], TEXTS


@shape
def lines_without_ids(root):
    path = root / "l.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps({"text": text}) + "\n" for text in TEXTS.values()).encode()))
    os.link(path, root / "m.jsonl.gz")
    return [root], {f"{path}:{line}": text for line, text in enumerate(TEXTS.values(), 1)}


@shape
def an_mbox_twice(root):
    path = root / "box.mbox"
    path.write_text("".join(f"From a@b.c Thu Jan  1 00:00:00 2026\nSubject: x\n\n{text}\n\n" for text in TEXTS.values()))
    return [path, path], {f"{path}/{number}": text for number, text in enumerate(TEXTS.values(), 1)}


@shape
def pages_and_mails(root):
    files(root / "d")
    (root / "d/e.html").write_text(f"<p>{SOUP}</p>")
    (root / "d/a.eml").write_text(f"From: a@b.c\nSubject: \n\n{TENANT}\n")
    return [root / "d", root / "d/a.eml"], {}


@shape
def references_that_are_copies(root):
    return [files(root / "d"), "--reference", files(root / "r", {"x.txt": SOUP, "y.txt": FERRY})], {}


def on_disk(args):
    """Files by their paths, as the arguments name them."""
    texts = {}
    for arg in map(str, args):
        for folder, _, names in os.walk(arg):
            texts |= {os.path.join(folder, name): open(os.path.join(folder, name), errors="replace").read()
                      for name in names if name.endswith((".txt", ".html", ".eml"))
                      and os.path.exists(os.path.join(folder, name))}
        if arg.endswith(".txt") and os.path.isfile(arg):
            texts[arg] = open(arg).read()
    return texts


def is_near(one, other):
    return difflib.SequenceMatcher(None, one.split(), other.split()).ratio() > 0.7


@pytest.mark.parametrize("name", SHAPES)
def test_removing_what_is_dropped_loses_no_text(descry, tmp_path, name):
    root = tmp_path / "in"
    root.mkdir()
    args, records = SHAPES[name](root)
    before = [*on_disk(args).values(), *records.values()]
    descry("uniq", *args, "--dropped", tmp_path / "dropped")
    dropped = [line.split("\t")[0] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert len(set(dropped)) == len(dropped)
    for dropped_id in dropped:
        assert (dropped_id in records) != os.path.exists(dropped_id), dropped_id
        if dropped_id not in records:
            os.remove(dropped_id)
    left = [*on_disk(args).values(), *(text for id_, text in records.items() if id_ not in dropped)]
    for text in before:
        assert any(is_near(text, other) for other in left), (text, dropped)
    # It is not that nothing goes.
    assert dropped or name == "one_file_three_times"


def test_standard_input_may_be_a_file_that_is_named(descry, tmp_path):
    file = files(tmp_path / "d", {"a.txt": TENANT}) / "a.txt"
    for args in (["-", file], [file, "-"], ["-", tmp_path / "d"]):
        redirect = ("sh", "-c", f'exec "$0" "$@" < {file}')
        result = descry("uniq", *args, "--dropped", tmp_path / "gone", prefix=redirect)
        assert len(result.json_lines()) == 1 and (tmp_path / "gone").read_text() == ""
        (tmp_path / "gone").unlink()


def test_a_reference_that_is_an_input_is_refused_by_name(descry, tmp_path):
    d, r = files(tmp_path / "d"), tmp_path / "r"
    r.mkdir()
    os.symlink(d / "e.txt", r / "link.txt")
    os.link(d / "e.txt", tmp_path / "hard.txt")
    for reference, named in ((d, d / "a.txt"), (d / "e.txt", d / "e.txt"), (r, d / "e.txt"),
                             (tmp_path / "hard.txt", d / "e.txt"), (f"{d}/.", d / "a.txt")):
        refused = descry("uniq", d, "--reference", reference, "--dropped", tmp_path / "gone", code=ERROR)
        assert f"--reference {reference}: {named} is also an input" in refused.err
        assert refused.out == b"" and not (tmp_path / "gone").exists()
    shutil.copytree(d, tmp_path / "copy")
    assert descry("uniq", d, "--reference", tmp_path / "copy").out == b""


def test_a_file_that_is_met_twice_is_told(descry, tmp_path):
    d = files(tmp_path / "d")
    result = descry("uniq", d, d / "a.txt", "--verbose")
    assert f"{d}/a.txt: skipped: the same file as another input, or a link to it" in result.err
    assert "1 file found again by another name or a link; read once" in result.err
    assert "met again" not in descry("uniq", d).err


def test_ids_that_name_two_documents_are_told(descry, tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_text("".join(json.dumps({"id": id_, "text": text}) + "\n"
                            for id_, text in ((1, TENANT), (1, TENANT), (2, FERRY), (3, SOUP), (2, SOUP))))
    descry("uniq", file, "--dropped", tmp_path / "gone")
    dropped = [line.split("\t")[:2] for line in (tmp_path / "gone").read_text().splitlines()]
    assert dropped == [[f"{file}:2:1", f"{file}:1:1"], [f"{file}:5:2", "3"]]
    assert "have the id" not in descry("uniq", file).err
