"""Accidents that a program's files can meet with, by preload.cc: kills, full disks, and power cuts.

A power cut is made from the log of one undisturbed run, for any of its moments: what was synced is
there; of what was written since, nothing or some of the pages. Names (a file made, renamed, removed)
come to the disk in their order, as a journal keeps them, at the latest with the next sync of
anything, and no page before a name that is older: Xapian does not sync the folder in which it renames
a file with each commit, and writes over what the commit before needed.
"""
import os
import shutil
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

PAGE = 4096
# What, offset, bytes of the path, bytes of the data.
HEADER = struct.Struct("<cQQQ")


def library(descry):
    """preload.cc, beside the program it is built with."""
    default = Path(descry.path).parents[1] / "tests" / "faults" / "libfault_preload.so"
    path = Path(os.environ.get("DESCRY_FAULT_LIBRARY", default))
    assert path.exists(), f"{path} is not built"
    return path


def environment(descry, folder, env=None, **settings):
    """What runs a program so that accidents befall its files below `folder`."""
    named = {f"DESCRY_FAULT_{name.upper()}": str(value) for name, value in settings.items()}
    return {**(env or {}), "LD_PRELOAD": str(library(descry)),
            "DESCRY_FAULT_FOLDER": str(Path(folder).resolve()), **named}


@dataclass
class Operation:
    what: str
    path: str
    offset: int
    data: bytes


def read_log(path):
    log = Path(path).read_bytes() if Path(path).exists() else b""
    operations, at = [], 0
    while at < len(log):
        what, offset, path_size, size = HEADER.unpack_from(log, at)
        at += HEADER.size
        name = log[at:at + path_size].decode()
        at += path_size
        operations.append(Operation(what.decode(), name, offset, log[at:at + size]))
        at += size
    return operations


@dataclass
class File:
    """The bytes that are on the disk for certain, and the operations that may be, or not."""
    synced: bytearray = field(default_factory=bytearray)
    pending: list = field(default_factory=list)

    def sync(self):
        for operation in self.pending:
            apply(self.synced, operation)
        self.pending = []

    def after_a_cut(self, keep):
        """@param keep  asked for every page that is not synced whether it is there."""
        content = bytearray(self.synced)
        for operation in self.pending:
            if operation.what == "T":
                if keep():
                    apply(content, operation)
                continue
            for begin in range(0, len(operation.data), PAGE):
                if keep():
                    page = operation.data[begin:begin + PAGE]
                    apply(content, Operation("W", "", operation.offset + begin, page))
        return bytes(content)


def apply(content, operation):
    if operation.what == "T":
        del content[operation.offset:]
        content.extend(bytes(operation.offset - len(content)))
    else:
        content.extend(bytes(max(0, operation.offset - len(content))))
        content[operation.offset:operation.offset + len(operation.data)] = operation.data


class Disk:
    """The files of a folder, as a log changes them."""

    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.now = {}
        for file in self.folder.rglob("*"):
            if file.is_file():
                self.now[str(file)] = File(bytearray(file.read_bytes()))
        self.named = dict(self.now)
        self.journal = []

    def do(self, operation):
        match operation.what:
            case "C" if operation.path in self.now:
                self.now[operation.path].pending.append(Operation("T", "", 0, b""))
            case "C":
                self._change({operation.path: File()})
            case "W" | "T":
                self.now[operation.path].pending.append(operation)
            case "R":
                self._change({operation.data.decode(): self.now[operation.path],
                              operation.path: None})
            case "X":
                self._change(self._exchanged(operation.path, operation.data.decode()))
            case "U":
                self._change({operation.path: None})
            case "S" | "P":
                self._sync(operation)

    def _change(self, names):
        """Of one operation, which comes to the disk whole or not at all."""
        set_names(self.now, names)
        self.journal.append(names)

    def _exchanged(self, one, other):
        """What the files of two folders are named when these have changed places."""
        def below(folder):
            return {name[len(folder) + 1:]: file for name, file in self.now.items()
                    if name.startswith(folder + "/")}
        first, second = below(one), below(other)
        names = {f"{one}/{name}": None for name in first} | {f"{other}/{name}": None
                                                               for name in second}
        names |= {f"{other}/{name}": file for name, file in first.items()}
        names |= {f"{one}/{name}": file for name, file in second.items()}
        return names

    def _sync(self, operation):
        if operation.what == "P":
            # Written through a stream: it was made at some time before.
            if operation.path not in self.now:
                self._change({operation.path: File()})
            self.now[operation.path] = file = self.now[operation.path]
            file.synced[:] = operation.data
            file.pending = []
        elif operation.path in self.now:
            self.now[operation.path].sync()
        for names in self.journal:
            set_names(self.named, names)
        self.journal = []

    def cut(self, chance=None):
        """Puts the folder into the state after a power cut.

        @param chance  random.Random that decides what of the rest is there; None: nothing."""
        kept = chance.randint(0, len(self.journal)) if chance else 0
        names = dict(self.named)
        for changed in self.journal[:kept]:
            set_names(names, changed)
        empty(self.folder)
        for name, file in names.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            some = chance and kept == len(self.journal)
            keep = (lambda: chance.random() < 0.5) if some else (lambda: False)
            Path(name).write_bytes(file.after_a_cut(keep))


def set_names(names, changed):
    for name, file in changed.items():
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


def empty(folder):
    for entry in Path(folder).iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def operations_of(descry, arguments, folder, log, env=None):
    """Runs a command, and returns what it did to the files of the folder."""
    descry(*arguments, env=environment(descry, folder, env, log=log))
    operations = read_log(log)
    Path(log).unlink(missing_ok=True)
    return operations


def mount(folder, kibibytes):
    """A small disk, gone with unmount(). @return whether there is one: it takes root's rights."""
    Path(folder).mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", folder],
                          capture_output=True)
    return done.returncode == 0


def unmount(folder):
    subprocess.run(["umount", folder], check=True)
