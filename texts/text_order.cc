#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
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
    struct NamedRule {
        std::string_view name;  // before a field: with its colon
        Rule rule;
    };
    constexpr NamedRule RULES[] = {{"first", Rule::FIRST},      {"last", Rule::LAST},
                                   {"longest", Rule::LONGEST},  {"shortest", Rule::SHORTEST},
                                   {"newest:", Rule::GREATEST}, {"max:", Rule::GREATEST},
                                   {"min:", Rule::LEAST}};
    const std::size_t colon = name.find(':');
    const bool is_by_field = colon != std::string_view::npos;
    const std::string_view rule_name = is_by_field ? name.substr(0, colon + 1) : name;
    field_ = name.substr(rule_name.size());
    const auto* const found = std::ranges::find(RULES, rule_name, &NamedRule::name);
    if (found == std::end(RULES) || (is_by_field && field_.empty())) {
        throw std::invalid_argument("\"" + name_ +
                                    "\" is not first, last, longest, shortest, newest:FIELD, "
                                    "min:FIELD or max:FIELD");
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
