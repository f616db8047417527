"""Documents as JSON text, and signature chains, made at random: repeated values, numbers as they may
be written, empty and missing members, ids that come again."""
import json

CLASSES = [f"org.apache.solr.update.processor.{name}"
           for name in ("TextProfileSignature", "MD5Signature", "Lookup3Signature")]
WORDS = ["apple", "Apple", "pie", "the", "a", "ab", "FOX", "x1", "\u0130stanbul", "stra\u00dfe",
         "\u65e5\u672c", "caf\u0065\u0301", "\U0001f600", "\U00020000", "\u2126", "don't", "null",
         "\u00bd", "", "\t", "1.0", "\u0000", "\u001f"]
INTS = ["0", "-0", "10", "-7", "\"10\"", "\"-7\"", "2147483647", "null"]
LONGS = INTS + ["12345678901", "-9007199254740993", "9223372036854775807"]
FLOATS = ["0.0", "-0.0", "1", "1.0", "1.5", "-2.25", "1e7", "1E+7", "10000000", "0.001", "0.0001",
          "1.0e-5", "123456.789", "0.1", "3.4e38", "\"1.0\"", "null", "100000000000000000000"]
DOUBLES = FLOATS + ["1e300", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "2e23",
                    "2.0e-3", "9007199254740993.0", "0.30000000000000004", "123456789012345678"]
DATES = ["\"2024-01-01T00:00:00Z\"", "\"2024-01-01T00:00:00.5Z\"", "\"1969-12-31T23:59:59Z\"", "null"]
FLAGS = ["true", "false", "\"true\"", "null"]
FIELDS = ["text", "title", "cat", "tags", "price", "pricef", "numl", "numd", "date", "flag"]


def text(random):
    words = random.choices(WORDS, k=random.choice([0, 1, 2, 3, 3, 12]))
    return json.dumps(random.choice([" ", " ", ".", ""]).join(words),
                      ensure_ascii=random.random() < 0.3)


def member(random, name):
    """The JSON text of a value."""
    if name == "tags":
        values = [random.choice(["null", text(random)]) for _ in range(random.choice([0, 1, 2, 3]))]
        return random.choice([f"[{','.join(values)}]", text(random), "null"])
    kinds = {"price": INTS, "numl": LONGS, "pricef": FLOATS, "numd": DOUBLES, "date": DATES,
             "flag": FLAGS}
    value = random.choice(kinds.get(name, [text(random)] * 5 + ["null"]))
    # descry takes no array for the text.
    if name == "text":
        return value
    return random.choice([value] * 8 + [f"[{value}]", "[]"])


def document(random, ids, padding=0):
    """The JSON text of a document with one of so many ids; its text has at least so many words."""
    names = [name for name in FIELDS if random.random() < 0.4]
    members = {name: member(random, name) for name in names}
    members["id"] = f'"d{random.randrange(ids)}"'
    if padding:
        members["text"] = json.dumps(random.choice(WORDS) + " word" * padding)
    parts = [f'"{name}":{value}' for name, value in members.items()]
    random.shuffle(parts)
    return "{" + ", ".join(parts) + "}"


def chain(random):
    """Parameters, all of them such that Solr accepts them."""
    made = {"signatureField": "sig", "overwriteDupes": random.random() < 0.5}
    if random.random() < 0.9:
        made["signatureClass"] = random.choice(CLASSES)
    fields = random.sample(FIELDS, random.choice([1, 1, 2, 3, 6]))
    if random.random() < 0.1:
        fields += [random.choice(fields), ""]
    # Where all fields are signed, the id is: nobody is like another.
    if random.random() < 0.9:
        made["fields"] = random.choice([",".join(fields)] * 9 + [""])
    if random.random() < 0.4:
        made["quantRate"] = random.choice(["0.01", "0.5", "0.2"])
        made["minTokenLen"] = random.choice(["0", "1", "3"])
    if random.random() < 0.05:
        made["enabled"] = False
    return made
