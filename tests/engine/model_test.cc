#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/model.h>

#include "random_seed.h"

namespace descry {
namespace {

using namespace std::string_literals;

// 2.5 bits and a flip rate of 1/4: whole multiples of 2^-24.
Model tiny_model() {
    ModelParameters parameters;
    parameters.documents = 1000;
    parameters.occurrences = 54321;
    parameters.wanted_words = 2;
    parameters.change_millionths = 30000;
    parameters.flip_weight_millionths = 900000;
    return {parameters,
            {{"zebra", 0, Fixed24::from(0.25), Fixed24::from(2.5)},
             {"\xc3\xa9t\xc3\xa9", 0x01020304, Fixed24::from(0), Fixed24::from(12)},
             {"apple", 4294967295u, Fixed24::from(255), Fixed24::from(1)}}};
}

template <typename Integer>
std::string little_endian(Integer value) {
    std::string bytes;
    for (unsigned i = 0; i < sizeof value; ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
    return bytes;
}

std::string with_checksum(const std::string& bytes) {
    return bytes + little_endian(hash64(bytes, 0));
}

// A model's bytes from its parts, as the layout says.
std::string compose(const std::string& parameters, const std::string& words, std::uint32_t count,
                    std::uint32_t version = 1) {
    return with_checksum("descry-model" + little_endian(version) +
                         little_endian(static_cast<std::uint32_t>(parameters.size())) + parameters +
                         little_endian(count) + words);
}

std::string composed_word(const std::string& term) {
    return std::string(1, static_cast<char>(static_cast<unsigned char>(term.size()))) + term +
           little_endian(std::uint32_t{1}) + little_endian(std::uint32_t{2}) +
           little_endian(std::uint32_t{3});
}

std::string parameter_text() {
    const std::string bytes = tiny_model().serialise();
    return bytes.substr(20, bytes.rfind('}', bytes.find("zebra") - 1) + 1 - 20);
}

std::string refusal(std::string_view bytes) {
    try {
        Model::parse(bytes);
    } catch (const ModelFormatError& error) {
        return error.what();
    }
    return "accepted";
}

// Written by another program (python3: struct, json, and XXH64 from its specification), so that
// neither the layout nor the names of the parameters change unnoticed.
TEST(Model, BytesArePinned) {
    EXPECT_EQ(to_hex(tiny_model().serialise()),
              "6465736372792d6d6f64656c01000000220100007b22616e616c797a6572223a22222c226368616e"
              "67655f6d696c6c696f6e746873223a33303030302c22646f63756d656e7473223a313030302c2266"
              "6c69705f7261746573223a226d6f64656c6c6564222c22666c69705f7765696768745f6d696c6c69"
              "6f6e746873223a3930303030302c2268617368223a227878683634222c22686173685f7365656422"
              "3a323030322c226d696e5f626f64795f6c656e677468223a33302c226d696e5f6f6e6573223a342c"
              "226d696e5f737461626c655f62697473223a32342c226f6363757272656e636573223a3534333231"
              "2c22737461626c655f62697473223a36302c22737461626c655f776f726473223a32302c22746572"
              "6d5f707265666978223a22222c2277616e7465645f776f726473223a327d03000000056170706c65"
              "ffffffff000000ff00000001057a6562726100000000000040000000800205c3a974c3a904030201"
              "000000000000000c2230b55ffadb3ac6");
    EXPECT_EQ(tiny_model().id(), "HT1U9IObwTqCEg");
}

TEST(Model, RoundTrip) {
    const Model model = tiny_model();
    const Model copy = Model::parse(model.serialise());
    EXPECT_EQ(copy.serialise(), model.serialise());
    EXPECT_EQ(copy, model);
    EXPECT_EQ(copy.parameters(), model.parameters());
    EXPECT_EQ(copy.words(), model.words());
    EXPECT_EQ(copy.id(), model.id());
    EXPECT_EQ(model.id(), hash80_base64url(model.serialise()));
}

TEST(Model, RoundTripOfRandomModels) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 100; ++round) {
        ModelParameters p;
        p.analyzer = round % 2 == 0 ? "" : "\xe6\xbc\xa2\"\\\n{}";
        p.term_prefix = round % 3 == 0 ? "Z" : "";
        p.hash_seed = random();
        p.documents = random();
        p.occurrences = random();
        p.min_body_length = static_cast<std::uint32_t>(random());
        p.wanted_words = static_cast<std::uint32_t>(random());
        p.min_ones = static_cast<std::uint32_t>(random());
        p.stable_words = static_cast<std::uint32_t>(random());
        p.stable_bits = static_cast<std::uint32_t>(random());
        p.min_stable_bits = static_cast<std::uint32_t>(random());
        std::vector<ModelWord> words;
        for (std::size_t i = 0, count = random() % 50; i < count; ++i) {
            std::string term = std::to_string(i);
            for (std::size_t left = random() % 240; left > 0; --left)
                term += static_cast<char>(random());
            words.push_back({term,
                             static_cast<std::uint32_t>(random()),
                             {static_cast<std::uint32_t>(random())},
                             {static_cast<std::uint32_t>(random())}});
        }
        const Model model(p, words);
        std::shuffle(words.begin(), words.end(), random);
        ASSERT_EQ(Model(p, words), model);
        const Model copy = Model::parse(model.serialise());
        ASSERT_EQ(copy.parameters(), p);
        ASSERT_EQ(copy.words(), model.words());
        ASSERT_EQ(copy.id(), model.id());
    }
}

TEST(Model, WordsAscendByBytes) {
    const std::vector<ModelWord> words = tiny_model().words();
    EXPECT_EQ(words[0].term, "apple");
    EXPECT_EQ(words[1].term, "zebra");
    EXPECT_EQ(words[2].term, "\xc3\xa9t\xc3\xa9");  // bytes are unsigned
}

TEST(Model, EveryParameterAndWordIsPartOfTheIdentity) {
    const Model model = tiny_model();
    std::vector<std::string> ids = {model.id()};
    const auto also = [&](auto change) {
        ModelParameters p = model.parameters();
        std::vector<ModelWord> words = model.words();
        change(p, words);
        ids.push_back(Model(p, words).id());
    };
    also([](ModelParameters& p, auto&) { p.analyzer = "x"; });
    also([](ModelParameters& p, auto&) { p.term_prefix = "Z"; });
    also([](ModelParameters& p, auto&) { ++p.hash_seed; });
    also([](ModelParameters& p, auto&) { ++p.min_body_length; });
    also([](ModelParameters& p, auto&) { ++p.documents; });
    also([](ModelParameters& p, auto&) { ++p.occurrences; });
    also([](ModelParameters& p, auto&) { ++p.wanted_words; });
    also([](ModelParameters& p, auto&) { ++p.change_millionths; });
    also([](ModelParameters& p, auto&) { ++p.flip_weight_millionths; });
    also([](ModelParameters& p, auto&) { ++p.min_ones; });
    also([](ModelParameters& p, auto&) { ++p.stable_words; });
    also([](ModelParameters& p, auto&) { ++p.stable_bits; });
    also([](ModelParameters& p, auto&) { ++p.min_stable_bits; });
    also([](ModelParameters&, auto& words) { words[0].term += 's'; });
    also([](ModelParameters&, auto& words) { --words[0].threshold; });
    also([](ModelParameters&, auto& words) { ++words[1].flip_rate.units; });
    also([](ModelParameters&, auto& words) { ++words[1].information.units; });
    also([](ModelParameters&, auto& words) { words.pop_back(); });
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
    EXPECT_EQ(tiny_model().id(), model.id());
}

TEST(ModelParse, RefusesEveryChangedByte) {
    const std::string bytes = tiny_model().serialise();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (unsigned flip = 1; flip < 256; ++flip) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ flip);
            ASSERT_NE(refusal(damaged), "accepted") << "byte " << i << ", flipped " << flip;
        }
    }
}

TEST(ModelParse, TellsDamageFromOtherFormats) {
    const std::string bytes = tiny_model().serialise();
    const auto refusal_of_change = [&](std::size_t i) {
        std::string damaged = bytes;
        damaged[i] ^= 1;
        return refusal(damaged);
    };
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_EQ(refusal_of_change(i), "this is not a descry model");
    EXPECT_EQ(refusal_of_change(12), "a model of format 0; this version reads format 1");
    for (std::size_t i = 16; i < bytes.size(); ++i)
        EXPECT_EQ(refusal_of_change(i), "the model is damaged: its checksum does not match") << i;
}

TEST(ModelParse, RefusesEveryTruncationAndAddition) {
    const std::string bytes = tiny_model().serialise();
    const std::string unsummed = bytes.substr(0, bytes.size() - 8);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ASSERT_NE(refusal(bytes.substr(0, size)), "accepted") << size;
    }
    // Cut short and summed up anew: the layout itself has to notice.
    for (std::size_t size = 0; size < unsummed.size(); ++size) {
        ASSERT_NE(refusal(with_checksum(unsummed.substr(0, size))), "accepted") << size;
    }
    EXPECT_NE(refusal(bytes + '\0'), "accepted");
    EXPECT_EQ(refusal(with_checksum(unsummed)), "accepted");  // nothing was wrong with that
    EXPECT_EQ(refusal(with_checksum(unsummed + "x")), "the model has bytes after its end");
    EXPECT_EQ(refusal("SQLite format 3"), "this is not a descry model");
}

TEST(ModelParse, NamesTheVersionItCannotRead) {
    EXPECT_EQ(refusal(compose(parameter_text(), composed_word("a"), 1)), "accepted");
    EXPECT_EQ(refusal(compose(parameter_text(), composed_word("a"), 1, 2)),
              "a model of format 2; this version reads format 1");
    // The version is looked at before anything that a later one may have changed.
    EXPECT_EQ(refusal("descry-model"s + little_endian(std::uint32_t{70000})),
              "a model of format 70000; this version reads format 1");
}

TEST(ModelParse, RefusesWhatOnlyItsChecksumVouchesFor) {
    const std::string parameters = parameter_text();
    const std::string a = composed_word("a");
    const std::string b = composed_word("b");
    EXPECT_EQ(refusal(compose(parameters, a + b, 2)), "accepted");
    EXPECT_EQ(refusal(compose(parameters, b + a, 2)), "the model's words are not in order");
    EXPECT_EQ(refusal(compose(parameters, a + a, 2)), "Model: a word twice: a");
    EXPECT_EQ(refusal(compose(parameters, composed_word(""), 1)), "Model: a term of 0 bytes");
    EXPECT_EQ(refusal(compose(parameters, composed_word(std::string(246, 'x')), 1)),
              "Model: a term of 246 bytes");
    EXPECT_EQ(refusal(compose(parameters, a, 2)), "the model is cut short");
    EXPECT_EQ(refusal(compose(parameters, a, 4294967295u)), "the model is cut short");
    EXPECT_EQ(refusal(compose(parameters, a + b, 1)), "the model has bytes after its end");
}

TEST(ModelParse, RefusesParametersItDoesNotKnow) {
    const std::string known = parameter_text();
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = known;
        EXPECT_NE(text.find(from), std::string::npos) << from;
        text.replace(text.find(from), from.size(), to);
        return refusal(compose(text, "", 0));
    };
    EXPECT_EQ(changed("{", "{"), "accepted");
    EXPECT_NE(changed("{", "{\"added\":1,").find("parameters this version does not know"),
              std::string::npos);
    EXPECT_NE(changed("\"modelled\"", "\"learned\"").find("learned"), std::string::npos);
    EXPECT_NE(changed("\"xxh64\"", "\"md5\"").find("md5"), std::string::npos);
    EXPECT_NE(changed("\"min_ones\":4,", "").find("min_ones"), std::string::npos);
    EXPECT_NE(changed("\"min_ones\":4", "\"min_ones\":-4"), "accepted");
    EXPECT_NE(changed("\"min_ones\":4", "\"min_ones\":4294967300"), "accepted");
    EXPECT_NE(changed("\"min_ones\":4", "\"min_ones\":4.5"), "accepted");
    EXPECT_NE(changed("\"min_ones\":4", "\"min_ones\":\"4\""), "accepted");
    EXPECT_NE(changed("{", "[{"), "accepted");
    // The same parameters written another way would be another identity.
    EXPECT_NE(changed("\"min_ones\":4", "\"min_ones\": 4"), "accepted");
}

TEST(Model, TakesTermsThatXapianTakes) {
    const std::string longest(245, 'x');
    EXPECT_EQ(Model::parse(Model({}, {{longest, 0, {}, {}}}).serialise()).words()[0].term, longest);
    EXPECT_THROW(Model({}, {{longest + 'x', 0, {}, {}}}), std::invalid_argument);
    EXPECT_THROW(Model({}, {{"", 0, {}, {}}}), std::invalid_argument);
    EXPECT_THROW(Model({}, {{"a", 1, {}, {}}, {"b", 1, {}, {}}, {"a", 2, {}, {}}}),
                 std::invalid_argument);
    EXPECT_NO_THROW(Model({}, {{"\0"s, 0, {}, {}}, {"\0\0"s, 0, {}, {}}}));
}

TEST(Model, TakesAsManyWordsAsNumbersHave) {
    std::vector<ModelWord> words;
    for (int i = 0; i < 65535; ++i)
        words.push_back({std::to_string(i), 0, {}, {}});
    EXPECT_EQ(Model::parse(Model({}, words).serialise()).words().size(), 65535u);
    words.push_back({"one more", 0, {}, {}});
    EXPECT_THROW(Model({}, words), std::invalid_argument);
    EXPECT_EQ(Model::parse(Model({}, {}).serialise()).words().size(), 0u);
}

}  // namespace
}  // namespace descry
