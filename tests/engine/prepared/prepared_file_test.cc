#include "engine/prepared/prepared_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zstd.h>

#include <descry/prepared/prepared_documents.h>

#include "engine/collection/text_collection.h"
#include "engine/distance/text_words.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using namespace testing;

Model model_of_distance(DistanceMillionths distance) {
    ModelParameters parameters;
    parameters.grouping.distance = distance;
    return Model(parameters, {});
}

std::string random_bytes(std::mt19937_64& random, std::size_t most) {
    std::string bytes(random() % (most + 1), '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

std::string random_joined_words(std::mt19937_64& random, std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i <= random() % words; ++i)
        append_word(text, "wör" + std::to_string(random() % 1000));
    return text;
}

// Terms of any bytes.
std::map<std::string, std::uint32_t> terms_of_any_bytes(std::mt19937_64& random) {
    std::map<std::string, std::uint32_t> terms;
    for (std::size_t i = 1 + random() % 5; i > 0; --i)
        terms["t" + random_bytes(random, 20)] = static_cast<std::uint32_t>(random() | 1);
    return terms;
}

// Terms are those of the text where none are given. Its keys are right.
PreparedDocument document_of(const Model& model, std::optional<std::string> text,
                             const std::map<std::string, std::uint32_t>& terms = {}) {
    PreparedDocument document;
    for (const auto& [term, wdf] : terms)
        document.terms.add(term, wdf);
    std::map<std::string, std::uint32_t> counted = terms;
    if (terms.empty()) {
        for_each_word(*text, [&](std::string_view word) { ++counted[std::string(word)]; });
    }
    std::vector<TermCount> counts;
    for (const auto& [term, wdf] : counted)
        counts.push_back({term, wdf});
    std::optional<SequenceKeys> sequence;
    if (text) sequence = SequenceKeySigner(model.parameters()).sign(*text);
    document.keys = DocumentKeySigner(model).sign(counts, sequence);
    document.text = std::move(text);
    return document;
}

PreparedDocument random_document(const Model& model, std::mt19937_64& random) {
    const bool has_text = random() % 3 > 0;
    std::optional<std::string> text;
    if (has_text) text = random_joined_words(random, random() % 10 == 0 ? 30'000 : 200);
    PreparedDocument document = !has_text || random() % 2 == 0
                                    ? document_of(model, text, terms_of_any_bytes(random))
                                    : document_of(model, text);
    document.id = random_bytes(random, 300);
    document.order = random_bytes(random, 10);
    return document;
}

// Numbered from 1 on, with gaps.
std::vector<PreparedDocument> random_documents(const Model& model, std::size_t size,
                                               std::mt19937_64& random) {
    std::vector<PreparedDocument> documents;
    DocumentNumber number = 0;
    while (documents.size() < size) {
        documents.push_back(random_document(model, random));
        documents.back().number = number += static_cast<DocumentNumber>(1 + random() % 1000);
    }
    return documents;
}

std::string prepared_of(const Model& model, const std::vector<PreparedDocument>& documents) {
    std::string file;
    PreparedWriter writer({model, "first"}, [&](std::string_view bytes) { file += bytes; });
    for (const PreparedDocument& document : documents) {
        std::string bytes;
        append_document(bytes, document, model.parameters());
        writer.write(bytes, 1);
    }
    writer.finish();
    return file;
}

std::vector<PreparedDocument> read_all(const std::string& file) {
    std::istringstream stream(file);
    PreparedReader reader(stream);
    std::vector<PreparedDocument> documents;
    for (PreparedDocument document; reader.next(document);)
        documents.push_back(document);
    return documents;
}

TEST(PreparedFile, GivesBackWhatWasWritten) {
    std::mt19937_64 random(random_seed());
    const Model model = model_of_distance(120'000);
    for (const std::size_t size : {0u, 1u, 500u}) {
        const std::vector<PreparedDocument> documents = random_documents(model, size, random);
        const std::string file = prepared_of(model, documents);
        EXPECT_EQ(read_all(file), documents);
        std::istringstream stream(file);
        const PreparedReader reader(stream);
        EXPECT_EQ(reader.header().model, model);
        EXPECT_EQ(reader.header().order, "first");
    }
}

// Documents that another run appends, as a frame of its own.
std::string appended_to(const Model& model, std::uint64_t before,
                        const std::vector<PreparedDocument>& documents) {
    std::string file;
    PreparedWriter writer({model, "first"}, [&](std::string_view bytes) { file += bytes; }, before);
    for (const PreparedDocument& document : documents) {
        std::string bytes;
        append_document(bytes, document, model.parameters());
        writer.write(bytes, 1);
    }
    writer.finish();
    return file;
}

TEST(PreparedFile, GivesBackWhatWasAppended) {
    std::mt19937_64 random(random_seed());
    const Model model = model_of_distance(120'000);
    const std::vector<PreparedDocument> documents = random_documents(model, 60, random);
    const auto part = [&](std::size_t begin, std::size_t end) {
        return std::vector(documents.begin() + static_cast<std::ptrdiff_t>(begin),
                           documents.begin() + static_cast<std::ptrdiff_t>(end));
    };
    const std::string first = prepared_of(model, part(0, 20));
    const std::string nothing = appended_to(model, 20, {});
    const std::string second = appended_to(model, 20, part(20, 50));
    const std::string third = appended_to(model, 50, part(50, 60));
    EXPECT_EQ(read_all(first + second + third), documents);
    EXPECT_EQ(read_all(first + nothing + second + third), documents);
    // What is in the middle is missing, of another model, or a prepared file of its own; what is
    // appended is cut short; the first is missing.
    EXPECT_THROW(read_all(first + third), PreparedFormatError);
    EXPECT_THROW(read_all(first + second + second), PreparedFormatError);
    EXPECT_THROW(read_all(first + appended_to(model_of_distance(150'000), 20, {})),
                 PreparedFormatError);
    EXPECT_THROW(read_all(first + first), PreparedFormatError);
    EXPECT_THROW(read_all(second), PreparedFormatError);
    const std::string whole = first + second;
    for (std::size_t size = first.size() + 1; size < whole.size(); size += 7)
        EXPECT_THROW(read_all(whole.substr(0, size)), PreparedFormatError) << size;
}

TEST(PreparedFile, RefusesWhatIsDamaged) {
    std::mt19937_64 random(random_seed());
    const Model model = model_of_distance(150'000);
    const std::vector<PreparedDocument> documents = random_documents(model, 20, random);
    const std::string file = prepared_of(model, documents);
    EXPECT_THROW(read_all(file + "x"), PreparedFormatError);
    for (int i = 0; i < 300; ++i) {
        EXPECT_THROW(read_all(file.substr(0, random() % file.size())), PreparedFormatError);
        std::string damaged = file;
        const std::size_t place = random() % file.size();
        damaged[place] = static_cast<char>(damaged[place] ^ (1 << random() % 8));
        // A bit of the frame's header may say nothing that matters. The header of the prepared file
        // is known to be what was written only at the end, by the frame's checksum.
        try {
            EXPECT_EQ(read_all(damaged), documents) << "byte " << place;
        } catch (const PreparedFormatError&) {
        }
    }
}

// The content of a file that says anything, compressed.
std::string framed(const std::string& content) {
    std::string file(ZSTD_compressBound(content.size()), '\0');
    file.resize(ZSTD_compress(file.data(), file.size(), content.data(), content.size(), 1));
    return file;
}

std::string why_rejected(const std::string& file) {
    try {
        read_all(file);
    } catch (const PreparedFormatError& error) {
        return error.what();
    }
    return "not refused";
}

// A sound document, and a second one that is spoilt.
std::string why_second_rejected(const Model& model, const PreparedDocument& second) {
    std::vector<PreparedDocument> documents = {document_of(model, "some words"), second};
    documents[0].number = 1;
    if (second.number == 0) documents[1].number = 2;
    return why_rejected(prepared_of(model, documents));
}

TEST(PreparedFile, NamesTheDocumentThatIsNone) {
    const Model model = model_of_distance(150'000);
    const auto rejected = [&](const PreparedDocument& second) {
        return why_second_rejected(model, second);
    };
    const std::string second = "the prepared file is damaged: document 2: ";
    for (const char* const text : {"n\xff"
                                   "b",
                                   "n\xf8\x90\x90\x90", "a\xed\xa0\x80", "\xc0\x80", "b\xe4"})
        EXPECT_EQ(rejected(document_of(model, text)), second + "its text is not UTF-8");
    for (const char* const text : {"", " a", "a ", "a  b", " ", "  "})
        EXPECT_EQ(rejected(document_of(model, text)),
                  second + "its text is not words joined by one space");
    EXPECT_EQ(rejected({}), second + "it has no words");
    const PreparedDocument sound = document_of(model, "the same words and the words");
    EXPECT_EQ(rejected(sound), "not refused");
    PreparedDocument document = sound;
    ++document.keys.content_hash;
    EXPECT_EQ(rejected(document), second + "its content hash is not that of its words");
    document = sound;
    document.text = "words the same and the words";
    EXPECT_EQ(rejected(document), second + "its content hash is not that of its words");
    document = sound;
    document.number = 1;
    EXPECT_EQ(rejected(document), second + "its number is not above that of the one before");
    document = document_of(model, std::nullopt, {{"a", 1}, {"b", 4294967295}, {"c", 4294967295}});
    EXPECT_EQ(rejected(document), "not refused");
    for (const char* const added : {"b", "c", ""}) {
        PreparedDocument damaged = document;
        damaged.terms.add(added, 1);
        EXPECT_EQ(rejected(damaged), second + "its terms do not ascend");
    }
    document.terms.add("d", 0);
    EXPECT_EQ(rejected(document), second + "one of its terms never occurs");
}

TEST(PreparedFile, ChecksHistograms) {
    ModelParameters parameters;
    parameters.min_body_length = 4;
    parameters.min_stable_terms = 1;
    const Model model(parameters, {}, {{"words", Fixed24::from(0.01), Fixed24::from(4)}});
    PreparedDocument document = document_of(model, "a few words more than four of them");
    ASSERT_FALSE(document.keys.bands.empty());
    EXPECT_EQ(why_second_rejected(model, document), "not refused");
    document.keys.histogram =
        document_of(model, "other words that nobody has ever seen").keys.histogram;
    EXPECT_EQ(why_second_rejected(model, document),
              "the prepared file is damaged: document 2: its histogram is not that of its words");
}

TEST(PreparedFile, KeepsAndChecksSketchesOfCharacters) {
    ModelParameters parameters;
    parameters.character_rows = 4;
    const Model model(parameters, {});
    PreparedDocument document = document_of(model, "so many words that there are keys of them all");
    ASSERT_TRUE(document.keys.characters);
    document.number = 1;
    const std::vector<PreparedDocument> read = read_all(prepared_of(model, {document}));
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read.front().keys, document.keys);
    document.number = 0;
    ++document.keys.characters->front();
    EXPECT_EQ(why_second_rejected(model, document),
              "the prepared file is damaged: document 2: its sketch of characters is not that of "
              "its text");
}

// Numbers say that there are more bytes than come, or than there can be; few bytes unfold to many.
TEST(PreparedFile, TakesNoMemoryForWhatANumberSays) {
    const Model model = model_of_distance(150'000);
    std::string header = "descry prepared 3\n";
    const auto string = [](std::uint64_t size, const std::string& bytes) {
        std::string out;
        append_varint(out, size);
        return out + bytes;
    };
    const std::string first = "the prepared file is damaged: document 1: ";
    const auto rejected = [&](const std::string& content) { return why_rejected(framed(content)); };
    for (const std::uint64_t size : {std::uint64_t{1} << 27, std::uint64_t{4294967295}})
        EXPECT_EQ(rejected(header + string(size, "x")),
                  "the prepared file is damaged: more bytes than there can be");
    header += string(model.serialise().size(), model.serialise()) + string(5, "first");
    const std::string id = header + "\1\1";
    EXPECT_EQ(rejected(id + string(100, "x")), first.substr(0, first.rfind(':')));
    EXPECT_EQ(rejected(id + string(1 << 30, "x")), first + "more bytes than there can be");
    EXPECT_EQ(rejected(id + string(1 << 25, std::string(1 << 25, 'x'))),
              first + "more bytes than there can be");
    EXPECT_EQ(rejected(id +
                       "\1x"
                       "\1x"
                       "\x08"
                       "12345678"
                       "textHASH" +
                       string(1 << 29, "x")),
              first + "more bytes than there can be");
    // Sixty million terms that are one.
    std::string terms = header +
                        "\2\1"
                        "\1x"
                        "\1x"
                        "\x08"
                        "12345678"
                        "textHASH" +
                        string(60'000'000, "");
    for (int i = 0; i < 1'000'000; ++i)
        terms += "\1x\1";
    EXPECT_EQ(rejected(terms), first + "its terms do not ascend");
}

TEST(PreparedDocuments, RefusesAnotherModelOrOrder) {
    PreparedDocuments documents(Work{.memory = 1 << 20});
    const auto add = [&](const std::string& file) {
        std::istringstream stream(file);
        documents.add(stream);
    };
    add(prepared_of(model_of_distance(150'000), {}));
    EXPECT_THROW(add(prepared_of(model_of_distance(100'000), {})), PreparedFormatError);
    std::string file;
    PreparedWriter writer({model_of_distance(150'000), "longest"},
                          [&](std::string_view bytes) { file += bytes; });
    writer.finish();
    EXPECT_THROW(add(file), PreparedFormatError);
    EXPECT_EQ(documents.group().groups, 0u);
}

// Two prepared files may number and name their documents alike.
TEST(PreparedDocuments, AreInOneOrderHoweverTheirFilesCome) {
    const Model model = model_of_distance(150'000);
    std::vector<std::string> files;
    for (const char* const text : {"b a", "a b", "a b"}) {
        PreparedDocument document = document_of(model, text);
        document.number = 1;
        files.push_back(prepared_of(model, {document}));
    }
    // Of which even the content hash is one.
    for (const std::uint32_t wdf : {3u, 2u}) {
        PreparedDocument document = document_of(model, std::nullopt, {{"a", wdf}});
        document.number = 1;
        document.keys.content_hash = 1;
        files.push_back(prepared_of(model, {document}));
    }
    const auto contents_in_order = [&] {
        PreparedDocuments documents(Work{.memory = 1 << 20});
        for (const std::string& file : files) {
            std::istringstream stream(file);
            documents.add(stream);
        }
        std::string contents;
        const auto reader = documents.texts()->reader();
        for (const DocumentNumber document : documents.ordered()) {
            const auto text = reader->read_text(document);
            reader->append_contents(document, contents += text ? text->utf8() : "-");
        }
        return contents;
    };
    const std::string expected = contents_in_order();
    std::ranges::sort(files);
    do {
        ASSERT_EQ(contents_in_order(), expected);
    } while (std::ranges::next_permutation(files).found);
}

TEST(PreparedDocuments, MayBeNone) {
    const Model model = model_of_distance(150'000);
    PreparedDocuments documents(Work{.memory = 1 << 20});
    for (int i = 0; i < 2; ++i) {
        std::istringstream stream(prepared_of(model, {}));
        documents.add(stream);
    }
    EXPECT_EQ(documents.size(), 0u);
    EXPECT_TRUE(documents.ordered().empty());
    EXPECT_EQ(documents.group().groups, 0u);
}

}  // namespace
}  // namespace descry
