#include "engine/signatures/shingle_elements.h"

#include <array>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

namespace descry {

namespace {

struct Kind {
    std::string_view name;
    ShingleKind kind;
};

constexpr Kind KINDS[] = {
    {"word", ShingleKind::WORDS},
    {"char", ShingleKind::CODE_POINTS},
    {"grapheme", ShingleKind::GRAPHEMES},
};

constexpr unsigned CHAR9_WIDTH = 9;

[[noreturn]] void reject(const std::string& shingles) {
    throw std::invalid_argument(
        fmt::format("\"{}\" is not a kind of shingles; use word:N, char:N, grapheme:N (N 1 to {}), "
                    "char9 or broder",
                    shingles, MAX_SHINGLE_WIDTH));
}

/// Sets kind and width by a name with a number.
void apply(const std::string& shingles, ShingleOptions& options) {
    const std::size_t colon = shingles.find(':');
    for (const auto& [name, kind] : KINDS) {
        if (colon == shingles.npos || shingles.substr(0, colon) != name) continue;
        options.kind = kind;
        const char* const end = shingles.data() + shingles.size();
        const auto [stop, error] = std::from_chars(shingles.data() + colon + 1, end, options.width);
        if (error != std::errc() || stop != end || options.width < 1 ||
            options.width > MAX_SHINGLE_WIDTH) {
            reject(shingles);
        }
        return;
    }
    reject(shingles);
}

}  // namespace

ShingleElements::ShingleElements(const ShingleElementOptions& options)
    : is_multiset_(options.multiset) {
    ShingleOptions cut;
    cut.fold_digits = options.fold_digits;
    cut.fold_case = options.fold_case;
    cut.words = options.words;
    if (options.shingles == "char9") {
        cut.kind = ShingleKind::CODE_POINTS;
        cut.width = CHAR9_WIDTH;
        element_ = Element::HALF_HASH;
    } else if (options.shingles == "broder") {
        cut.width = BRODER_WORDS;
        element_ = Element::RABIN;
        rabin_.emplace();
    } else {
        apply(options.shingles, cut);
    }
    if (!options.stemmer.empty()) cut.stem = options.stem;
    shingler_.emplace(cut);
    recipe_ =
        fmt::format("shingles/1 {} digits={} case={} stemmer={} repeats={} {}", options.shingles,
                    options.fold_digits ? "folded" : "kept", options.fold_case ? "folded" : "kept",
                    options.stemmer.empty() ? "none" : options.stemmer,
                    options.multiset ? "kept" : "one", options.words.to_string());
}

const std::vector<std::uint64_t>& ShingleElements::read(std::string_view text) {
    elements_.clear();
    read(text, [this](std::uint64_t element) { elements_.push_back(element); });
    return elements_;
}

std::uint64_t ShingleElements::numbered(std::uint64_t element) {
    const std::uint64_t before = occurrences_[element]++;
    return before == 0 ? element : hash64_list(std::array{element, before});
}

}  // namespace descry
