"""Collections of near-duplicates, the same ones in every run: nothing here depends on the machine."""
import json
import random

from itertools import accumulate

SYLLABLES = [a + b for a in "bdfgklmnprstv" for b in "aeiou"]

# Words that ICU's dictionaries know, so that a text without spaces is cut between them.
JAPANESE = ("日本 東京 大学 研究 学生 先生 図書館 電車 会社 新聞 世界 経済 政治 文化 歴史 言語 "
            "情報 技術 科学 教育 社会 問題 時間 天気 料理 音楽 映画 旅行 友達 家族").split()
THAI = ("ประเทศ ไทย ภาษา นักเรียน โรงเรียน รถไฟ หนังสือ อาหาร ดนตรี ครอบครัว เพื่อน เวลา "
        "ประวัติศาสตร์ วัฒนธรรม เศรษฐกิจ การเมือง สังคม ข้อมูล วิทยาศาสตร์ มหาวิทยาลัย").split()
RUSSIAN = ("город страна язык время человек работа история наука книга дорога вода земля музыка "
           "школа учитель вопрос ответ слово дело жизнь рука друг народ закон власть сила").split()

# Language -> the words of its texts and what stands between them.
LANGUAGES = {"ja": (JAPANESE, ""), "th": (THAI, ""), "ru": (RUSSIAN, " ")}


class Writer:
    """Writes texts with Zipf's frequencies, and near-copies of them."""

    def __init__(self, seed, vocabulary=4000):
        self.random = random.Random(seed)
        words = set()
        while len(words) < vocabulary:
            words.add("".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4))))
        self.words = sorted(words)
        self.random.shuffle(self.words)
        self.weights = list(accumulate(1 / rank for rank in range(3, vocabulary + 3)))

    def text(self, words):
        """A text about something: some words are far more frequent in it than elsewhere."""
        chosen = self.random.choices(self.words, cum_weights=self.weights, k=words)
        topic = self.random.choices(self.words, cum_weights=self.weights, k=4)
        for i in self.random.sample(range(words), words // 6):
            chosen[i] = self.random.choice(topic)
        return chosen

    def foreign_text(self, language, words):
        return self.random.choices(LANGUAGES[language][0], k=words)

    def near_copy(self, text):
        """The same text with one word in a hundred, one at least, replaced by another of it."""
        copy = list(text)
        for i in self.random.sample(range(len(copy)), max(1, len(copy) // 100)):
            copy[i] = self.random.choice(text)
        return copy


def make_documents(count, seed=1, length=(40, 160), prefix="doc"):
    """Documents as `index` reads them: {"id", "text", "title", "lang"}.

    A third is a copy of one of the documents before it, one in ten of these equal to the byte; one
    in twelve is Japanese, Thai or Russian.
    """
    writer = Writer(seed)
    texts = []
    documents = []
    for i in range(count):
        kind = writer.random.random()
        if texts and kind < 0.03:
            language, text = writer.random.choice(texts)
        elif texts and kind < 0.33:
            language, text = writer.random.choice(texts[-200:])
            text = writer.near_copy(text)
        elif kind < 0.42:
            language = writer.random.choice(sorted(LANGUAGES))
            text = writer.foreign_text(language, writer.random.randint(*length))
        else:
            language = "en"
            text = writer.text(writer.random.randint(*length))
        texts.append((language, text))
        space = LANGUAGES[language][1] if language in LANGUAGES else " "
        documents.append({"id": f"{prefix}{i:05}", "text": space.join(text),
                          "title": f"Number {i}", "lang": language})
    return documents


def write_jsonl(path, documents):
    with open(path, "w", encoding="utf-8") as file:
        for document in documents:
            file.write(json.dumps(document, ensure_ascii=False) + "\n")
    return path
