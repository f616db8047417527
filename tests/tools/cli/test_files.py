"""What a command reads and writes: choose another output, nor another output, by any name."""
import gzip
import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

from made import write_jsonl
from program import DONE, ERROR

DOCUMENTS = [{"id": "1", "text": "one ship of the line"}, {"id": "2", "text": "one ship of the line"},
             {"id": "3", "text": "quite another matter"}]


@pytest.fixture(scope="module")
def made(descry, index, tmp_path_factory):
    """A model, statistics and a prepared file."""
    folder = tmp_path_factory.mktemp("made")
    for command in (["model", "export", index, folder / "model"], ["stats", "export", index, folder / "stats"],
                    ["prepare", index, "--output", folder / "prepared"]):
        descry(*command, "--quiet")
    return folder


@pytest.fixture
def world(made, tmp_path):
    """A folder with one of each of the files that commands read."""
    folder = Path(shutil.copytree(made, tmp_path / "world"))
    write_jsonl(folder / "in.jsonl", DOCUMENTS)
    write_jsonl(folder / "other.jsonl", DOCUMENTS[2:])
    (folder / "docs").mkdir()
    write_jsonl(folder / "docs" / "a.jsonl", DOCUMENTS)
    return folder


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def shell(descry, script, cwd, code=ERROR):
    """Runs a line of the shell in which $D is the program; its messages."""
    done = subprocess.run(["bash", "-c", script], cwd=cwd, env={**os.environ, "D": descry.path, "L": descry.lab},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    return done.stderr


# Each of the commands that write a file, with an input as its output.
OVER_AN_INPUT = [
    *(["uniq", "in.jsonl", option, "in.jsonl"] for option in ("--dropped", "--groups", "--report")),
    ["uniq", "other.jsonl", "--reference", "in.jsonl", "--dropped", "in.jsonl"],
    ["uniq", "in.jsonl", "--model", "model", "--groups", "model"],
    ["prepare", "in.jsonl", "--model", "model", "--output", "in.jsonl"],
    ["prepare", "in.jsonl", "--model", "model", "--output", "model"],
    ["combine", "prepared", "--output", "prepared"],
    ["stats", "count", "in.jsonl", "other.jsonl", "--output", "other.jsonl"],
    ["stats", "count", "in.jsonl", "--learn", "stats", "--output", "stats"],
    ["stats", "merge", "stats", "stats", "--output", "stats"],
    ["model", "make", "stats", "stats"],
    ["evaluate", "in.jsonl", "--make-gold", "in.jsonl"],
    ["evaluate", "in.jsonl", "--report", "in.jsonl"],
    # In a folder that is read, be it there already or not.
    ["uniq", "docs", "--dropped", "docs/a.jsonl"], ["uniq", "docs", "--dropped", "docs/new"],
    ["uniq", ".", "--groups", "docs/new"], ["stats", "count", "docs/", "--output", "docs/../docs/new"],
]


@pytest.mark.parametrize("force", [[], ["--force"]], ids=["", "force"])
@pytest.mark.parametrize("command", OVER_AN_INPUT, ids=" ".join)
def test_an_output_is_never_an_input(descry, world, command, force):
    before = contents(world)
    for name in (command[-1], f"../world/{command[-1]}", world / command[-1]):
        result = subprocess.run(descry.command(*command[:-1], name, *force), cwd=world,
                                capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
        assert (result.returncode, result.stdout) == (ERROR, ""), result.stderr
        assert "choose another output" in result.stderr and str(name) in result.stderr
    assert contents(world) == before


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_nor_by_a_link(descry, world, link):
    link(world / "in.jsonl", world / "linked")
    os.mkdir(world / "linking")
    link(world / "in.jsonl", world / "linking" / "inside")
    before = contents(world)
    for inputs, output in (["in.jsonl"], "linked"), (["linked"], "in.jsonl"), (["linking"], "in.jsonl"):
        result = descry("uniq", *inputs, "--dropped", output, "--force", code=ERROR, cwd=world)
        assert "choose another output" in result.err and result.out == b""
    assert contents(world) == before and (link is os.link or (world / "linked").is_symlink())


@pytest.mark.parametrize("script", [
    "$D uniq in.jsonl > in.jsonl", "$D uniq < in.jsonl > in.jsonl", "$D uniq docs > docs/a.jsonl",
    "$D uniq docs > docs/new", "$D sign in.jsonl > in.jsonl", "$D sign in.jsonl >> in.jsonl",
    "$D uniq other.jsonl --reference in.jsonl > in.jsonl", "$L join postings in.jsonl > in.jsonl",
    "$D uniq in.jsonl 1<> in.jsonl", "$D combine prepared > prepared", "$D model make stats - > stats",
    "$D prepare in.jsonl --model model --output - > model", "$L evaluate in.jsonl > in.jsonl",
    "$D uniq - --dropped in.jsonl < in.jsonl"])
def test_standard_output_is_never_an_input(descry, world, script):
    assert "choose another output" in shell(descry, script, world)


@pytest.mark.parametrize("script", [
    "$D uniq in.jsonl >> in.jsonl", "$D uniq in.jsonl > /dev/null", "$D uniq in.jsonl | cat > in.jsonl.new",
    "$D uniq - < in.jsonl > new", "$D uniq docs > new", "$D uniq < /dev/null > /dev/null",
    "$D uniq in.jsonl --dropped /dev/null --groups /dev/null > /dev/null",
    "$D uniq in.jsonl --dropped new", "$D uniq in.jsonl --dropped >(cat > /dev/null)",
    "$D uniq <(cat in.jsonl) --reference <(cat other.jsonl)", "$D model export ../own.db - > new",
    "$D uniq in.jsonl 2> new --groups new2", "cp in.jsonl new; $D uniq in.jsonl > new"])
def test_other_outputs_are_well(descry, world, own_index, script):
    assert own_index.parent == world.parent
    assert "never" not in shell(descry, script, world, code=DONE)


def test_a_terminal_is_read_and_written(descry, world):
    leader, terminal = pty.openpty()
    os.write(leader, b'{"id":"1","text":"one ship"}\n\x04')
    done = subprocess.run(descry.command("uniq", "-"), stdin=terminal, stdout=terminal,
                          stderr=subprocess.PIPE, cwd=world, timeout=60)
    assert done.returncode == DONE, done.stderr
    os.close(leader), os.close(terminal)


@pytest.mark.parametrize("outputs", [
    ["--dropped", "-"], ["--groups", "-"], ["--report", "-"], ["--dropped", "/dev/stdout"],
    ["--dropped", "out", "--groups", "out"], ["--dropped", "out", "--report", "../world/out"],
    ["--dropped", "out", "--groups", "to-out"], ["--groups", "/dev/fd/1"]], ids=" ".join)
def test_two_outputs_are_never_one(descry, world, outputs):
    (world / "to-out").symlink_to("out")
    before = contents(world)
    result = descry("uniq", "in.jsonl", *outputs, code=ERROR, cwd=world)
    assert result.out == b"" and outputs[0] in result.err
    assert ("standard output" if len(outputs) == 2 else "are the same file") in result.err
    assert contents(world) == before
    report = descry("evaluate", "in.jsonl", "--report", "-", code=ERROR, cwd=world)
    assert report.out == b"" and "standard output" in report.err


@pytest.mark.parametrize("command", [
    ["uniq", "-", "-"], ["uniq", "-", "--reference", "-"], ["uniq", "--reference", "-"],
    ["uniq", "--model", "-"], ["sign", "-", "-"], ["sign", "--model", "-"], ["index", "{db}", "-", "-"],
    ["uniq", "-", "/dev/stdin"], ["model", "diff", "-", "-"], ["delete", "{db}", "-", "-"],
    ["join", "pairs", "-", "-"], ["evaluate", "-", "-"]], ids=" ".join)
def test_standard_input_is_asked_for_once(descry, world, own_index, command):
    result = descry(*[argument.format(db=own_index) for argument in command], code=ERROR, cwd=world,
                    stdin=b'{"id":"1","text":"one ship"}\n')
    assert result.out == b"" and "standard input can be read only once" in result.err


def test_a_model_from_standard_input(descry, world, own_index):
    model = (world / "model").read_bytes()
    expected = descry("uniq", "in.jsonl", "--model", "model", cwd=world).out
    assert descry("uniq", "in.jsonl", "--model", "-", cwd=world, stdin=model).out == expected != b""
    assert descry("model", "diff", own_index, "-", cwd=world, stdin=model).text == "the same model\n"
    descry("model", "import", own_index, "-", stdin=model)


def test_an_input_is_not_in_the_database_that_is_written(descry, world, own_index):
    before = contents(own_index)
    for path in (own_index, own_index / "iamglass"):
        result = descry("index", own_index, path, code=ERROR)
        assert "which is an output" in result.err
    assert contents(own_index) == before
    # A folder in which the database is may be read.
    descry("index", world / "docs" / "db", world / "docs", "--quiet")


@pytest.mark.parametrize("command", [
    ["uniq", "in.jsonl", "--dropped"], ["uniq", "in.jsonl", "--groups"], ["uniq", "in.jsonl", "--report"],
    ["model", "export", "{db}"], ["model", "make", "stats"], ["stats", "export", "{db}"],
    ["stats", "merge", "stats", "--output"], ["stats", "count", "in.jsonl", "--output"],
    ["prepare", "{db}", "--output"], ["combine", "prepared", "--output"], ["evaluate", "in.jsonl", "--methods", "exact", "--report"]],
    ids=lambda command: " ".join(command[:3]))
def test_a_file_of_another_kind_is_kept(descry, world, index, command):
    command = [argument.format(db=index) for argument in command]
    out = world / "out"
    out.write_bytes(b"")
    descry(*command, "out", "--quiet", cwd=world)
    made = out.read_bytes()
    # One of its own kind is replaced.
    descry(*command, "out", "--quiet", cwd=world)
    others = [b'{"id":"1","text":"one ship"}\n', b"\x7fELF", gzip.compress(b"x"), b"<!DOCTYPE html>\n<html></html>"]
    others += [(world / name).read_bytes() for name in ("model", "stats", "prepared")]
    for other in others:
        if other[:8] == made[:8] and b"<!DOCTYPE" not in other:
            continue
        out.write_bytes(other)
        result = descry(*command, "out", code=ERROR, cwd=world)
        assert "exists and is not" in result.err and "--force" in result.err and result.out == b""
        assert out.read_bytes() == other
    descry(*command, "out", "--force", "--quiet", cwd=world)
    assert out.read_bytes()[:8] == made[:8]


def test_stats_name_their_output(descry, world):
    """`stats count *.jsonl` took the last collection for the output."""
    before = contents(world)
    for command in (["count", "in.jsonl", "other.jsonl"], ["merge", "stats", "stats"]):
        assert "--output is missing" in descry("stats", *command, code=ERROR, cwd=world).err
    assert contents(world) == before


@pytest.mark.parametrize("outputs", [["--dropped", "no/such/out"], ["--dropped", "docs"]], ids=str)
def test_an_output_that_cannot_be_made_is_told_first(descry, world, outputs):
    result = descry("uniq", "in.jsonl", *outputs, code=ERROR, cwd=world)
    assert "cannot be made" in result.err and result.out == b""


REFERENCES = {
    "missing": None, "damaged prepared": lambda world: (world / "prepared").read_bytes()[:-9],
    "of another form": lambda world: b"\x7fELF\0\0\0\0", "cut": lambda world: gzip.compress(os.urandom(9999))[:500],
    "without documents": lambda world: b'{"id":"1"}\n'}


@pytest.mark.parametrize("kind", REFERENCES)
def test_a_reference_is_read_whole_or_nothing_is_printed(descry, world, kind):
    if REFERENCES[kind]:
        (world / "reference").write_bytes(REFERENCES[kind](world))
    result = descry("uniq", "in.jsonl", "--reference", "other.jsonl", "--reference", "reference",
                    "--dropped", "out", code=ERROR, cwd=world)
    assert result.out == b"" and "reference" in result.err and not (world / "out").exists()


def test_references_in_folders(descry, world):
    (world / "refs").mkdir()
    reference = ["uniq", "in.jsonl", "--reference", "refs"]
    assert descry(*reference, code=ERROR, cwd=world).out == b""
    (world / "refs" / "image.bin").write_bytes(b"\x7fELF\0\0")
    assert descry(*reference, code=ERROR, cwd=world).out == b""
    # A single document that is bad is told and counted; what is no text in a folder is passed over.
    (world / "refs" / "a.jsonl").write_text('{"id":"r","text":"one ship of the line"}\n{"id":"s"}\n')
    result = descry(*reference, code=ERROR, cwd=world)
    assert [row["id"] for row in result.json_lines()] == ["3"] and "1 document rejected" in result.err
    # But not a file that ends too early.
    lines = b"".join(b'{"id":"%d","text":"%s"}\n' % (n, os.urandom(20).hex().encode()) for n in range(500))
    (world / "refs" / "b.jsonl.gz").write_bytes(gzip.compress(lines)[:-500])
    assert descry(*reference, code=ERROR, cwd=world).out == b""


def test_an_empty_reference_is_one(descry, world):
    (world / "empty.jsonl").touch()
    assert descry("uniq", "in.jsonl", "--reference", "empty.jsonl", cwd=world).json_lines()


@pytest.mark.parametrize("command", [
    ["index", "new.db", "missing"], ["uniq", "missing", "--dropped", "new"],
    ["stats", "count", "missing", "--output", "new"], ["prepare", "missing", "--model", "model", "--output", "new"],
    ["evaluate", "missing", "--make-gold", "new"], ["sign", "missing"], ["combine", "missing", "--output", "new"],
    ["index", "new.db", "missing", "gone"], ["uniq", "in.jsonl", "--model", "missing", "--dropped", "new"],
    ["evaluate", "in.jsonl", "--gold", "missing"], ["index", "new.db", "in.jsonl", "--chain", "missing"],
    ["stats", "merge", "stats", "missing", "--output", "new"]], ids=" ".join)
def test_nothing_is_made_where_nothing_can_be_read(descry, world, command):
    before = contents(world)
    result = descry(*command, code=ERROR, cwd=world)
    assert "missing: cannot open: No such file" in result.err and result.out == b""
    assert contents(world) == before and not (world / "new.db").exists()


def test_an_input_that_is_missing_is_no_document(descry, world):
    result = descry("uniq", "in.jsonl", "missing", code=ERROR, cwd=world)
    assert "missing: cannot open: " in result.err and "1 input could not be read" in result.err
    assert "document refused" not in result.err and len(result.lines) == 2
    (world / "cut.gz").write_bytes(gzip.compress(b"words of a text " * 9999)[:-20])
    result = descry("uniq", "in.jsonl", "cut.gz", code=ERROR, cwd=world)
    assert "1 input could not be read to the end" in result.err
