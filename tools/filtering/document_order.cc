#include "filtering/document_order.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "output/text.h"

namespace descry {

DocumentOrder::DocumentOrder(std::string_view name) {
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

void DocumentOrder::add(const InputDocument& document, const MemberNames& names,
                        std::uint64_t words) {
    ++documents_;
    if (rule_ == Rule::FIRST) return;
    Value& value = values_.emplace_back();
    if (rule_ == Rule::LONGEST) {
        value = {Value::Kind::NUMBER, static_cast<double>(words), {}};
        return;
    }
    visit_values(document, names, field_, [&](InputValue::Kind kind, std::string_view text) {
        if (kind == InputValue::Kind::NOTHING || kind == InputValue::Kind::NESTED) return;
        const auto number = number_of<double>(text);
        value = number ? Value{Value::Kind::NUMBER, *number, {}}
                       : Value{Value::Kind::TEXT, 0, std::string(text)};
    });
}

bool DocumentOrder::comes_before(const Value& a, const Value& b) const {
    if (a.kind != b.kind) return a.kind < b.kind;
    const bool is_least = rule_ == Rule::LEAST;
    if (a.kind == Value::Kind::NUMBER) return is_least ? a.number < b.number : a.number > b.number;
    if (a.kind == Value::Kind::TEXT) return is_least ? a.text < b.text : a.text > b.text;
    return false;
}

std::vector<DocumentNumber> DocumentOrder::sorted(DocumentNumber references) const {
    std::vector<DocumentNumber> documents(documents_);
    std::iota(documents.begin(), documents.end(), DocumentNumber{1});
    if (rule_ == Rule::FIRST) return documents;
    const auto before = [this](DocumentNumber a, DocumentNumber b) {
        return comes_before(values_[a - 1], values_[b - 1]);
    };
    const auto first_new = documents.begin() + references;
    std::stable_sort(documents.begin(), first_new, before);
    std::stable_sort(first_new, documents.end(), before);
    return documents;
}

}  // namespace descry
