/** @file icu_text.h
 *  @brief Uses of ICU on UTF-8 texts, with exceptions for its failures.
 */
#ifndef DESCRY_ANALYZERS_ICU_TEXT_H
#define DESCRY_ANALYZERS_ICU_TEXT_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/utext.h>

#include <descry/analyzers/recipe.h>

#include "analyzers/encodings/utf8_reading.h"

namespace descry {

/// @throws std::runtime_error @a status is a failure; the message is @a what and ICU's name of it
inline void check_icu(UErrorCode status, const char* what) {
    if (U_FAILURE(status)) throw std::runtime_error(std::string(what) + ": " + u_errorName(status));
}

/// ICU's own, never deleted. @throws std::runtime_error ICU lacks its data
inline const icu::Normalizer2& nfkc_casefold() {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* const fold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    check_icu(status, "ICU gives no NFKC_Casefold");
    return *fold;
}

/// Likewise, NFD and NFC.
inline const icu::Normalizer2& decomposed_form() {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* const form = icu::Normalizer2::getNFDInstance(status);
    check_icu(status, "ICU gives no NFD");
    return *form;
}
inline const icu::Normalizer2& composed_form() {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* const form = icu::Normalizer2::getNFCInstance(status);
    check_icu(status, "ICU gives no NFC");
    return *form;
}

/// Sets @a normalised to @a text normalised by @a fold, reusing its memory.
inline void normalise(const icu::Normalizer2& fold, std::string_view text,
                      std::string& normalised) {
    normalised.clear();
    icu::StringByteSink<std::string> bytes(&normalised);
    UErrorCode status = U_ZERO_ERROR;
    fold.normalizeUTF8(0, icu::StringPiece(text), bytes, nullptr, status);
    check_icu(status, "ICU cannot normalise a text");
}

/// More marks on one character than anybody writes: ICU's time can grow with their square.
inline constexpr std::size_t LONGEST_STRETCH = 8192;

/// The end of the stretch of @a text from @a begin that is normalised at once: before the next
/// ASCII character, or where nothing composes. @param fold null: composition does not matter
inline std::size_t stretch_end(const icu::Normalizer2* fold, std::string_view text,
                               std::size_t begin) {
    constexpr std::size_t LONG_STRETCH = 1024;
    std::size_t end = begin + 1;
    while (end < text.size() && !is_ascii(text[end])) {
        std::size_t next = end;
        const UChar32 c = take_code_point(text, next);
        if (end - begin >= LONG_STRETCH) {
            const bool is_boundary = fold == nullptr || (c >= 0 && fold->hasBoundaryBefore(c) != 0);
            if (is_boundary || end - begin >= LONGEST_STRETCH) return end;
        }
        end = next;
    }
    return end;
}

/// Segments texts in place; ICU copies pieces of some 30 characters.
class TextBreaks {
  public:
    /// @param create icu::BreakIterator's, for the root locale
    TextBreaks(icu::BreakIterator* (*create)(const icu::Locale&, UErrorCode&),
               const char* what_if_none) {
        UErrorCode status = U_ZERO_ERROR;
        iterator_.reset(create(icu::Locale::getRoot(), status));
        check_icu(status, what_if_none);
    }
    ~TextBreaks() { utext_close(&text_); }
    TextBreaks(const TextBreaks&) = delete;
    TextBreaks& operator=(const TextBreaks&) = delete;

    icu::BreakIterator& iterator() { return *iterator_; }

    /// Calls visit(segment, rule status) for each segment of @a text, in order.
    /// @throws std::length_error 2 GiB or more, for lack of @a missing
    template <typename Visit>
    void for_each(std::string_view text, const char* missing, Visit&& visit) {
        if (text.size() > std::size_t{std::numeric_limits<std::int32_t>::max()}) {
            throw std::length_error("a text of " + std::to_string(text.size()) + " bytes has no " +
                                    missing + " in 2 GiB");
        }
        UErrorCode status = U_ZERO_ERROR;
        utext_openUTF8(&text_, text.data(), static_cast<std::int64_t>(text.size()), &status);
        iterator_->setText(&text_, status);
        check_icu(status, "ICU cannot read a text");
        auto begin = static_cast<std::size_t>(iterator_->first());
        for (std::int32_t next = iterator_->next(); next != icu::BreakIterator::DONE;
             next = iterator_->next()) {
            const auto end = static_cast<std::size_t>(next);
            visit(text.substr(begin, end - begin), iterator_->getRuleStatus());
            begin = end;
        }
    }

  private:
    std::unique_ptr<icu::BreakIterator> iterator_;
    UText text_ = UTEXT_INITIALIZER;
};

/** The sample: characters of each block of Unicode 15.0, alone and beside others, and sentences in
 *  the languages that ICU cuts by dictionaries. It is the same with each ICU from 72 on, as it has
 *  no character of a later Unicode.
 */
std::string icu_sample();

/// The hash of the sample's words by @a mid_word, distinguishing capitals: 16 digits. Cost: 10 ms.
std::string try_icu_sample(MidWord mid_word);

/// The known try_icu_sample() of an ICU version ("72.1"), to save time; empty if unknown.
std::string_view known_icu_sample(std::string_view icu, MidWord mid_word);

/// The sample hash of the loaded ICU: known, or else computed once.
const std::string& loaded_icu_sample(MidWord mid_word);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ICU_TEXT_H
