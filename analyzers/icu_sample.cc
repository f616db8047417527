#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <descry/analyzers/words.h>

#include "analyzers/icu_text.h"

namespace descry {

namespace {

// Article 1 of the Universal Declaration of Human Rights.
constexpr std::array<std::string_view, 7> BY_DICTIONARY = {
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
    "人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。",
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
    "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。",
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิต่างมีเหตุผลและมโนธรรม"
    "และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ",
    "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີສິດທິເສລີພາບແລະຄວາມສະເໝີພາບເທົ່າທຽມກັນທຸກຄົນມີເຫດຜົນ"
    "ແລະຄວາມຄິດຄວາມເຫັນສ່ວນຕົວຂອງໃຜຂອງມັນ",
    "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាពក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ។"
    "មនុស្សមានវិចារណញ្ញាណនិងសតិសម្បជញ្ញៈជាប់ពីកំណើត",
    "လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်လည်းကောင်း၊တူညီလွတ်လပ်သောအခွင့်အရေးများဖြင့်"
    "လည်းကောင်း၊မွေးဖွားလာသူများဖြစ်သည်။"};

/// Pseudo-random numbers, the same everywhere.
class Sequence {
  public:
    std::uint32_t next(std::size_t below) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>((state_ >> 33) % below);
    }

  private:
    std::uint64_t state_ = 0;
};

bool is_of_unicode_15(UChar32 c) {
    UVersionInfo age;
    u_charAge(c, age);
    const bool is_assigned = age[0] > 0 && (age[0] < 15 || (age[0] == 15 && age[1] == 0));
    return is_assigned && u_isdefined(c) != 0 && u_charType(c) != U_PRIVATE_USE_CHAR &&
           u_charType(c) != U_SURROGATE;
}

/// Blocks of many similar characters, of which fewer suffice.
bool is_of_many(UChar32 c) {
    return (c >= 0x3400 && c < 0xA000) || (c >= 0xAC00 && c < 0xD800) ||
           (c >= 0x12000 && c < 0x12F00) || (c >= 0x13000 && c < 0x16A00) ||
           (c >= 0x17000 && c < 0x1AFF0) || c >= 0x20000;
}

std::string utf8_of(UChar32 c) {
    std::string utf8;
    icu::UnicodeString(c).toUTF8String(utf8);
    return utf8;
}

/// Its characters in random order, for words that dictionaries know in part.
void append_shuffled(std::string_view text, std::string& sample) {
    const auto units = icu::UnicodeString::fromUTF8(icu::StringPiece(text));
    Sequence random;
    for (int i = 0; i < 4 * units.countChar32(); ++i) {
        const auto place =
            static_cast<std::int32_t>(random.next(static_cast<std::size_t>(units.length())));
        sample += utf8_of(units.char32At(place));
    }
    sample += '\n';
}

/// FNV-1a
class Hash {
  public:
    void add(std::string_view bytes) {
        for (const char byte : bytes)
            value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
    }

    std::string to_string() const {
        std::array<char, 17> digits{};
        std::snprintf(digits.data(), digits.size(), "%016" PRIx64, value_);
        return digits.data();
    }

  private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace

std::string icu_sample() {
    std::string sample;
    std::string row;
    for (UChar32 c = 0; c < 0x32000; ++c) {
        const bool is_taken = c % (is_of_many(c) ? 128 : 5) == 0 || c < 0x80;
        if (!is_taken || !is_of_unicode_15(c)) continue;
        const std::string character = utf8_of(c);
        sample += "é" + character + "é 1" + character + "1 " + character + "\n";
        row += character;
        if (row.size() > 60) {
            sample += row + "\n";
            row.clear();
        }
    }
    for (const std::string_view text : BY_DICTIONARY) {
        sample.append(text).append("\n");
        append_shuffled(text, sample);
    }
    return sample;
}

std::string try_icu_sample(MidWord mid_word) {
    AnalyzerRecipe recipe;
    recipe.mid_word = mid_word;
    // Later rules drop parts of words, which is not ICU's doing.
    recipe.rules = WordRules::VERSION_3;
    Hash hash;
    WordAnalyzer(recipe).analyze(icu_sample(), [&](std::string_view word, bool is_capitalised) {
        hash.add(word);
        hash.add(is_capitalised ? "^" : " ");
    });
    return hash.to_string();
}

std::string_view known_icu_sample(std::string_view icu, MidWord mid_word) {
    struct Known {
        std::string_view icu, keep, split;
    };
    // Debian 12 and 13.
    static constexpr std::array KNOWN = {Known{"72.1", "375f77277d965f0e", "8f5bd0ac882fbfb8"},
                                         Known{"76.1", "c824c080801b9d2a", "8f5bd0ac882fbfb8"}};
    const auto* const known = std::ranges::find(KNOWN, icu, &Known::icu);
    if (known == KNOWN.end()) return {};
    return mid_word == MidWord::KEEP ? known->keep : known->split;
}

const std::string& loaded_icu_sample(MidWord mid_word) {
    const auto find_out = [](MidWord one) {
        const std::string_view known = known_icu_sample(AnalyzerRecipe::running_icu(), one);
        return known.empty() ? try_icu_sample(one) : std::string(known);
    };
    if (mid_word == MidWord::KEEP) {
        static const std::string keep = find_out(MidWord::KEEP);
        return keep;
    }
    static const std::string split = find_out(MidWord::SPLIT);
    return split;
}

}  // namespace descry
