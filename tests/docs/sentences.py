"""The sentences of a page, for tests of prose: no headings, code blocks, tables or HTML."""
import re

from pages import FENCED

MOST_WORDS = 35
# What begins a block of its own within a paragraph: an item of a list.
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
NO_PROSE = re.compile(r"^\s*(?:\||#|<|!\[|\[!)")
# A full stop ends a sentence where white space follows, but not behind what is abbreviated.
END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][)*\"”])|(?<=[.!?][)*\"”]{2}))\s+")
ABBREVIATED = re.compile(r"(?:\be\.g|\bi\.e|\bet al|\bvs|\bcf)\.$")


def blocks_of(text):
    """Paragraphs and items of lists, each on one line."""
    block = []
    for line in [*FENCED.sub("\n", text).splitlines(), ""]:
        item = ITEM.match(line)
        if not line.strip() or item or NO_PROSE.match(line):
            if block:
                yield " ".join(block)
            block = []
        if line.strip() and not NO_PROSE.match(line):
            block.append(ITEM.sub("", line).strip())


def plain(block):
    """Without the targets of links; code is one word."""
    block = re.sub(r"\]\([^)]*\)", "]", block)
    return re.sub(r"`[^`]+`", "`code`", block)


def sentences_of(text):
    for block in blocks_of(text):
        begun = ""
        for piece in END.split(block):
            begun = f"{begun} {piece}".strip()
            if ABBREVIATED.search(begun):
                continue
            yield begun
            begun = ""
        if begun:
            yield begun


def words_of(sentence):
    return [word for word in plain(sentence).split() if re.search(r"\w", word)]


def long_sentences(text):
    return [f"{len(words)} words: {sentence}" for sentence in sentences_of(text)
            if len(words := words_of(sentence)) > MOST_WORDS]
