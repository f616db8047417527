#include "python/src/text_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <stdexcept>
#include <utility>

#include <nanobind/stl/string.h>

#include "analyzers/utf8.h"
#include "engine/keys/field_values.h"
#include "python/arrow/arrow_reader.h"
#include "python/src/columns.h"
#include "python/src/interruptible.h"

namespace descry::python {

namespace nb = nanobind;

namespace {

bool is_capsule(nb::handle object) {
    return PyCapsule_IsValid(object.ptr(), ARROW_STREAM_CAPSULE) != 0;
}

// monostate for an integer of more than 64 bits.
Value value_of_integer(nb::handle integer) {
    std::int64_t number = 0;
    std::uint64_t large = 0;
    if (nb::try_cast(integer, number)) return number;
    if (nb::try_cast(integer, large)) return large;
    return {};
}

// nullopt for unsupported Python values.
std::optional<Value> value_of(nb::handle value) {
    if (is_missing(value)) return Value();
    if (PyFloat_Check(value.ptr())) return PyFloat_AsDouble(value.ptr());
    // Includes NumPy's integers, but not its booleans.
    if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr())) return std::nullopt;
    const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
    if (!number.is_valid()) {  // such as an array of NumPy's
        PyErr_Clear();
        return std::nullopt;
    }
    const Value integer = value_of_integer(number);
    return integer.index() == 0 ? std::nullopt : std::optional(integer);
}

// Calls visit for each value of a capsule or of a sequence, and other for Python values that are
// neither strings nor 64-bit numbers. @param encode gives the bytes of a string in a row
void visit_values(nb::handle values, const std::function<void(const ArrowColumn&)>& check,
                  const std::function<nb::bytes(nb::handle, std::size_t)>& encode,
                  const std::function<void(const Value&)>& visit,
                  const std::function<void(nb::handle, std::size_t)>& other) {
    if (is_capsule(values)) {
        ArrowStream stream(stream_of(values));
        const ArrowColumn column(stream.schema(), std::nullopt);
        check(column);
        while (const ArrowArray* const array = next_of(stream))
            column.read(*array, visit);
        return;
    }
    std::size_t row = 0;
    for (const nb::handle value : values) {
        if (PyUnicode_Check(value.ptr())) {
            visit(view_of(encode(value, row)));
        } else if (const auto known = value_of(value)) {
            visit(*known);
        } else {
            other(value, row);
        }
        ++row;
    }
}

// visit_values() for values of any kind, which count as printed.
void visit_any(nb::handle values, const std::function<void(const Value&)>& visit) {
    visit_values(
        values, [](const ArrowColumn&) {},
        [](nb::handle string, std::size_t) { return utf8_of_text(string); }, visit,
        [&](nb::handle value, std::size_t) { visit(view_of(utf8_of_text(nb::str(value)))); });
}

std::optional<std::string> text_of(const Value& value) {
    if (const auto* const text = std::get_if<std::string_view>(&value)) return std::string(*text);
    if (const auto* const integer = std::get_if<std::int64_t>(&value))
        return std::to_string(*integer);
    if (const auto* const large = std::get_if<std::uint64_t>(&value)) return std::to_string(*large);
    if (const auto* const flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    const auto* const number = std::get_if<double>(&value);
    if (number == nullptr || *number != *number) return std::nullopt;
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *number).ptr;
    return std::string(digits.data(), end);
}

void check_ids(const ArrowColumn& column) {
    if (column.is_text() || column.is_integer()) return;
    throw std::invalid_argument(column.description() + ": an id is a string or an integer");
}

[[noreturn]] void reject_id(nb::handle value, std::size_t row) {
    const bool is_integer = PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr());
    const auto what = is_integer
                          ? nb::cast<std::string>(nb::str(value)) + ", which has more than 64 bits"
                          : nb::cast<std::string>(value.type().attr("__name__"));
    const std::string message =
        "row " + std::to_string(row) + ": an id is a string or an integer, not " + what;
    if (is_integer) throw std::invalid_argument(message);
    throw nb::type_error(message.c_str());
}

}  // namespace

void TextTable::add_stream(nb::handle capsule, std::optional<ColumnNames> names,
                           nb::handle callback) {
    ArrowStream stream(stream_of(capsule));
    if (names && !is_table(stream.schema()) && !names->id && names->order.empty() &&
        names->fields.empty()) {
        names.reset();
    }
    const auto column_of = [&](const std::optional<std::string>& name) {
        return name ? std::optional<ArrowColumn>(std::in_place, stream.schema(), *name)
                    : std::nullopt;
    };
    const ArrowColumn text = text_column(
        stream.schema(), names ? std::optional<std::string_view>(names->text) : std::nullopt);
    const auto id = names ? column_of(names->id) : std::nullopt;
    std::vector<ArrowColumn> orders;
    for (std::size_t i = 0; names && i < names->order.size(); ++i)
        orders.emplace_back(stream.schema(), names->order[i]);
    std::vector<ArrowColumn> fields;
    for (std::size_t i = 0; names && i < names->fields.size(); ++i)
        fields.emplace_back(stream.schema(), names->fields[i]);
    if (id) check_ids(*id);
    std::vector<std::string_view> texts;
    std::deque<std::string> repaired;
    while (const ArrowArray* const array = next_of(stream)) {
        texts.clear();
        texts.reserve(static_cast<std::size_t>(array->length));
        text.read(*array, [&](const Value& value) {
            const auto* const view = std::get_if<std::string_view>(&value);
            texts.push_back(view != nullptr ? *view : std::string_view());
        });
        if (id) read_ids(*id, *array);
        for (std::size_t i = 0; i < orders.size(); ++i)
            orders[i].read(*array, [&](const Value& value) { add_order_value(i, value); });
        for (std::size_t i = 0; i < fields.size(); ++i) {
            std::size_t row = texts_.size();
            fields[i].read(*array, [&](const Value& value) {
                add_field_value(names->fields[i], row++, text_of(value));
            });
        }
        repair(texts, repaired);
        add_texts(texts, 0, callback);
    }
}

void TextTable::read_ids(const ArrowColumn& column, const ArrowArray& array) {
    try {
        column.read(array, [this](const Value& value) { ids_.add(value); });
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("column \"" + column.name() + "\": " + error.what());
    }
}

void TextTable::repair(std::vector<std::string_view>& texts, std::deque<std::string>& repaired) {
    repaired.clear();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (is_valid_utf8(texts[i])) continue;
        if (repaired_++ == 0) first_repaired_ = texts_.size() + i + 1;
        repair_utf8(repaired.emplace_back(texts[i]));
        texts[i] = repaired.back();
    }
}

void TextTable::add_list(nb::handle texts, nb::handle callback) {
    const std::uint64_t total = nb::len(texts);
    visit_text_pieces(
        texts, [&](std::span<const std::string_view> piece) { add_texts(piece, total, callback); });
}

void TextTable::add_texts(std::span<const std::string_view> texts, std::uint64_t total,
                          nb::handle callback) {
    if (texts.empty()) return;
    run_interruptible(callback, [&](const Progress& progress) {
        for (std::size_t begin = 0; begin < texts.size(); begin += TEXTS_OF_A_PIECE) {
            texts_.add(texts.subspan(begin, std::min(TEXTS_OF_A_PIECE, texts.size() - begin)));
            if (progress) progress({"texts read", texts_.size(), total});
        }
    });
}

void TextTable::add_ids(nb::handle values) {
    visit_values(
        values, check_ids, utf8_of, [this](const Value& value) { ids_.add(value); }, reject_id);
}

void TextTable::add_order_values(std::size_t field, nb::handle values) {
    visit_any(values, [&](const Value& value) { add_order_value(field, value); });
}

void TextTable::add_order_value(std::size_t field, const Value& value) {
    if (order_values_.size() <= field) order_values_.resize(field + 1);
    order_values_[field].push_back(text_of(value));
}

void TextTable::add_field(const std::string& field, nb::handle values) {
    std::size_t row = references_;
    visit_any(values, [&](const Value& value) { add_field_value(field, row++, text_of(value)); });
}

void TextTable::add_field_value(const std::string& field, std::size_t text,
                                std::optional<std::string_view> value) {
    if (apart_.size() <= text) apart_.resize(text + 1, NO_FIELDS);
    apart_[text] = apart_value_with(apart_[text], field, value);
}

void TextTable::end_references() {
    references_ = texts_.size();
    take(reference_ids_, references_, -1, -1);
    for (auto& values : order_values_)
        values.resize(references_);
}

void TextTable::end() {
    take(document_ids_, texts_.size() - references_, 0, 1);
    for (std::size_t i = 0; i < apart_.size(); ++i)
        texts_.documents()->set_apart(static_cast<DocumentNumber>(i + 1), apart_[i]);
    for (const auto& values : order_values_) {
        if (values.size() == texts_.size()) continue;
        throw std::invalid_argument(std::to_string(values.size() - references_) +
                                    " values to order by of " +
                                    std::to_string(texts_.size() - references_) + " texts");
    }
}

void TextTable::take(Ids& ids, std::size_t expected, std::int64_t first, std::int64_t step) {
    ids = std::exchange(ids_, {});
    has_ids_ = has_ids_ || ids.size() > 0;
    if (ids.size() == 0) {
        for (std::size_t row = 0; row < expected; ++row)
            ids.add(first + step * static_cast<std::int64_t>(row));
    }
    if (ids.size() != expected) {
        throw std::invalid_argument(std::to_string(ids.size()) + " ids of " +
                                    std::to_string(expected) + " texts");
    }
}

std::string TextTable::order_key(const TextOrder& order, DocumentNumber text,
                                 DocumentNumber number) const {
    std::vector<std::optional<std::string_view>> values(order.fields().size());
    for (std::size_t i = 0; i < values.size() && i < order_values_.size(); ++i) {
        if (text <= order_values_[i].size()) values[i] = order_values_[i][text - 1];
    }
    return order.key_of(values, texts_.words_of(text), number);
}

}  // namespace descry::python
