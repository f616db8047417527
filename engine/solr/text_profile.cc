#include <algorithm>
#include <charconv>
#include <cmath>
#include <compare>
#include <limits>

#include <descry/solr/text_profile.h>

#include "engine/solr/java_hash_order.h"

namespace descry {

std::uint32_t profile_quantum(std::uint32_t max_count, float quant_rate) {
    // The product is a float, as in Java: in double arithmetic 250 * 0.01 would round to 2.
    const float share = static_cast<float>(max_count) * quant_rate;
    if (!(share >= 1.5f)) return max_count > 1 ? 2 : 1;  // also for NaN
    constexpr double HIGHEST = std::numeric_limits<std::int32_t>::max();
    const double rounded = std::floor(static_cast<double>(share) + 0.5);
    return static_cast<std::uint32_t>(std::min(rounded, HIGHEST));
}

TextProfile::TextProfile(TextProfileParameters parameters)
    : parameters_(parameters), counts_(std::make_unique<JavaHashCounter>()) {}
TextProfile::TextProfile(TextProfile&&) noexcept = default;
TextProfile::~TextProfile() = default;

void TextProfile::add_token(const ProfileToken& token) {
    if (static_cast<std::int64_t>(token.utf16_length) > parameters_.min_token_len)
        counts_->add(token.text, token.java_hash);
}

void TextProfile::clear() {
    counts_->clear();
}

const std::string& TextProfile::profile() {
    const std::uint32_t quantum = profile_quantum(counts_->max_count(), parameters_.quant_rate);
    lines_.clear();
    counts_->for_each_at_least(
        quantum, [&](std::string_view token, std::uint32_t count, std::uint64_t place) {
            lines_.push_back({token, place, count / quantum * quantum});
        });
    std::sort(lines_.begin(), lines_.end(), [this](const Line& a, const Line& b) {
        if (a.count != b.count) return a.count > b.count;
        return parameters_.secondary_sort_lex ? std::is_lt(java_string_order(a.token, b.token))
                                              : a.place < b.place;
    });
    profile_.clear();
    for (const Line& line : lines_) {
        if (!profile_.empty()) profile_ += '\n';
        char digits[std::numeric_limits<std::uint32_t>::digits10 + 1];
        const auto end = std::to_chars(digits, digits + sizeof digits, line.count).ptr;
        profile_.append(line.token);
        profile_ += ' ';
        profile_.append(digits, end);
    }
    return profile_;
}

}  // namespace descry
