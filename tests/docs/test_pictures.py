"""The pictures of the front page and of docs/collapse-anywhere.md are those that tools/dev/draw-pictures draws now."""
import importlib.machinery
import importlib.util
import re

import pytest

from pages import PAGES, ROOT, descry

LOADER = importlib.machinery.SourceFileLoader("draw_pictures", str(ROOT / "tools/dev/draw-pictures"))
draw_pictures = importlib.util.module_from_spec(importlib.util.spec_from_loader("draw_pictures", LOADER))
LOADER.exec_module(draw_pictures)

TABLE = """## What it gave

| | found | right | dropped | CPU s |
|---|---|---|---|---|
| **descry uniq** | 99 / 98 | 97.0 / 99.1 | 8,872 | **3.9** |
| other 1.0, MinHash (5 words) | 96 / 94 | 85.5 / 96.1 | 8,310 | 62.3 |
| other, 2 words | 99 / 99 | 74.3 / 89.0 | 10,475 | |
"""


@pytest.fixture(scope="module")
def drawn():
    return dict(draw_pictures.pictures(descry()))


def test_each_picture_is_what_is_drawn_now(drawn):
    """`tools/dev/draw-pictures PROGRAM` draws them anew."""
    assert {path.name for path in draw_pictures.IMAGES.iterdir()} == set(drawn)
    for name, picture in drawn.items():
        assert (draw_pictures.IMAGES / name).read_text() == picture, name


def test_each_picture_is_shown_once(drawn):
    shown = [name for page in PAGES for name in re.findall(r'(?:src|srcset)="(?:docs/)?images/([^"]+)"', page.read_text())]
    assert sorted(shown) == sorted(drawn)


def test_the_picture_of_tools_is_on_the_front_page_and_fits_a_phone(drawn):
    assert 'srcset="docs/images/tools-dark.svg"' in (ROOT / "README.md").read_text()
    for picture in (drawn["tools-light.svg"], drawn["tools-dark.svg"]):
        assert "100 / 99.2 %" in picture and "right" in picture
        assert int(re.search(r'<svg [^>]* width="(\d+)"', picture)[1]) <= 480


def test_the_search_has_copies_before_and_none_after(drawn):
    for picture in (drawn["search-light.svg"], drawn["search-dark.svg"]):
        assert "7 documents match" in picture and "4 results after collapsing" in picture
        assert picture.count("more like this") == 3


def test_the_bars_are_the_table():
    assert draw_pictures.tools_of(TABLE) == [("descry uniq", 3.9, "99 / 98", 97.0),
                                             ("other 1.0", 62.3, "96 / 94", 85.5)]
    theme = draw_pictures.THEMES["light"]
    slower = draw_pictures.tools_of(TABLE.replace("62.3", "31.0"))
    assert draw_pictures.draw_tools(slower, theme) != draw_pictures.draw_tools(draw_pictures.tools_of(TABLE), theme)
