#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <system_error>

#include <descry/hashing/order_key.h>
#include <descry/texts/text_order.h>

namespace descry {

namespace {

std::optional<double> as_number(std::string_view text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || std::isnan(number)) return std::nullopt;
    return number;
}

}  // namespace

TextOrder::TextOrder(std::string_view name) : name_(name) {
    const std::size_t colon = name.find(':');
    const std::string_view rule = name.substr(0, colon);
    if (colon != std::string_view::npos) field_ = name.substr(colon + 1);
    const bool is_by_field = !field_.empty();
    if (rule == "longest" && colon == std::string_view::npos) {
        rule_ = Rule::LONGEST;
    } else if ((rule == "newest" || rule == "max") && is_by_field) {
        rule_ = Rule::GREATEST;
    } else if (rule == "min" && is_by_field) {
        rule_ = Rule::LEAST;
    } else if (name != "first") {
        throw std::invalid_argument(
            "\"" + name_ + "\" is no order: first, longest, newest:FIELD, min:FIELD or max:FIELD");
    }
}

std::string TextOrder::key_of(std::optional<std::string_view> value, std::uint64_t words,
                              DocumentNumber number) const {
    enum Kind : std::uint64_t { NUMBER, TEXT, NONE };
    OrderKey key;
    if (rule_ == Rule::LONGEST) key.add(words).reverse();
    if (!field_.empty()) {
        Kind kind = NONE;
        OrderKey of_value;
        if (value) {
            const auto as = as_number(*value);
            kind = as ? NUMBER : TEXT;
            if (as) {
                of_value.add(*as);
            } else {
                of_value.add(*value);
            }
        }
        if (rule_ == Rule::GREATEST) of_value.reverse();
        key.add(std::uint64_t{kind}, 1).append(of_value);
    }
    return key.add(std::uint64_t{number}, sizeof number).bytes();
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
