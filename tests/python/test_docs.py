"""The examples of docs/python.md run, in order."""
import importlib
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/python.md"


def test_examples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    ran = []
    for needed, code in re.findall(r"^```python *(\w*)\n(.*?)^```$", PAGE.read_text(),
                                   re.MULTILINE | re.DOTALL):
        if needed:
            try:
                importlib.import_module(needed)
            except ImportError:
                continue
        exec(compile(code, str(PAGE), "exec"), names)
        ran.append(needed)
    assert ran.count("") == 5
    if set(ran) != {"", "pandas", "polars", "duckdb", "datasets"}:
        pytest.skip(f"ran: {', '.join(filter(None, ran))}; the other libraries are not installed")


def test_docstring():
    import doctest

    import descry

    assert doctest.testmod(descry).failed == 0


def test_every_name_has_a_docstring():
    import descry

    for name in descry.__all__:
        thing = getattr(descry, name)
        assert name == "__version__" or (thing.__doc__ or "").strip(), name
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and callable(getattr(value, "__func__", value)) \
                        and member not in getattr(thing, "_fields", ()):
                    assert (getattr(thing, member).__doc__ or "").strip(), f"{name}.{member}"
