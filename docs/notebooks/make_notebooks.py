"""Makes the notebooks of this folder, with what their cells print.

usage: DESCRY=PROGRAM python3 make_notebooks.py [FOLDER]

Needs the Python package, and pandas, pyarrow, scikit-learn, nbformat, nbclient and ipykernel. The data is at hand
wherever these are: the documentation that NumPy, SciPy, pandas and scikit-learn carry in their code.
"""
import os
import sys
import tempfile
from pathlib import Path

DATA = '''
import inspect, pkgutil, importlib, warnings
import pandas as pd

def docstrings(*packages):
    """The documentation of all public functions and classes, by name."""
    warnings.simplefilter("ignore")
    found = {}
    for package in map(importlib.import_module, packages):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if ".tests" in module.name or "._" in module.name or "conftest" in module.name:
                continue
            try:
                members = inspect.getmembers(importlib.import_module(module.name))
            except Exception:
                continue
            for name, member in members:
                if name.startswith("_") or not (inspect.isclass(member) or callable(member)):
                    continue
                found.setdefault(f"{module.name}.{name}", inspect.getdoc(member))
                if inspect.isclass(member):
                    for method, function in inspect.getmembers(member, callable):
                        if not method.startswith("_"):
                            found.setdefault(f"{module.name}.{name}.{method}", inspect.getdoc(function))
    return pd.DataFrame({"id": found.keys(), "text": found.values()}).dropna().sort_values("id", ignore_index=True)

data = docstrings("numpy", "scipy", "pandas", "sklearn")
data.describe()
'''.strip()



def markdown(text):
    return "markdown", text


def code(text):
    return "code", text


CLEAN = [
    markdown("""# Clean a data set, and look at what went

The documentation of NumPy, SciPy, pandas and scikit-learn as a data set: the same texts stand under many names, and
methods of related classes differ in a word. One call finds what is near-equal; the rest of this page looks at it
before anything is thrown away."""),
    code(DATA),
    markdown("## The groups\n\nOne text of each group stays: here the longest."),
    code('''import descry

data["length"] = data.text.str.len()
groups = descry.group(data, id="id", keep="max:length", progress=False)
groups'''),
    markdown("## The doubtful ones first\n\nMembers that are least like the text that stays in their place."),
    code('''pairs = groups.least_similar(200)
pd.DataFrame([pair._asdict() for pair in pairs[:8]])'''),
    markdown("What differs between two of them:"),
    code('''first, *_ = pairs
groups.explain(*first[:2])'''),
    markdown("""Most of what differs is a word of the class's name. Where numbers matter, texts whose numbers differ can be kept
apart; where nothing said may be lost, a smaller distance does it."""),
    code('''pd.DataFrame([{"distance": distance, "keep_apart": keep_apart,
               "left out": data.shape[0] - descry.group(data, id="id", distance=distance, keep_apart=keep_apart,
                                                        progress=False).stay}
              for distance in (0.05, 0.10, 0.15, 0.20) for keep_apart in (None, "numbers")])'''),
    markdown("## What stays\n\n`heads()` gives back what came in, with all columns."),
    code('''kept = groups.heads()
print(f"{len(data):,} texts, {len(kept):,} stay: {type(kept).__name__} with {list(kept.columns)}")
marked = data.merge(pd.DataFrame(groups.table().to_pydict()), on="id")
marked[marked["size"] > 1].sort_values(["size", "head"], ascending=False)[["id", "head", "distance", "size"]].head(10)'''),
    markdown("A page for a browser, with the least similar, the largest and some random ones side by side:"),
    code('''groups.report("what-went.html", title="Docstrings")'''),
]

TABLE_1 = [
    markdown("""# The paper's Table 1, on documentation

Ilyinsky, Kuzmin, Melkov and Segalovich (WWW 2002) chose 2,000 words whose presence above a threshold makes a
document's signature, and told how many pairs of 60 million Web pages these suggest, and how alike the pairs are, beside
Broder's shingles. The same of the documentation of four Python packages, by the program `descry`."""),
    code(DATA),
    code('''import json, os, subprocess

data = data.drop_duplicates("text")
data[data.text.str.split().str.len() >= 30].to_json("docstrings.jsonl", orient="records", lines=True)
printed = subprocess.run([os.environ.get("DESCRY", "descry") + "-lab", "evaluate", "docstrings.jsonl", "--quiet",
                          "--methods", "descriptive-modelled,shingles-broder", "--words", "200,400,800,1600",
                          "--format", "json"], check=True, capture_output=True, text=True).stdout
rows = pd.DataFrame(map(json.loads, printed.splitlines()))
rows[["method", "words", "suggested_pairs", "below_08", "below_15", "below_30"]].style.format(
    {"words": "{:.0f}", "suggested_pairs": "{:,}", "below_08": "{:.1%}", "below_15": "{:.1%}", "below_30": "{:.1%}"},
    na_rep="").hide(axis="index")'''),
    markdown("""`below_08` is the share of the suggested pairs whose texts differ in less than 8 % of their characters: the paper's
first column. More words make fewer pairs, which are more alike, as in the paper's table. Shingles suggest pairs that
share seven eighths of their shingles.

The groups that descry makes by default verify each pair by its edit distance:"""),
    code('''import descry

frame = pd.read_json("docstrings.jsonl", lines=True)
groups = descry.group(frame, id="id", progress=False)
groups'''),
    markdown('''How many of the pairs that are really near does each find? `--make-gold` looks for the pairs of 1,000 documents
among all.'''),
    code('''subprocess.run([os.environ.get("DESCRY", "descry") + "-lab", "evaluate", "docstrings.jsonl", "--quiet",
                "--make-gold", "gold.tsv"], check=True)
pd.DataFrame(descry.evaluate(frame, "gold.tsv", id="id", methods=["group", "exact", "text-profile", "term-profile"],
                             progress=False).to_pydict())[["method", "suggested_pairs", "recall_08", "recall_15"]]'''),
]


NOTEBOOKS = {"clean-a-data-set": CLEAN, "table-1": TABLE_1}


def main():
    import nbclient
    import nbformat
    from nbformat import v4
    if "/" in os.environ.get("DESCRY", ""):
        os.environ["DESCRY"] = os.path.abspath(os.environ["DESCRY"])
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name, cells in NOTEBOOKS.items():
        notebook = v4.new_notebook(
            cells=[{"markdown": v4.new_markdown_cell, "code": v4.new_code_cell}[kind](text) for kind, text in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
        with tempfile.TemporaryDirectory() as work:
            nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3",
                                    resources={"metadata": {"path": work}}).execute()
        for number, cell in enumerate(notebook.cells):
            cell.id = f"cell-{number}"
            cell.metadata.pop("execution", None)
        nbformat.write(notebook, folder / f"{name}.ipynb")


if __name__ == "__main__":
    main()
