#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/model/model.h>

#include "engine/model/bands.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

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
    parameters.learned_pairs = 7;
    parameters.band_words = 12;
    parameters.band_information = Fixed24::from(28);
    parameters.term_band_information = Fixed24::from(21.5);
    parameters.group_order = "longest";
    parameters.any_order = true;
    parameters.grouping.near = 50'000;
    return {parameters,
            {{"zebra", 0, Fixed24::from(0.25), Fixed24::from(2.5)},
             {"\xc3\xa9t\xc3\xa9", 0x01020304, Fixed24::from(0), Fixed24::from(12)},
             {"apple", 4294967295u, Fixed24::from(255), Fixed24::from(1)}},
            {{"zebra", Fixed24::from(0), Fixed24::from(1)},
             {"harbour", Fixed24::from(0.125), Fixed24::from(3)}}};
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
struct Parts {
    std::string parameters;
    std::string words;
    std::uint32_t word_count = 0;
    std::string stable_terms = {};
    std::uint32_t stable_term_count = 0;
    std::uint32_t version = Model::FORMAT_VERSION;
};

std::string compose(const Parts& parts) {
    return with_checksum("descry-model" + little_endian(parts.version) +
                         little_endian(static_cast<std::uint32_t>(parts.parameters.size())) +
                         parts.parameters + little_endian(parts.word_count) + parts.words +
                         little_endian(parts.stable_term_count) + parts.stable_terms);
}

std::string composed_word(const std::string& term) {
    return std::string(1, static_cast<char>(static_cast<unsigned char>(term.size()))) + term +
           little_endian(std::uint32_t{1}) + little_endian(std::uint32_t{2}) +
           little_endian(std::uint32_t{3});
}

std::string composed_stable_term(const std::string& term) {
    return std::string(1, static_cast<char>(static_cast<unsigned char>(term.size()))) + term +
           little_endian(std::uint32_t{1}) + little_endian(std::uint32_t{2});
}

std::string parameter_text() {
    const std::string bytes = tiny_model().serialise();
    return bytes.substr(20, bytes.rfind('}', bytes.find("zebra") - 1) + 1 - 20);
}

std::string rejection(std::string_view bytes) {
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
              "6465736372792d6d6f64656c030000005e0200007b22616e616c797a6572223a22222c22616e795f"
              "6f72646572223a747275652c2262616e645f696e666f726d6174696f6e223a343639373632303438"
              "2c2262616e645f6b65795f62697473223a33322c2262616e645f776f726473223a31322c2262616e"
              "6473223a382c226368616e67655f6d696c6c696f6e746873223a33303030302c2264697374616e63"
              "655f6d696c6c696f6e746873223a3135303030302c22646f63756d656e7473223a313030302c2266"
              "6c69705f7765696768745f6d696c6c696f6e746873223a3930303030302c2267726f75705f6f7264"
              "6572223a226c6f6e67657374222c2268617368223a227878683634222c22686173685f7365656422"
              "3a323030322c226b6565705f61706172745f6e756d62657273223a66616c73652c226c6561726e65"
              "645f7061697273223a372c226d61785f6865616473223a313032342c226d696e5f62616e645f6269"
              "7473223a31362c226d696e5f626f64795f6c656e677468223a33302c226d696e5f6f6e6573223a34"
              "2c226d696e5f73686f72745f6c656e677468223a382c226d696e5f737461626c655f62697473223a"
              "32342c226d696e5f737461626c655f7465726d73223a342c226e6561725f6d696c6c696f6e746873"
              "223a35303030302c226f6363757272656e636573223a35343332312c2273686f72745f726f777322"
              "3a342c22737461626c655f62697473223a36302c22737461626c655f776f726473223a32302c2274"
              "65726d5f62616e645f696e666f726d6174696f6e223a3336303731303134342c227465726d5f7072"
              "65666978223a22222c2277616e7465645f776f726473223a327d03000000056170706c65ffffffff"
              "000000ff00000001057a6562726100000000000040000000800205c3a974c3a90403020100000000"
              "0000000c0200000007686172626f75720000200000000003057a6562726100000000000000010f33"
              "8634c4cc495f");
    EXPECT_EQ(tiny_model().id(), "PD68Zu35yqIaew");
}

TEST(Model, RoundTrip) {
    const Model model = tiny_model();
    const Model copy = Model::parse(model.serialise());
    EXPECT_EQ(copy.serialise(), model.serialise());
    EXPECT_EQ(copy, model);
    EXPECT_EQ(copy.parameters(), model.parameters());
    EXPECT_EQ(copy.words(), model.words());
    EXPECT_EQ(copy.stable_terms(), model.stable_terms());
    EXPECT_EQ(copy.stable_terms().size(), 2u);
    EXPECT_EQ(copy.id(), model.id());
    EXPECT_EQ(model.id(), hash80_base64url(model.serialise()));
}

std::string random_term(std::mt19937_64& random, std::size_t number) {
    std::string term = std::to_string(number);
    for (std::size_t left = random() % 240; left > 0; --left)
        term += static_cast<char>(random());
    return term;
}

ModelParameters random_parameters(std::mt19937_64& random) {
    const auto any = [&] { return static_cast<std::uint32_t>(random()); };
    ModelParameters p;
    p.analyzer = random() % 2 == 0 ? "" : "\xe6\xbc\xa2\"\\\n{}";
    p.term_prefix = random() % 3 == 0 ? "Z" : "";
    p.hash_seed = random();
    p.min_body_length = any();
    p.documents = random();
    p.occurrences = random();
    p.wanted_words = any();
    p.min_ones = any();
    p.stable_words = any();
    p.stable_bits = any();
    p.min_stable_bits = any();
    p.learned_pairs = random();
    p.bands = 1 + any() % MAX_BANDS;
    p.band_words = 1 + any() % MAX_BAND_WORDS;
    p.band_information.units = any();
    p.term_band_information.units = any();
    p.band_key_bits = 8 * (1 + any() % 7);
    p.min_band_bits = any();
    p.min_stable_terms = any();
    p.grouping = {any(), any(), any()};
    p.group_order = random() % 2 == 0 ? "first" : "newest:7";
    p.any_order = random() % 2 == 0;
    return p;
}

TEST(Model, RoundTripOfRandomModels) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 100; ++round) {
        const ModelParameters p = random_parameters(random);
        const auto any = [&] { return static_cast<std::uint32_t>(random()); };
        std::vector<ModelWord> words;
        for (std::size_t i = 0, count = random() % 50; i < count; ++i)
            words.push_back({random_term(random, i), any(), {any()}, {any()}});
        std::vector<StableTerm> stable_terms;
        for (std::size_t i = 0, count = random() % 50; i < count; ++i)
            stable_terms.push_back({random_term(random, i), {any()}, {any()}});
        const Model model(p, words, stable_terms);
        std::shuffle(words.begin(), words.end(), random);
        std::shuffle(stable_terms.begin(), stable_terms.end(), random);
        ASSERT_EQ(Model(p, words, stable_terms), model);
        const Model copy = Model::parse(model.serialise());
        ASSERT_EQ(copy.parameters(), p);
        ASSERT_EQ(copy.words(), model.words());
        ASSERT_EQ(copy.stable_terms(), model.stable_terms());
        ASSERT_EQ(copy.id(), model.id());
    }
}

TEST(Model, WordsAscendByBytes) {
    const std::vector<ModelWord> words = tiny_model().words();
    EXPECT_EQ(words[0].term, "apple");
    EXPECT_EQ(words[1].term, "zebra");
    EXPECT_EQ(words[2].term, "\xc3\xa9t\xc3\xa9");  // bytes are unsigned
    const Model stable({}, {}, {{"\xc3\xa9", {}, {}}, {"z", {}, {}}, {"a", {}, {}}});
    EXPECT_EQ(stable.stable_terms()[0].term, "a");
    EXPECT_EQ(stable.stable_terms()[1].term, "z");
}

TEST(Model, EveryParameterAndWordIsPartOfTheIdentity) {
    const Model model = tiny_model();
    std::vector<std::string> ids = {model.id()};
    const auto also = [&](auto change) {
        ModelParameters p = model.parameters();
        std::vector<ModelWord> words = model.words();
        change(p, words);
        ids.push_back(Model(p, words, model.stable_terms()).id());
    };
    const auto also_stable = [&](auto change) {
        std::vector<StableTerm> stable_terms = model.stable_terms();
        change(stable_terms);
        ids.push_back(Model(model.parameters(), model.words(), stable_terms).id());
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
    also([](ModelParameters& p, auto&) { ++p.learned_pairs; });
    also([](ModelParameters& p, auto&) { ++p.bands; });
    also([](ModelParameters& p, auto&) { ++p.band_words; });
    also([](ModelParameters& p, auto&) { ++p.band_information.units; });
    also([](ModelParameters& p, auto&) { ++p.term_band_information.units; });
    also([](ModelParameters& p, auto&) { p.band_key_bits += 8; });
    also([](ModelParameters& p, auto&) { ++p.min_band_bits; });
    also([](ModelParameters& p, auto&) { ++p.min_stable_terms; });
    also([](ModelParameters& p, auto&) { ++p.grouping.distance; });
    also([](ModelParameters& p, auto&) { ++p.grouping.near; });
    also([](ModelParameters& p, auto&) { ++p.grouping.max_heads; });
    also([](ModelParameters& p, auto&) { ++p.short_rows; });
    also([](ModelParameters& p, auto&) { p.group_order = "first"; });
    also([](ModelParameters& p, auto&) { p.any_order = false; });
    also([](ModelParameters&, auto& words) { words[0].term += 's'; });
    also([](ModelParameters&, auto& words) { --words[0].threshold; });
    also([](ModelParameters&, auto& words) { ++words[1].flip_rate.units; });
    also([](ModelParameters&, auto& words) { ++words[1].information.units; });
    also([](ModelParameters&, auto& words) { words.pop_back(); });
    also_stable([](auto& terms) { terms[0].term += 's'; });
    also_stable([](auto& terms) { ++terms[0].weight.units; });
    also_stable([](auto& terms) { ++terms[1].information.units; });
    also_stable([](auto& terms) { terms.pop_back(); });
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
    EXPECT_EQ(tiny_model().id(), model.id());
}

TEST(ModelParse, RefusesEveryChangedByte) {
    const std::string bytes = tiny_model().serialise();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        // Single bits in any case.
        for (unsigned flip = 1; flip < 256;
             flip = testing::has_full_volume() ? flip + 1 : 2 * flip) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ flip);
            ASSERT_NE(rejection(damaged), "accepted") << "byte " << i << ", flipped " << flip;
        }
    }
}

TEST(ModelParse, TellsDamageFromOtherFormats) {
    const std::string bytes = tiny_model().serialise();
    const auto rejection_of_change = [&](std::size_t i) {
        std::string damaged = bytes;
        damaged[i] ^= 1;
        return rejection(damaged);
    };
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_EQ(rejection_of_change(i), "not a descry model");
    EXPECT_EQ(rejection_of_change(12), "a model of format 2; this version reads format 3");
    for (std::size_t i = 16; i < bytes.size(); ++i)
        EXPECT_EQ(rejection_of_change(i), "the model is damaged: its checksum does not match") << i;
}

TEST(ModelParse, RefusesEveryTruncationAndAddition) {
    const std::string bytes = tiny_model().serialise();
    const std::string unsummed = bytes.substr(0, bytes.size() - 8);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ASSERT_NE(rejection(bytes.substr(0, size)), "accepted") << size;
    }
    // Cut short and summed up anew: the layout itself has to notice.
    for (std::size_t size = 0; size < unsummed.size(); ++size) {
        ASSERT_NE(rejection(with_checksum(unsummed.substr(0, size))), "accepted") << size;
    }
    EXPECT_NE(rejection(bytes + '\0'), "accepted");
    EXPECT_EQ(rejection(with_checksum(unsummed)), "accepted");  // nothing was wrong with that
    EXPECT_EQ(rejection(with_checksum(unsummed + "x")), "the model has bytes after its end");
    EXPECT_EQ(rejection("SQLite format 3"), "not a descry model");
}

TEST(ModelParse, NamesTheVersionItCannotRead) {
    Parts parts{parameter_text(), composed_word("a"), 1};
    EXPECT_EQ(rejection(compose(parts)), "accepted");
    for (const std::uint32_t version : {0u, 1u, 2u, 4u}) {
        parts.version = version;
        EXPECT_EQ(rejection(compose(parts)),
                  "a model of format " + std::to_string(version) + "; this version reads format 3");
    }
    // The version is looked at before anything that a later one may have changed.
    EXPECT_EQ(rejection("descry-model"s + little_endian(std::uint32_t{70000})),
              "a model of format 70000; this version reads format 3");
}

TEST(ModelParse, RefusesWhatOnlyItsChecksumVouchesFor) {
    const std::string parameters = parameter_text();
    const std::string a = composed_word("a");
    const std::string b = composed_word("b");
    const auto words = [&](const std::string& bytes, std::uint32_t count) {
        return rejection(compose({parameters, bytes, count}));
    };
    EXPECT_EQ(words(a + b, 2), "accepted");
    EXPECT_EQ(words(b + a, 2), "the model's words are not in order");
    EXPECT_EQ(words(a + a, 2), "Model: a word twice: a");
    EXPECT_EQ(words(composed_word(""), 1), "Model: a term of 0 bytes");
    EXPECT_EQ(words(composed_word(std::string(246, 'x')), 1), "Model: a term of 246 bytes");
    EXPECT_EQ(words(a, 2), "the model is cut short");
    EXPECT_EQ(words(a, 4294967295u), "the model is cut short");
    EXPECT_NE(words(a + b, 1), "accepted");
}

TEST(ModelParse, RefusesBandsThatOnlyItsChecksumVouchesFor) {
    const auto with = [](const std::string& name, const std::string& value) {
        std::string parameters = parameter_text();
        const std::size_t at = parameters.find('"' + name + "\":") + name.size() + 3;
        parameters.replace(at, parameters.find_first_of(",}", at) - at, value);
        return rejection(compose({parameters, composed_word("a"), 1}));
    };
    const std::string none = "Model: bands of another kind than there are";
    for (const auto& [name, most] :
         {std::pair("bands", MAX_BANDS), std::pair("band_words", MAX_BAND_WORDS)}) {
        EXPECT_EQ(with(name, "1"), "accepted");
        EXPECT_EQ(with(name, std::to_string(most)), "accepted");
        EXPECT_EQ(with(name, "0"), none);
        EXPECT_EQ(with(name, std::to_string(most + 1)), none);
        EXPECT_EQ(with(name, "4294967295"), none);
    }
    for (const unsigned bits : {8u, 32u, 40u, 56u})
        EXPECT_EQ(with("band_key_bits", std::to_string(bits)), "accepted") << bits;
    for (const unsigned bits : {0u, 4u, 33u, 64u, 4294967288u})
        EXPECT_EQ(with("band_key_bits", std::to_string(bits)), none) << bits;
}

TEST(ModelParse, RowsOfShortDocumentsKeysAreOneToEight) {
    const auto with = [](const std::string& rows) {
        std::string parameters = parameter_text();
        parameters.replace(parameters.find("\"short_rows\":4"), 14, "\"short_rows\":" + rows);
        return rejection(compose({parameters, composed_word("a"), 1}));
    };
    EXPECT_EQ(with("1"), "accepted");
    EXPECT_EQ(with("8"), "accepted");
    for (const std::string rows : {"0", "9", "4294967295"})
        EXPECT_EQ(with(rows), "Model: bands of another kind than there are");
}

TEST(ModelParse, ADeeplyNestedParameterIsRejectedLikeAnyOther) {
    const auto depth = testing::scaled<std::size_t>(1'000'000);
    std::string parameters = parameter_text();
    parameters.insert(1, "\"abc\":" + std::string(depth, '[') + std::string(depth, ']') + ",");
    EXPECT_EQ(rejection(compose({parameters, composed_word("a"), 1})),
              "the model has parameters this version does not know: abc");
}

TEST(ModelParse, RefusesStableTermsThatOnlyItsChecksumVouchesFor) {
    const std::string parameters = parameter_text();
    const std::string a = composed_stable_term("a");
    const std::string b = composed_stable_term("b");
    const auto stable = [&](const std::string& bytes, std::uint32_t count) {
        return rejection(compose({parameters, composed_word("w"), 1, bytes, count}));
    };
    EXPECT_EQ(stable(a + b, 2), "accepted");
    EXPECT_NE(stable(b + a, 2), "accepted");
    EXPECT_EQ(stable(a + a, 2), "Model: a word twice: a");
    EXPECT_EQ(stable(composed_stable_term(""), 1), "Model: a term of 0 bytes");
    EXPECT_EQ(stable(composed_stable_term(std::string(246, 'x')), 1), "Model: a term of 246 bytes");
    EXPECT_EQ(stable(a, 2), "the model is cut short");
    EXPECT_EQ(stable(a, 4294967295u), "the model is cut short");
    EXPECT_EQ(stable(a + b, 1), "the model has bytes after its end");
}

TEST(ModelParse, RefusesParametersItDoesNotKnow) {
    const std::string known = parameter_text();
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = known;
        EXPECT_NE(text.find(from), std::string::npos) << from;
        text.replace(text.find(from), from.size(), to);
        return rejection(compose({text, "", 0}));
    };
    EXPECT_EQ(changed("{", "{"), "accepted");
    EXPECT_NE(changed("{", "{\"added\":1,").find("parameters this version does not know"),
              std::string::npos);
    EXPECT_NE(changed("\"any_order\":true", "\"any_order\":1"), "accepted");
    EXPECT_NE(changed("\"near_millionths\":50000,", "").find("near_millionths"), std::string::npos);
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
    EXPECT_EQ(Model::parse(Model({}, {}, {{longest, {}, {}}}).serialise()).stable_terms()[0].term,
              longest);
    EXPECT_THROW(Model({}, {}, {{longest + 'x', {}, {}}}), std::invalid_argument);
    EXPECT_THROW(Model({}, {}, {{"", {}, {}}}), std::invalid_argument);
    EXPECT_THROW(Model({}, {}, {{"a", {1}, {}}, {"b", {}, {}}, {"a", {2}, {}}}),
                 std::invalid_argument);
}

TEST(Model, RefusesTextThatIsNoUtf8) {
    for (std::string ModelParameters::* text :
         {&ModelParameters::analyzer, &ModelParameters::term_prefix,
          &ModelParameters::group_order}) {
        ModelParameters p;
        p.*text = "\xff";
        EXPECT_THROW(Model(p, {}), std::invalid_argument);
    }
}

TEST(Model, TellsHowItsBandsAreDrawn) {
    const Model model = tiny_model();
    EXPECT_EQ(model.parameters().one_bands(), (BandParameters{8, 12, {28u << 24}, 32, 2002}));
    EXPECT_EQ(model.parameters().term_bands(), (BandParameters{8, 12, {43u << 23}, 32, 2002}));
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
