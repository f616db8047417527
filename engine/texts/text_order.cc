#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <system_error>

#include <descry/texts/text_order.h>

#include "engine/hashing/order_key.h"

namespace descry {

namespace {

// A number in decimal or scientific notation, or infinity.
bool is_number(std::string_view text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error != std::errc::invalid_argument && stop == end && !std::isnan(number);
}

constexpr std::int64_t MOST_EXPONENT = 1 << 30;

// @param text what stands behind the e; may be empty
std::int64_t read_exponent(std::string_view text) {
    std::int64_t exponent = 0;
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (read.ec == std::errc::result_out_of_range)
        return text.starts_with('-') ? -MOST_EXPONENT : MOST_EXPONENT;
    return std::clamp(exponent, -MOST_EXPONENT, MOST_EXPONENT);
}

// Exact: a double holds no integer above 2^53. Numbers are sign * 0.DIGITS * 10^exponent.
// @param text is_number()
OrderKey key_of_number(std::string_view text) {
    enum Sign : std::uint64_t { NEGATIVE, ZERO, POSITIVE };
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    const std::size_t end = std::min(text.find_first_of("eE"), text.size());
    const bool is_finite = text.find_first_of("0123456789") != text.npos;
    std::string digits(is_finite ? text.substr(0, end) : std::string_view("1"));
    const std::size_t point = std::min(digits.find('.'), digits.size());
    if (point < digits.size()) digits.erase(point, 1);
    const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, zeros);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.empty()) return OrderKey().add(std::uint64_t{ZERO}, 1);
    const std::int64_t exponent =
        (is_finite ? read_exponent(text.substr(std::min(end + 1, text.size()))) : MOST_EXPONENT) +
        static_cast<std::int64_t>(point) - static_cast<std::int64_t>(zeros);
    OrderKey magnitude;
    magnitude.add(static_cast<std::uint64_t>(exponent + 2 * MOST_EXPONENT), 4).add(digits);
    if (is_negative) magnitude.reverse();
    return OrderKey().add(std::uint64_t{is_negative ? NEGATIVE : POSITIVE}, 1).append(magnitude);
}

}  // namespace

TextOrder::TextOrder(std::string_view name) : name_(name) {
    struct NamedRule {
        std::string_view name;  // before a field: with its colon
        Rule rule;
    };
    constexpr NamedRule RULES[] = {{"first", Rule::FIRST},       {"last", Rule::LAST},
                                   {"none", Rule::FIRST},        {"longest", Rule::LONGEST},
                                   {"shortest", Rule::SHORTEST}, {"newest:", Rule::GREATEST},
                                   {"max:", Rule::GREATEST},     {"min:", Rule::LEAST}};
    const std::size_t colon = name.find(':');
    const bool is_by_field = colon != std::string_view::npos;
    const std::string_view rule_name = is_by_field ? name.substr(0, colon + 1) : name;
    field_ = name.substr(rule_name.size());
    const auto* const found = std::ranges::find(RULES, rule_name, &NamedRule::name);
    if (found == std::end(RULES) || (is_by_field && field_.empty())) {
        throw std::invalid_argument("\"" + name_ +
                                    "\" is not first, last, longest, shortest, newest:FIELD, "
                                    "min:FIELD, max:FIELD or none");
    }
    rule_ = found->rule;
}

std::string TextOrder::key_of(std::optional<std::string_view> value, std::uint64_t words,
                              DocumentNumber number) const {
    enum Kind : std::uint64_t { NUMBER, TEXT, NONE };
    OrderKey key;
    if (rule_ == Rule::LONGEST || rule_ == Rule::SHORTEST) key.add(words);
    if (rule_ == Rule::LONGEST) key.reverse();
    if (!field_.empty()) {
        Kind kind = NONE;
        OrderKey of_value;
        if (value) {
            kind = is_number(*value) ? NUMBER : TEXT;
            of_value = kind == NUMBER ? key_of_number(*value) : OrderKey().add(*value);
        }
        if (rule_ == Rule::GREATEST) of_value.reverse();
        key.add(std::uint64_t{kind}, 1).append(of_value);
    }
    OrderKey of_number;
    of_number.add(std::uint64_t{number}, sizeof number);
    if (rule_ == Rule::LAST) of_number.reverse();
    return key.append(of_number).bytes();
}

std::vector<DocumentNumber> TextOrder::ordered(
    DocumentNumber count, DocumentNumber references,
    const std::function<std::string(DocumentNumber)>& key_of) const {
    std::vector<DocumentNumber> numbers(count);
    std::iota(numbers.begin(), numbers.end(), DocumentNumber{1});
    if (rule_ == Rule::FIRST) return numbers;
    std::vector<std::string> keys;
    keys.reserve(count);
    for (const DocumentNumber number : numbers)
        keys.push_back(key_of(number));
    const auto kept_key = [&keys](DocumentNumber number) -> const std::string& {
        return keys[number - 1];
    };
    const auto first_new = numbers.begin() + references;
    std::ranges::sort(numbers.begin(), first_new, {}, kept_key);
    std::ranges::sort(first_new, numbers.end(), {}, kept_key);
    return numbers;
}

}  // namespace descry
