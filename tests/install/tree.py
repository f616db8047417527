"""The tree that cmake --install made, and how commands are run on it."""
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TREE = Path(os.environ["DESCRY_TREE"])
LIBDIR = TREE / os.environ["DESCRY_LIBDIR"]
PROGRAM = TREE / "bin/descry"
EXAMPLES = ROOT / "docs/examples"


def run(*command, code=0, **options):
    """Standard output and error of a command; fails, showing them, on another exit code."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    assert done.returncode == code, f"{command}\n{done.stdout}"
    return done.stdout


def commands(program="descry"):
    """What a program lists as its commands."""
    listed, _, _ = run(TREE / "bin" / program, "--help").partition("\nOptions:")
    found = re.findall(r"^  ([a-z]\w*)  ", listed, re.MULTILINE)
    assert found
    return found
