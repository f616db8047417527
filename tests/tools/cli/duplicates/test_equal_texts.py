"""Which texts are said to be 100 % similar, and which differences keep both."""

import json
import re
import unicodedata
from random import Random

import pytest

SENTENCE = "The account of the harbour office shows a balance of {} in the month of May"
# Two texts that differ in a sign alone.
OTHER_SIGNS = [("-500", "500"), ("+5", "-5"), ("<5", ">5"), ("1,000", "1.000"), ("$5", "€5"), ("10 m²", "10 m³"),
               ("½", "¼"), ("②", "③"), ("20 ℃", "20 ℉"), ("C", "C#"), ("C#", "C++"), ("☑", "☐"), ("😀", "😡"),
               ("80%", "80"), ("⁻³", "⁻⁶"), ("㎎", "㎏"), ("፩", "፪"),
               ("\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
                "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F")]
# Two numbers, which --keep-apart numbers tells from each other.
OTHER_NUMBERS = [("-500", "500"), ("<5", ">5"), ("5 $", "5 €"), ("20 °C", "20 °F"), ("chapter IV", "chapter VI"),
                 ("Flat A", "Flat C"), ("14 B", "14 D"), ("-$500", "$500"), ("+$5", "-$5"), ("-€5", "€5"), ("−$5", "$5"),
                 ("-½", "½"), ("-Ⅳ", "Ⅳ"), ("-三", "三"), ("﹣5", "5"), ("‑5", "5"), ('"<5"', '">5"'), ("<$5", ">$5"),
                 ("квартира А", "квартира В"), ("Option α", "Option β")]


def write(path, texts):
    path.write_text("".join(json.dumps({"id": f"d{n}", "text": text}) + "\n" for n, text in enumerate(texts, 1)))
    return path


def kept(descry, path, *options):
    return [document["id"] for document in descry("uniq", path, *options).json_lines()]


@pytest.mark.parametrize("pair", OTHER_SIGNS)
def test_other_signs_are_other_words(descry, tmp_path, pair):
    path = write(tmp_path / "signs.jsonl", [SENTENCE.format(sign) for sign in pair])
    assert kept(descry, path, "--distance", "0") == ["d1", "d2"]


@pytest.mark.parametrize("pair", OTHER_NUMBERS)
def test_numbers_are_kept_apart_with_their_signs(descry, tmp_path, pair):
    path = write(tmp_path / "numbers.jsonl", [SENTENCE.format(number) for number in pair])
    assert kept(descry, path) == ["d1"]
    assert kept(descry, path, "--keep-apart", "numbers") == ["d1", "d2"]


@pytest.mark.parametrize("pair", OTHER_NUMBERS)
def test_other_numbers_are_other_words(descry, tmp_path, pair):
    path = write(tmp_path / "numbers.jsonl", [SENTENCE.format(number) for number in pair])
    assert kept(descry, path, "--distance", "0") == ["d1", "d2"]


@pytest.mark.parametrize("pair", [("-$500", "−$500"), ("-5", "‑5"), ("-5", "﹣5"), ("-三", "－三")])
def test_hyphens_and_minus_signs_of_numbers_are_one(descry, tmp_path, pair):
    path = write(tmp_path / "hyphens.jsonl", [SENTENCE.format(number) for number in pair])
    assert kept(descry, path, "--distance", "0", "--keep-apart", "numbers") == ["d1"]


@pytest.mark.parametrize("pair", [("ハーバーガイドの本が届いた", "ハーハ\u3099ーカ\u3099イト\u3099の本か\u3099届いた"),
                                  ("ผมทำงานกับน้ำ", "ผมท\u0e4d\u0e32งานกับน\u0e49\u0e4d\u0e32"),
                                  ("café", "cafe\u0301"), ("한국어 문장", unicodedata.normalize("NFD", "한국어 문장")),
                                  ("ｶﾞｲﾄﾞの本", "ガイドの本")])
def test_composed_and_decomposed_texts_are_equal(descry, tmp_path, pair):
    path = write(tmp_path / "forms.jsonl", [SENTENCE.format(form) for form in pair])
    dropped = tmp_path / "dropped.tsv"
    assert kept(descry, path, "--distance", "0", "--dropped", dropped) == ["d1"]
    assert dropped.read_text().split("\t")[2] == "1.0000"


def test_articles_are_no_numbers(descry, tmp_path):
    path = write(tmp_path / "articles.jsonl", [SENTENCE.format("a note"), SENTENCE.format("the note")])
    assert kept(descry, path, "--keep-apart", "numbers") == ["d1"]


TEXT = SENTENCE.format("nine hundred euros")
EQUAL = [TEXT, TEXT.upper(), TEXT.replace(" ", "\n  "), TEXT.replace("office", "oﬃce")]
SAME_WORDS = [TEXT + ".", TEXT.replace(" of ", " (of) "), "«" + TEXT + "»"]


@pytest.mark.parametrize("distance", ["0", "0.15"])
def test_same_words_are_told_from_equal_texts(descry, tmp_path, distance):
    path = write(tmp_path / "texts.jsonl", EQUAL + SAME_WORDS)
    dropped = tmp_path / "dropped.tsv"
    groups = tmp_path / "groups.jsonl"
    assert kept(descry, path, "--distance", distance, "--dropped", dropped, "--groups", groups) == ["d1"]
    told = [line.split("\t")[2] for line in dropped.read_text().splitlines()]
    assert told == ["1.0000"] * (len(EQUAL) - 1) + ["0.9999"] * len(SAME_WORDS)
    members = json.loads(groups.read_text())["members"]
    assert [member["similarity"] for member in members] == [1.0] * len(EQUAL) + [0.9999] * len(SAME_WORDS)


def test_an_index_tells_the_same(descry, tmp_path):
    path = write(tmp_path / "texts.jsonl", EQUAL + SAME_WORDS)
    for options in [], ["--no-store-text"]:
        db = tmp_path / f"db{len(options)}"
        descry("index", db, path, "--distance", "0", *options)
        told = [group["members"] for group in descry("groups", db, "--format", "json").json_lines()]
        similarities = [member["similarity"] for group in told for member in group]
        if not options:
            assert similarities == [1.0] * len(EQUAL) + [0.9999] * len(SAME_WORDS)
        # Only what the signature "exact" tells is known of texts that are not stored.
        assert max(similarities[len(EQUAL):]) == 0.9999
        explained = descry("explain", db, "d1", f"d{len(EQUAL) + 1}", "--format", "json").json()
        assert explained["similarity"] == 0.9999 and explained["decision"] == "same group"


def test_prepared_references_tell_the_same(descry, tmp_path):
    old = write(tmp_path / "old.jsonl", [TEXT])
    descry("stats", "count", old, "--output", tmp_path / "s")
    descry("model", "make", tmp_path / "s", tmp_path / "m")
    descry("prepare", old, "--model", tmp_path / "m", "--output", tmp_path / "old.prepared")
    new = write(tmp_path / "new.jsonl", [TEXT.upper(), TEXT + "!"])
    for reference in old, tmp_path / "old.prepared":
        dropped = tmp_path / "dropped.tsv"
        assert kept(descry, new, "--reference", reference, "--dropped", dropped, "--force") == []
        assert [line.split("\t")[2] for line in dropped.read_text().splitlines()] == ["1.0000", "0.9999"]


def test_a_signed_word_is_found(descry, tmp_path):
    path = write(tmp_path / "words.jsonl", ["we write C# and C++ at -500 degrees", "we write C at 500 degrees"])
    descry("index", tmp_path / "db", path)
    for query, found in ("c#", ["d1"]), ("c", ["d2"]), ('"-500"', ["d1"]):
        result = descry("search", tmp_path / "db", query, "--collapse", "none", "--format", "json")
        assert [document["id"] for document in result.json()["results"]] == found


def folded(text):
    """As near to NFKC_Casefold without white space as Python comes."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(text.split())


def visible_characters():
    """One of each thirty of the visible characters, and all below U+0800."""
    hidden = ("Cc", "Cf", "Cn", "Co", "Cs", "Zs", "Zl", "Zp")
    for code in range(0x21, 0x32000):
        if (code < 0x800 or code % 30 == 0) and unicodedata.category(chr(code)) not in hidden:
            yield chr(code)


def test_no_visible_character_is_lost(descry, tmp_path):
    random = Random(2002)
    letters = "abcdefghijklmnopqrstuvwxyz"
    characters = list(visible_characters())
    pairs = []
    for _ in range(10_000):
        words = ["".join(random.choices(letters, k=random.randint(2, 9))) for _ in range(12)]
        place = random.randrange(len(words))
        one, other = random.choice(characters), random.choice(characters)
        # Beside a word, within it, or alone; in place of another character, or of none.
        shape = random.choice(["{w}{c}", "{c}{w}", "{w} {c}", "ab{c}cd", "{c}5", "5{c}"])
        texts = []
        for character in (one, random.choice([other, ""])):
            texts.append(" ".join([*words[:place], shape.format(w=words[place], c=character), *words[place + 1:]]))
        if folded(texts[0]) != folded(texts[1]):
            pairs.append(texts)
    assert len(pairs) > 9_000
    path = write(tmp_path / "pairs.jsonl", [text for pair in pairs for text in pair])
    dropped = tmp_path / "dropped.tsv"
    descry("uniq", path, "--distance", "0", "--dropped", dropped, "--quiet")
    lines = [line.split("\t") for line in dropped.read_text().splitlines()]
    said_equal = [line for line in lines if line[2] == "1.0000"]
    # Those that NFKC_Casefold deletes, as Unicode says that they are to be ignored.
    ignored = [line for line in said_equal if not is_seen_by_icu(pairs[(int(line[0][1:]) - 1) // 2])]
    assert len(said_equal) == len(ignored)
    # Punctuation, and vowel signs of Arabic and Hebrew, are no words; nearly all else is.
    assert len(lines) < 0.05 * len(pairs)


def is_seen_by_icu(pair):
    """Whether the two differ in what is no default ignorable code point."""
    ignorable = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2060-\u206f\u3164\ufe00-\ufe0f\uffa0]")
    return folded(ignorable.sub("", pair[0])) != folded(ignorable.sub("", pair[1]))
