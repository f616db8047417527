"""Runs descry as a user does, and keeps to what every command promises."""
import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

DONE, NOTHING_FOUND, ERROR = 0, 1, 2

# What a bad document is reported as: FILE:LINE: reason, FILE(MEMBER): reason or FILE: reason.
PLACE = re.compile(r"^[^:]+(\(.+\))?(:\d+)?: .+")


def unescape(field):
    """A field of a tab-separated line as it was before tsv escaping."""
    names = {"t": "\t", "n": "\n", "\\": "\\"}
    return re.sub(r"\\(.)", lambda match: names[match.group(1)], field)


@dataclass(frozen=True)
class Result:
    """What a finished run left behind."""
    code: int
    out: bytes
    err: str

    @property
    def text(self):
        return self.out.decode("utf-8")

    @property
    def lines(self):
        return self.text.splitlines()

    def json(self):
        """The one JSON value that was printed."""
        (line,) = self.lines
        return json.loads(line)

    def json_lines(self):
        return [json.loads(line) for line in self.lines]

    def tsv(self):
        assert self.text == "" or self.text.endswith("\n")
        # Not splitlines(): it would also cut at the separators that an id may contain.
        return [[unescape(field) for field in line.split("\t")]
                for line in self.text.split("\n")[:-1]]


# The commands of descry-lab.
OF_LAB = {"evaluate", "join"}


class Descry:
    """The programs under test: `descry("groups", db, "--format", "tsv")`, and descry-lab by its commands."""

    def __init__(self, path):
        self.path = path
        self.lab = str(Path(path).with_name("descry-lab"))

    @classmethod
    def built(cls):
        """The one that the environment names, and that beside it."""
        path = os.environ.get("DESCRY")
        assert path, "the environment variable DESCRY must hold the path of the built program"
        return cls(str(Path(path).resolve(strict=True)))

    def command(self, *args):
        path = self.lab if set(args[:1 + (args[:1] == ("help",))]) & OF_LAB else self.path
        return [path, *map(str, args)]

    def __call__(self, *args, code=DONE, stdin=b"", env=None, cwd=None, timeout=300, prefix=()):
        """Runs a command, asserts its exit code (None: any) and that stderr holds messages and nothing else.

        prefix: a program with arguments that runs descry, such as setpriv.
        """
        done = subprocess.run([*prefix, *self.command(*args)], input=stdin, capture_output=True,
                              env={**os.environ, **(env or {})}, cwd=cwd, timeout=timeout)
        result = Result(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))
        assert code is None or result.code == code, f"{args}: exit code {result.code}, not {code}\n{result.err}"
        if not is_usage_error(result.err):
            for line in result.err.splitlines():
                assert line.startswith(("descry: ", "descry-lab: ")) or PLACE.match(line), line
        return result

    def start(self, *args, env=None):
        """Starts a command that is to be watched or killed; what it prints is dropped."""
        return subprocess.Popen(self.command(*args), env={**os.environ, **(env or {})},
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)


def is_usage_error(err):
    return (err.endswith("for more information.\n") or
            err.startswith(("descry: a command is missing\n", "descry-lab: a command is missing\n")))
