"""One collection by uniq, report, review, an index and the package: the same documents are kept, whatever it holds."""
import json
import os
import random
import re
import subprocess
import unicodedata

import pytest

import descry

DRAWN = 500 if os.environ.get("DESCRY_FULL_VOLUME") else 60

LATIN = "harbour ferry quay captain morning weather storm boat crew market bridge street letter account".split()
SIGNS = ["-500", "500", "<5", ">5", "80%", "80", "½", "¼", "m²", "m³", "$5", "€5", "☑", "☐", "😀", "C#", "C++", "1,000",
         "1.000", "℃", "№ 5", "A→B", "3×4", "x^2", "★★★", "★★"]
CYRILLIC = "гавань паром причал капитан утро погода буря лодка рынок мост улица письмо".split()
ARABIC = "ميناء عبارة رصيف قبطان صباح طقس عاصفة قارب سوق جسر شارع رسالة".split()
HAN = list("港口渡船码头船长早晨天气风暴小艇市场桥梁街道信件")
THAI = ["ท่าเรือ", "เรือ", "กัปตัน", "เช้า", "พายุ", "ตลาด", "สะพาน", "ถนน"]
NUMBERS = [str(n) for n in range(1990, 2026)] + ["1.5", "1,5", "IV", "VI", "第三条"]
EMOJI = ["😀", "🎉", "❤️", "👍🏽", "🇩🇪", "☀", "♥"]
PUNCTUATION = ["!", "?", "...", "—", "«", "»", "(", ")", "|", "-----", "****", "> ", "\t", "\n\n"]

# What a text of a shape is made of, how many words it has, and the options that its collection is grouped with.
ALPHABETS = {"latin": LATIN, "signs": LATIN + SIGNS, "cyrillic": CYRILLIC, "arabic": ARABIC, "han": HAN, "thai": THAI,
             "numbers": LATIN + NUMBERS, "emoji": EMOJI, "punctuation": LATIN + PUNCTUATION,
             "mixed": LATIN + SIGNS + CYRILLIC + HAN + EMOJI + PUNCTUATION}
LENGTHS = {"short": (1, 9), "middle": (10, 60), "long": (200, 700)}
SHAPES = [(name, length) for name in ALPHABETS for length in LENGTHS]
OPTIONS = [{}, {"distance": 0}, {"distance": 0.05}, {"distance": 0.3}, {"keep_apart": "numbers"}, {"keep_apart": "kind"}]


def changed(chance, text, alphabet):
    """A copy of a text with a small change, or none."""
    words = text.split(" ")
    place = chance.randrange(len(words))
    kind = chance.randrange(7)
    if kind == 0:
        return text
    if kind == 1:
        return text.upper()
    if kind == 2:
        return text.replace(" ", "  ") + chance.choice(["", ".", "!"])
    if kind == 3:
        words[place] = chance.choice(alphabet)
    elif kind == 4:
        words.insert(place, chance.choice(alphabet))
    elif kind == 5:
        del words[place]
    else:
        words[place] += chance.choice(PUNCTUATION + SIGNS)
    return " ".join(words)


def drawn(seed):
    """Rows of a shape, the texts of half of them changed copies of others, and the options to group them by."""
    chance = random.Random(seed)
    name, length = SHAPES[seed % len(SHAPES)]
    alphabet = ALPHABETS[name]
    texts = []
    for _ in range(chance.randint(2, 30)):
        if texts and chance.random() < 0.5:
            texts.append(changed(chance, chance.choice(texts), alphabet))
        else:
            size = chance.randint(*LENGTHS[length])
            texts.append(" ".join(chance.choices(alphabet, k=size)))
    rows = [{"id": f"d{n}", "text": text, "kind": chance.choice(["wire", "mail"])} for n, text in enumerate(texts)]
    return rows, OPTIONS[(seed + seed // len(SHAPES)) % len(OPTIONS)]


def has_words(text):
    """Texts without words are duplicates where they are equal, and in no group of an index (docs/limits.md)."""
    return any(unicodedata.category(character)[0] in "LN" or ord(character) > 0x7f and
               unicodedata.category(character)[0] == "S" or character == "$" for character in text)


def kept_by_uniq(program, path, flags):
    return [json.loads(line)["id"] for line in program("uniq", path, *flags, "--quiet").split("\n") if line]


def kept_by_index(program, path, flags, db):
    program("index", db, path, *flags, "--quiet")
    listed = program("groups", db, "--format", "json", check=False)
    dropped = {member["id"] for line in listed.splitlines() for member in json.loads(line)["members"][1:]}
    return [document["id"] for document in map(json.loads, path.read_text().splitlines())
            if document["id"] not in dropped]


def told_by(program, pattern, *arguments):
    """The number that a command tells on standard error; 0 where it tells none."""
    done = subprocess.run([program.path, *map(str, arguments)], capture_output=True, text=True, input="q")
    assert done.returncode in (0, 1), done.stderr
    found = re.search(pattern, done.stderr)
    return int(found.group(1)) if found else 0


@pytest.mark.parametrize("seed", range(DRAWN))
def test_the_same_documents_are_kept(seed, program, tmp_path):
    documents, options = drawn(seed)
    ids = [document["id"] for document in documents]
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(document) + "\n" for document in documents))
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    groups = descry.group(documents, id="id", **options)
    rows = groups.table().to_pydict()
    kept = [id for id, head in zip(rows["id"], rows["head"]) if id == head]
    assert kept_by_uniq(program, path, flags) == kept
    dropped = [row for row in range(len(ids)) if rows["id"][row] != rows["head"][row]]
    assert told_by(program, r"(\d+) would be dropped", "report", path, *flags, "--output", tmp_path / "page") == len(dropped)
    # What is equal is not asked for.
    assert told_by(program, r"of (\d+) pairs? decided", "review", path, *flags, "--decisions", tmp_path / "decisions") == sum(
        rows["distance"][row] > 0 for row in dropped)
    if all(has_words(document["text"]) for document in documents):
        assert kept_by_index(program, path, flags, tmp_path / "db") == kept
