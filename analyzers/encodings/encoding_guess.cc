#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <unicode/uchar.h>
#include <unicode/ucsdet.h>
#include <unicode/uscript.h>

#include <descry/analyzers/encoding.h>

#include "analyzers/encodings/stray_bytes.h"
#include "analyzers/encodings/usual_characters.h"
#include "analyzers/encodings/utf8_reading.h"

namespace descry {

namespace {

using Detector =
    std::unique_ptr<UCharsetDetector, decltype([](UCharsetDetector* it) { ::ucsdet_close(it); })>;

// Bytes tried with each candidate; ICU's detector itself reads the first 8 KiB.
constexpr std::size_t MOST_TRIED = std::size_t{64} << 10;

// With this confidence ICU suggests every multi-byte encoding that a short text may have.
constexpr int LEAST_CONFIDENCE = 10;

struct Counts {
    std::size_t well_formed = 0;  // characters above ASCII
    std::size_t strays = 0;       // bytes

    // Other encodings are well-formed here and there, Chinese ones one time in ten.
    bool is_utf8() const { return well_formed >= strays; }
    bool may_be_utf8() const { return 4 * well_formed >= strays; }
};

Counts count_as_utf8(std::string_view bytes) {
    Counts counts;
    for (std::size_t next = 0; next < bytes.size();) {
        next = skip_ascii(bytes, next);
        if (next == bytes.size()) break;
        const std::size_t begin = next;
        if (take_code_point(bytes, next) >= 0) {
            ++counts.well_formed;
        } else {
            counts.strays += next - begin;
        }
    }
    return counts;
}

// The lines with bytes above 127, up to MOST_TRIED bytes.
std::string distinctive_lines(std::string_view bytes) {
    std::string lines;
    for (std::size_t at = skip_ascii(bytes, 0); at < bytes.size() && lines.size() < MOST_TRIED;
         at = skip_ascii(bytes, at)) {
        constexpr std::size_t MOST_BEFORE = 200;
        const std::size_t first = at - std::min(at, MOST_BEFORE);
        const std::size_t line = bytes.substr(first, at - first).rfind('\n');
        const std::size_t begin = line == std::string_view::npos ? first : first + line + 1;
        std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        end = std::min(end, begin + MOST_TRIED - lines.size());
        lines.append(bytes.substr(begin, end - begin)).append("\n");
        at = std::max(end, at + 1);
    }
    return lines;
}

struct Suggestion {
    std::string name;
    int confidence;
};

// ICU's suggestions, most confident first, of encodings that keep ASCII and change bytes above it.
std::vector<Suggestion> suggestions_for(std::string_view lines) {
    UErrorCode status = U_ZERO_ERROR;
    const Detector detector(::ucsdet_open(&status));
    std::int32_t count = 0;
    ::ucsdet_setText(detector.get(), lines.data(), static_cast<std::int32_t>(lines.size()),
                     &status);
    const UCharsetMatch** const matches = ::ucsdet_detectAll(detector.get(), &count, &status);
    std::vector<Suggestion> suggestions;
    for (std::int32_t i = 0; U_SUCCESS(status) && i < count; ++i) {
        const std::string_view name = ::ucsdet_getName(matches[i], &status);
        if (name.starts_with("UTF-") || name.starts_with("IBM") || name.starts_with("ISO-2022"))
            continue;
        suggestions.push_back({name == "ISO-8859-8-I" ? "windows-1255" : std::string(name),
                               ::ucsdet_getConfidence(matches[i], &status)});
    }
    return suggestions;
}

/// Whether a decoded text reads like human writing.
class Plausibility {
  public:
    explicit Plausibility(std::string_view text) {
        for (std::size_t next = 0; next < text.size();) {
            const std::size_t ascii_end = skip_ascii(text, next);
            // ASCII only matters beside other characters.
            if (ascii_end - next > 2) {
                shift(text[next]);
                next = ascii_end - 1;
            }
            shift(take_code_point(text, next));
        }
        shift(0);
    }

    /// One character in twenty may be odd.
    bool is_plausible(std::size_t strays) const { return 20 * (odd_ + strays) <= seen_; }

    std::size_t odd() const { return odd_; }

  private:
    // Judges the last character, now that the next one is known.
    void shift(UChar32 next) {
        UErrorCode status = U_ZERO_ERROR;
        const bool is_latin = here_ >= 0x80 && uscript_getScript(here_, &status) == USCRIPT_LATIN;
        run_ = is_latin ? run_ + 1 : 0;
        if (here_ >= 0x80) {
            ++seen_;
            if (!fits_between(before_, here_, next) || run_ >= MOST_IN_LATIN) ++odd_;
        }
        before_ = here_;
        here_ = next;
    }

    // Successive letters beyond ASCII that no language of Latin letters has.
    static constexpr std::size_t MOST_IN_LATIN = 4;

    UChar32 before_ = 0;
    UChar32 here_ = 0;
    std::size_t run_ = 0;
    std::size_t seen_ = 0;
    std::size_t odd_ = 0;
};

bool reads_well(const TextEncoding& encoding, std::string_view lines) {
    std::string text(lines);
    const std::size_t strays = encoding.decode(text);
    return Plausibility(text).is_plausible(strays);
}

// Ukrainian has four letters where koi8-r has parts of boxes; ICU suggests only koi8-r.
std::string likelier_koi8(std::string_view lines) {
    std::string russian(lines);
    std::string ukrainian(lines);
    TextEncoding::named("KOI8-R")->decode(russian);
    TextEncoding::named("KOI8-U")->decode(ukrainian);
    return Plausibility(ukrainian).odd() < Plausibility(russian).odd() ? "KOI8-U" : "KOI8-R";
}

// The encodings to try, the likeliest first.
std::vector<std::string> candidates_for(std::string_view lines) {
    const std::vector<Suggestion> suggestions = suggestions_for(lines);
    std::vector<std::string> names;
    const auto add_suggested = [&](bool certain) {
        for (const Suggestion& one : suggestions) {
            if ((one.confidence > LEAST_CONFIDENCE) == certain) names.push_back(one.name);
        }
    };
    add_suggested(true);
    names.insert(names.end(), {"windows-1252", "ibm866"});
    add_suggested(false);
    names.insert(names.end(), {"windows-874", "ibm850", "macintosh"});
    return names;
}

}  // namespace

TextEncoding TextEncoding::guess(std::string_view sample, std::size_t well_formed) {
    Counts counts = count_as_utf8(sample);
    counts.well_formed += well_formed;
    if (counts.is_utf8()) return {};
    const std::string lines = distinctive_lines(sample);
    std::optional<TextEncoding> unusual;
    for (const std::string& name : candidates_for(lines)) {
        std::optional<TextEncoding> encoding =
            named(name == "KOI8-R" ? likelier_koi8(lines) : name);
        if (!encoding || !reads_well(*encoding, lines)) continue;
        if (has_usual_characters(encoding->name(), lines)) return *encoding;
        if (!unusual) unusual = std::move(encoding);
    }
    if (unusual) return *unusual;
    if (counts.may_be_utf8()) return {};
    return TextEncoding(std::string(UNKNOWN));
}

}  // namespace descry
