"""uniq: the documents that came are those that are printed, dropped and refused, of every format."""
import bz2
import gzip
import io
import json
import lzma
import re
import tarfile
import zipfile

import pytest

from program import ERROR

# Of the summary: documents, and inputs that could not be read, or not to their ends.
REFUSED = re.compile(r"^descry: (\d+) (?:document|input)s? (?:rejected|could not be read)", re.M)
WORDS = [f"{a}{b}" for a in ("sa", "ko", "mi", "ne", "ru", "ta") for b in ("lo", "ne", "tu", "fi", "wa")]


class Folder:
    """Files made by chance: their bytes, and how many good and bad documents each has."""

    def __init__(self, chance):
        self.chance = chance
        self.texts = [" ".join(chance.choices(WORDS, k=30)) for _ in range(6)]
        self.ids = 0

    def text(self):
        """New, or near one that was."""
        if self.chance.random() < 0.5:
            return " ".join(self.chance.choices(WORDS, k=30))
        words = self.chance.choice(self.texts).split()
        words[self.chance.randrange(30)] = "other"
        return " ".join(words)

    def id(self):
        self.ids += 1
        return f"n{self.ids}"

    def items(self, make_good, bad, share=0.3):
        """Documents, of which some are bad. The first is good, that the format is known."""
        made = [make_good()]
        refused = 0
        for _ in range(self.chance.randrange(5)):
            is_bad = bool(bad) and self.chance.random() < share
            refused += is_bad
            made.append(self.chance.choice(bad) if is_bad else make_good())
        return made, len(made) - refused, refused

    def object(self):
        return json.dumps({"id": self.id(), "text": self.text(), "n": 1})

    def jsonl(self):
        lines, good, bad = self.items(self.object, ['{"id":"cut', '{"id":"x"}', "[1]", '{"text":"no id"}'])
        return ".jsonl", "\n".join(lines).encode(), good, bad

    def json(self):
        elements, good, bad = self.items(self.object, ["7", '{"id":"x"}', '[{"id":1}]', "{bad}"])
        cut = self.chance.random() < 0.3
        end = ',{"id":"z","text":"cut' if cut else "]"
        return ".json", ("[" + ",\n".join(elements) + end).encode(), good, bad + cut

    def table(self, separator):
        rows, good, bad = self.items(
            lambda: separator.join([self.id(), f'"{self.text()}"']),
            ["only", separator.join("abc"), separator + "x", f'a{separator}"b"c'])
        return ("\n".join([f"id{separator}text", *rows]) + "\n").encode(), good, bad

    def csv(self):
        return ".csv", *self.table(",")

    def tsv(self):
        return ".tsv", *self.table("\t")

    def header_only(self):
        return ".csv", b"id,text\r\n", 0, 0

    def plain(self):
        return self.chance.choice([".txt", ".tex", ""]), self.chance.choice(
            ["", "{{x}}\n", "{\\rtf1 ", "[a] ", "From ", "<p", '"', "% "]).encode() + self.text().encode(), 1, 0

    def html(self):
        return ".html", f"<!DOCTYPE html><title>t</title><p>{self.text()}".encode(), 1, 0

    def mail(self):
        return f"From: a@b.c\nSubject: s\nDate: Thu, 1 Jan 2026 10:00:00 +0000\n\n{self.text()}\n".encode()

    def eml(self):
        return ".eml", self.chance.choice([b"", b"\n", b"\xef\xbb\xbf", b">From a\n"]) + self.mail(), 1, 0

    def mbox(self):
        count = self.chance.randint(1, 4)
        line = self.chance.choice([b"From - \n", b"From 12@xxx\n", b"From a@b Sat Jan  3 01:05:34 1996\n"])
        return ".mbox", b"".join(line + self.mail() + b"\n" for _ in range(count)), count, 0

    def warc(self):
        def record(body, status="200 OK", encoding=""):
            block = f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\n{encoding}\r\n{body}".encode()
            head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/{self.id()}\r\n"
                    f"Content-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n")
            return head.encode() + block + b"\r\n\r\n"
        bad = [record("x", encoding="Content-Encoding: br\r\n")]
        records, good, refused = self.items(lambda: record(self.text()), bad)
        return ".warc", b"".join(records), good, refused

    def refused(self):
        """Files that are no good as a whole."""
        return self.chance.choice([
            (".jsonl", b"no JSON", 0, 1), (".txt.gz", gzip.compress(b"words " * 99)[:-12], 0, 1),
            (".json", b"[1]" if self.is_named else b'[{"id":1,"text":2}]', 0, 1)])

    def archive(self):
        members = [self.file(self.plain_kinds()) for _ in range(self.chance.randint(1, 4))]
        good, bad = sum(member[2] for member in members), sum(member[3] for member in members)
        out = io.BytesIO()
        if self.chance.random() < 0.5:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                for n, member in enumerate(members):
                    archive.writestr(f"m{n}{member[0]}", member[1])
            return ".zip", out.getvalue(), good, bad
        with tarfile.open(fileobj=out, mode="w") as archive:
            for n, member in enumerate(members):
                info = tarfile.TarInfo(f"m{n}{member[0]}")
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
        return ".tar", out.getvalue(), good, bad

    def plain_kinds(self):
        return [self.jsonl, self.json, self.csv, self.tsv, self.header_only, self.plain, self.html,
                self.eml, self.mbox, self.warc]

    def file(self, kinds):
        name, bytes_, good, bad = self.chance.choice(kinds)()
        extension, pack = self.chance.choice([
            ("", bytes), ("", bytes), ("", bytes), (".gz", gzip.compress), (".bz2", bz2.compress),
            (".xz", lzma.compress)])
        return name + extension, pack(bytes_), good, bad

    def write(self, folder, is_named):
        """@return how many good and bad ones there are"""
        self.is_named = is_named
        good = bad = 0
        for n in range(self.chance.randint(1, 6)):
            kinds = [*self.plain_kinds(), self.archive]
            made = self.refused() if self.chance.random() < 0.2 else self.file(kinds)
            (folder / f"f{n}{made[0]}").write_bytes(made[1])
            good, bad = good + made[2], bad + made[3]
        return good, bad


@pytest.mark.parametrize("is_named", [False, True], ids=["folder", "named"])
def test_printed_and_dropped_and_refused_are_all(descry, tmp_path, chance, is_named):
    for run in range(25):
        folder = tmp_path / str(run)
        folder.mkdir()
        good, bad = Folder(chance).write(folder, is_named)
        inputs = sorted(folder.iterdir()) if is_named else [folder]
        result = descry("uniq", *inputs, "--id-field", "id", "--dropped", tmp_path / "dropped", code=None)
        context = f"{folder}: {result.err}"
        dropped = len((tmp_path / "dropped").read_text().splitlines())
        refused = sum(int(count) for count in REFUSED.findall(result.err))
        assert refused == bad, context
        assert result.code == (ERROR if bad else 0), context
        if result.out.startswith(b"id"):
            printed = len(result.lines) - 1
        else:
            printed = len(result.json_lines())
        assert printed + dropped == good, context
