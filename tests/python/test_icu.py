"""The wheel carries an ICU whose data are cut: words are those of the whole one, also beside it."""
import ctypes.util
import json
import random
import subprocess
import sys
import unicodedata

import pytest

import descry

METHODS = ["exact", "text-profile", "term-profile", "simhash"]


def texts_of_all_scripts():
    """A text a block of 128 code points that has letters or digits: words of one character, of
    several, and a run without blanks, which dictionaries cut in some scripts."""
    chance = random.Random(11)
    texts = []
    for block in range(0, 0x33480, 128):
        letters = [chr(code) for code in range(block, block + 128)
                   if unicodedata.category(chr(code))[0] in "LNM"]
        if letters:
            words = ["".join(chance.choices(letters, k=chance.randrange(2, 9))) for _ in range(40)]
            texts.append(" ".join(letters + words) + " " + "".join(chance.choices(letters, k=400)))
    # Words of dictionaries: Thai, Lao, Khmer, Burmese, Japanese, Chinese.
    texts += ["เรือเฟอร์รี่ออกจากท่าเรือทิศเหนือตอนเก้าโมงเช้าและกลับมาตอนเที่ยงวัน",
              "ເຮືອຂ້າມຟາກອອກຈາກທ່າເຮືອທາງເໜືອເວລາເກົ້າໂມງເຊົ້າ", "ទូកចម្លងចាកចេញពីផែខាងជើងនៅម៉ោងប្រាំបួនព្រឹក",
              "ကူးတို့သင်္ဘောသည် မနက်ကိုးနာရီတွင် မြောက်ဘက်ဆိပ်ကမ်းမှ ထွက်ခွာသည်",
              "フェリーは午前九時に北埠頭を出発し正午に戻ります", "渡轮早上九点离开北码头中午返回"]
    return texts


def test_words_of_every_script(program, tmp_path):
    texts = texts_of_all_scripts()
    assert len(texts) > 600
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(json.dumps({"id": i, "text": text}) + "\n"
                            for i, text in enumerate(texts)))
    printed = [json.loads(line) for line in
               program("sign", file, "--methods", ",".join(METHODS)).splitlines()]
    for name, values in descry.Signer(methods=METHODS).sign(texts).items():
        assert values == [line.get(name) for line in printed], name


@pytest.mark.parametrize("order", ["before", "after"])
def test_another_icu_in_the_process(order, tmp_path):
    library = ctypes.util.find_library("icuuc")
    if library is None:
        pytest.skip("no libicuuc here")
    # As a program links it whose symbols all libraries see.
    load = (f"icu = ctypes.CDLL({library!r}, ctypes.RTLD_GLOBAL)\n"
            f"version = {library!r}.rpartition('.')[2]\n"
            "number = (ctypes.c_uint8 * 4)()\n"
            "icu[f'u_getVersion_{version}'](number)\n"
            "assert str(number[0]) == version\n")
    sign = ("import descry\n"
            "texts = json.load(open(sys.argv[1]))\n"
            "print(json.dumps(descry.Signer(methods=['exact', 'term-profile']).sign(texts)))\n")
    file = tmp_path / "texts.json"
    texts = texts_of_all_scripts()
    file.write_text(json.dumps(texts))
    script = "import ctypes, json, sys\n" + (load + sign if order == "before" else sign + load)
    printed = subprocess.run([sys.executable, "-c", script, file], check=True, capture_output=True,
                             text=True).stdout
    assert json.loads(printed) == descry.Signer(methods=["exact", "term-profile"]).sign(texts)
