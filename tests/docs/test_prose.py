"""Sentences of the pages are short, and the front page is one page."""
import pytest

from pages import PAGES, ROOT, name_of
from sentences import MOST_WORDS, long_sentences, sentences_of

LINES_OF_THE_README = 120
LONG = " ".join(["word"] * (MOST_WORDS + 1))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_sentences_are_short(page):
    found = long_sentences(page.read_text())
    assert not found, "\n".join(found)


@pytest.mark.parametrize("text", [
    f"{LONG}.", f"- an item\n- {LONG}", f"Short. {LONG}.\n\nShort.", f"Short: {LONG}",
    f"1. An item of two lines,\n   {LONG}", f"See [this]({LONG.split()[0]}) {LONG}", f"By Broder et al. {LONG}."])
def test_long_sentences_are_seen(text):
    assert len(long_sentences(text)) == 1


@pytest.mark.parametrize("text", [
    f"{LONG[5:]}.", f"```\n{LONG}\n```", f"| {LONG} |", f"# {LONG}", f"<summary>{LONG}</summary>",
    f"`{LONG}`", "\n".join(f"- {LONG[:60]}" for _ in range(5)), f"[a]({LONG.replace(' ', '/')})"])
def test_what_is_no_long_sentence(text):
    assert not long_sentences(text)


def test_where_sentences_end():
    assert list(sentences_of("One (of *two.*) Three? `four.five` six, as in 0.15. Seven\nand eight.\n\nNine: ten")) == [
        "One (of *two.*)", "Three?", "`four.five` six, as in 0.15.", "Seven and eight.", "Nine: ten"]


def test_the_front_page_is_one_page():
    assert len((ROOT / "README.md").read_text().splitlines()) <= LINES_OF_THE_README
