"""Makes frozen/VERSION.tar.zst of what the present program writes: to be run when a format changes.

usage: DESCRY=PROGRAM python3 freeze.py
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from made import make_documents, write_jsonl  # noqa: E402

PROGRAM = os.environ["DESCRY"]


def run(*command, **more):
    return subprocess.run([PROGRAM, *map(str, command)], check=True, capture_output=True, text=True, **more).stdout


def main():
    version = run("--version").split()[1]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / version
        folder.mkdir()
        documents = [{"id": d["id"], "text": d["text"]} for d in make_documents(90, seed=9) if d["lang"] == "en"]
        all_of = write_jsonl(Path(scratch) / "all.jsonl", documents)
        run("index", Path(scratch) / "db", all_of, "--words", 30, "--no-store-text", "--quiet")
        subprocess.run(["xapian-compact", Path(scratch) / "db", folder / "index"], check=True, capture_output=True)
        shutil.copy(write_jsonl(Path(scratch) / "some.jsonl", documents), folder / "documents.jsonl")
        run("model", "export", folder / "index", folder / "model")
        run("stats", "export", folder / "index", folder / "statistics")
        (folder / "groups.tsv").write_text(run("groups", folder / "index", "--format", "tsv"))
        (folder / "signatures.jsonl").write_text(
            run("sign", "--model", folder / "model", "--keys", folder / "documents.jsonl"))
        (HERE / "frozen").mkdir(exist_ok=True)
        subprocess.run(["tar", "-c", "--zstd", "-f", HERE / f"frozen/{version}.tar.zst", "-C", scratch, version],
                       check=True)


if __name__ == "__main__":
    main()
