#include "python/arrow/ids.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <descry/hashing/hash.h>

#include "analyzers/utf8.h"

namespace descry::python {

namespace {

[[noreturn]] void reject(std::size_t row, const char* reason) {
    throw std::invalid_argument("row " + std::to_string(row) + ": " + reason);
}

}  // namespace

void Ids::add(const Value& value) {
    if (const auto* const text = std::get_if<std::string_view>(&value)) {
        if (!is_valid_utf8(*text)) reject(size(), "the id is not UTF-8");
        add_text(*text);
    } else if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        add_number(*number, false);
    } else if (const auto* const large = std::get_if<std::uint64_t>(&value)) {
        add_number(static_cast<std::int64_t>(*large), true);
    } else {
        reject(size(), value.index() == 0 ? "an id is a string or an integer, not null"
                                          : "an id is a string or an integer, not a fraction");
    }
}

void Ids::append(const Ids& other) {
    for (std::size_t row = 0; row < other.size(); ++row) {
        if (other.is_text()) {
            add_text(other.text(row));
        } else {
            add_number(other.numbers_[row], other.is_unsigned_ && other.numbers_[row] < 0);
        }
    }
}

void Ids::check_unique(std::size_t references) const {
    const auto found = twins();
    if (!found) return;
    const auto named = [&](std::size_t row) {
        return row < references ? "row " + std::to_string(row) + " of the reference"
                                : "row " + std::to_string(row - references);
    };
    const std::string quote = is_text() ? "\"" : "";
    throw std::invalid_argument("the id " + quote + name(found->first) + quote + " is that of " +
                                named(found->first) + " and of " + named(found->second) +
                                "; each text needs an id of its own");
}

// The first row that has the id of an earlier one, and that one; nullopt if none.
std::optional<std::pair<std::size_t, std::size_t>> Ids::twins() const {
    std::vector<std::pair<std::uint64_t, std::size_t>> hashed;
    hashed.reserve(size());
    for (std::size_t row = 0; row < size(); ++row) {
        hashed.emplace_back(
            is_text() ? hash64(text(row)) : static_cast<std::uint64_t>(numbers_[row]), row);
    }
    std::ranges::sort(hashed);
    std::optional<std::pair<std::size_t, std::size_t>> first;
    for (std::size_t i = 1; i < hashed.size(); ++i) {
        const auto& [hash, row] = hashed[i];
        for (std::size_t k = i; k-- > 0 && hashed[k].first == hash;) {
            if (is_text() && text(row) != text(hashed[k].second)) continue;
            if (!first || row < first->second) first.emplace(hashed[k].second, row);
            break;
        }
    }
    return first;
}

void Ids::add_text(std::string_view text) {
    if (!is_text()) become_text();
    bytes_ += text;
    ends_.push_back(bytes_.size());
}

void Ids::add_number(std::int64_t number, bool needs_all_bits) {
    if (is_text()) {
        add_text(needs_all_bits ? std::to_string(static_cast<std::uint64_t>(number))
                                : std::to_string(number));
        return;
    }
    is_unsigned_ = is_unsigned_ || needs_all_bits;
    has_negative_ = has_negative_ || (!needs_all_bits && number < 0);
    if (is_unsigned_ && has_negative_) {
        reject(size(),
               "ids are negative, as those of a reference without ids, and above "
               "9223372036854775807: give strings");
    }
    numbers_.push_back(number);
}

void Ids::become_text() {
    const std::size_t count = numbers_.size();
    for (std::size_t row = 0; row < count; ++row) {
        bytes_ += is_unsigned_ ? std::to_string(static_cast<std::uint64_t>(numbers_[row]))
                               : std::to_string(numbers_[row]);
        ends_.push_back(bytes_.size());
    }
    numbers_.clear();
}

}  // namespace descry::python
