#include "spooling/document_order.h"

#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/hashing/order_key.h>

#include "output/text.h"

namespace descry {

DocumentOrder::DocumentOrder(std::string_view name) : name_(name) {
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
        throw std::invalid_argument(fmt::format(
            "\"{}\" is no order: first, longest, newest:FIELD, min:FIELD or max:FIELD", name));
    }
}

std::string DocumentOrder::key_of(const InputDocument& document, const MemberNames& names,
                                  std::uint64_t words, DocumentNumber number) const {
    enum Kind : std::uint64_t { NUMBER, TEXT, NONE };
    OrderKey key;
    if (rule_ == Rule::LONGEST) key.add(words).reverse();
    if (!field_.empty()) {
        Kind kind = NONE;
        OrderKey of_value;
        visit_values(document, names, field_, [&](InputValue::Kind of, std::string_view text) {
            if (of == InputValue::Kind::NOTHING || of == InputValue::Kind::NESTED) return;
            of_value = OrderKey();
            const auto as_number = number_of<double>(text);
            kind = as_number && !std::isnan(*as_number) ? NUMBER : TEXT;
            if (kind == NUMBER) {
                of_value.add(*as_number);
            } else {
                of_value.add(text);
            }
        });
        if (rule_ == Rule::GREATEST) of_value.reverse();
        key.add(std::uint64_t{kind}, 1).append(of_value);
    }
    return key.add(std::uint64_t{number}, sizeof number).bytes();
}

}  // namespace descry
