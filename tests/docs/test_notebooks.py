"""The notebooks are those that their script makes, each cell with what it printed."""
import importlib.util
import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs/notebooks"


def script():
    spec = importlib.util.spec_from_file_location("make_notebooks", FOLDER / "make_notebooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["clean-a-data-set", "table-1"])
def test_a_notebook_is_as_its_script_says(name):
    cells = json.loads((FOLDER / f"{name}.ipynb").read_text())["cells"]
    assert [(cell["cell_type"], "".join(cell["source"])) for cell in cells] == script().NOTEBOOKS[name]
    for cell in cells:
        if cell["cell_type"] == "code" and "report(" not in "".join(cell["source"]):
            assert cell["outputs"], cell["source"]
            assert not any(output["output_type"] == "error" for output in cell["outputs"])


def test_all_notebooks_are_made_by_it():
    assert {file.stem for file in FOLDER.glob("*.ipynb")} == set(script().NOTEBOOKS)
