"""Texts whose distances from each other are known: words of nine letters, some of them replaced."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = 100


def word(number, kind=0):
    """A word of nine letters; two of them share none of their letters' order, so that replacing one
    changes nine characters of every ten."""
    digits = [number // 26**place % 26 for place in range(3)]
    return "".join(LETTERS[(digit + 7 * kind + 3 * i) % 26] for i in range(3) for digit in digits)


def varied(replaced, kind=1, words=WORDS, first=0):
    """The words 0 to `words` in order, `replaced` of them, from `first` on, being other ones: about
    replaced / words different from varied(0)."""
    return [word(1000 * kind + i, kind) if first <= i < first + replaced else word(i)
            for i in range(words)]


def documents_of(texts):
    """{id: words} as the documents of a collection."""
    return [{"id": id, "text": " ".join(text)} for id, text in texts.items()]


def text(*arguments):
    """The same as a text."""
    return " ".join(varied(*arguments))
