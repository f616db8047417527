#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <system_error>
#include <utility>

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

// @param text after the e; may be empty
std::int64_t read_exponent(std::string_view text) {
    std::int64_t exponent = 0;
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (read.ec == std::errc::result_out_of_range)
        return text.starts_with('-') ? -MOST_EXPONENT : MOST_EXPONENT;
    return std::clamp(exponent, -MOST_EXPONENT, MOST_EXPONENT);
}

// Exact, unlike doubles above 2^53. Numbers are sign * 0.DIGITS * 10^exponent.
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

// Numbers come first, then other values, then texts without one.
OrderKey order_of_value(const std::optional<std::string_view>& value, bool is_greatest_first) {
    enum Kind : std::uint64_t { NUMBER, TEXT, NONE };
    Kind kind = NONE;
    OrderKey of_value;
    if (value) {
        kind = is_number(*value) ? NUMBER : TEXT;
        of_value = kind == NUMBER ? key_of_number(*value) : OrderKey().add(*value);
    }
    if (is_greatest_first) of_value.reverse();
    return OrderKey().add(std::uint64_t{kind}, 1).append(of_value);
}

constexpr std::string_view ESCAPED = ",|\\";

// Splits at separators that no backslash precedes.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == separator) {
            parts.push_back(text.substr(begin, at - begin));
            begin = at + 1;
        }
    }
    parts.push_back(text.substr(begin));
    return parts;
}

std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_escape =
            text[at] == '\\' && at + 1 < text.size() && ESCAPED.find(text[at + 1]) != ESCAPED.npos;
        plain += text[at += is_escape ? 1 : 0];
    }
    return plain;
}

}  // namespace

TextOrder::TextOrder(std::string_view name) : name_(name) {
    const std::vector<std::string_view> names = split(name, ',');
    for (const std::string_view one : names) {
        add_key(one);
        const Rule rule = keys_.back().rule;
        if (rule == Rule::NONE && names.size() > 1)
            reject(one, "stands alone: no other order, and no --prefer, has an effect beside it");
        if ((rule == Rule::FIRST || rule == Rule::LAST) && keys_.size() < names.size())
            reject(one, "comes last in a list, as it leaves no ties");
    }
}

void TextOrder::add_key(std::string_view name) {
    struct NamedRule {
        std::string_view name;  // before a field: with its colon
        Rule rule;
    };
    constexpr NamedRule RULES[] = {
        {"first", Rule::FIRST},     {"last", Rule::LAST},         {"none", Rule::NONE},
        {"longest", Rule::LONGEST}, {"shortest", Rule::SHORTEST}, {"newest:", Rule::GREATEST},
        {"max:", Rule::GREATEST},   {"min:", Rule::LEAST},        {"prefer:", Rule::PREFERRED}};
    const std::size_t colon = name.find(':');
    const bool is_by_field = colon != std::string_view::npos;
    const std::string_view rule_name = is_by_field ? name.substr(0, colon + 1) : name;
    std::string_view field = name.substr(rule_name.size());
    const auto* const found = std::ranges::find(RULES, rule_name, &NamedRule::name);
    Key key;
    if (found != std::end(RULES)) key.rule = found->rule;
    if (key.rule == Rule::PREFERRED) {
        const std::size_t equals = std::min(field.find('='), field.size());
        if (equals < field.size()) {
            for (const std::string_view value : split(field.substr(equals + 1), '|'))
                key.preferred.push_back(unescaped(value));
        }
        field = equals < field.size() ? field.substr(0, equals) : std::string_view();
    }
    if (found == std::end(RULES) || (is_by_field && field.empty())) {
        const bool is_one_of_many = name.size() < name_.size();
        reject(name, std::string("is not first, last, longest, shortest, newest:FIELD, min:FIELD, "
                                 "max:FIELD or none") +
                         (is_one_of_many ? "; a comma in the name of a field is written \\," : ""));
    }
    if (is_by_field) fields_.push_back(unescaped(field));
    keys_.push_back(std::move(key));
}

void TextOrder::reject(std::string_view name, std::string_view reason) const {
    throw std::invalid_argument("\"" + std::string(name) + "\" " + std::string(reason));
}

std::string TextOrder::preferring(std::string_view values) {
    const std::size_t equals = values.find('=');
    if (equals == 0 || equals == values.npos || equals + 1 == values.size())
        throw std::invalid_argument("\"" + std::string(values) + "\" is not FIELD=VALUE,VALUE");
    std::string name = "prefer:";
    for (const char c : unescaped(values.substr(0, equals)))
        name.append(ESCAPED.find(c) == ESCAPED.npos ? "" : "\\") += c;
    char separator = '=';
    for (const std::string_view value : split(values.substr(equals + 1), ',')) {
        name += std::exchange(separator, '|');
        for (const std::string_view part : split(value, '|'))
            name.append(part.data() == value.data() ? "" : "\\|").append(part);
    }
    return name;
}

std::string TextOrder::key_of(const std::vector<std::optional<std::string_view>>& values,
                              std::uint64_t words, DocumentNumber number) const {
    OrderKey key;
    auto value = values.begin();
    for (const auto& [rule, preferred] : keys_) {
        if (rule == Rule::LONGEST || rule == Rule::SHORTEST) {
            OrderKey of_words;
            of_words.add(words);
            if (rule == Rule::LONGEST) of_words.reverse();
            key.append(of_words);
        } else if (rule == Rule::GREATEST || rule == Rule::LEAST) {
            key.append(order_of_value(*value++, rule == Rule::GREATEST));
        } else if (rule == Rule::PREFERRED) {
            const auto& of_text = *value++;
            const auto place = of_text ? std::ranges::find(preferred, *of_text) : preferred.end();
            key.add(static_cast<std::uint64_t>(place - preferred.begin()), 4);
        }
    }
    OrderKey of_number;
    of_number.add(std::uint64_t{number}, sizeof number);
    if (keys_.back().rule == Rule::LAST) of_number.reverse();
    return key.append(of_number).bytes();
}

std::string TextOrder::key_of_value(const std::optional<std::string_view>& value,
                                    bool is_greatest_first) {
    return order_of_value(value, is_greatest_first).bytes();
}

std::vector<DocumentNumber> TextOrder::ordered(
    DocumentNumber count, DocumentNumber references,
    const std::function<std::string(DocumentNumber)>& key_of) const {
    std::vector<DocumentNumber> numbers(count);
    std::iota(numbers.begin(), numbers.end(), DocumentNumber{1});
    const Rule rule = keys_.front().rule;
    if (rule == Rule::FIRST || rule == Rule::NONE) return numbers;
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

std::vector<std::string> split_names(std::string_view list) {
    std::vector<std::string> names;
    for (const std::string_view name : split(list, ','))
        if (!name.empty()) names.push_back(unescaped(name));
    return names;
}

}  // namespace descry
