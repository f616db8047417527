#include "python/src/columns.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "analyzers/utf8.h"
#include "python/arrow/arrow_writer.h"

namespace descry::python {

namespace nb = nanobind;

namespace {

nb::object object_of(const Value& value) {
    if (const auto* const text = std::get_if<std::string_view>(&value))
        return nb::str(text->data(), text->size());
    if (const auto* const integer = std::get_if<std::int64_t>(&value)) return nb::int_(*integer);
    if (const auto* const large = std::get_if<std::uint64_t>(&value)) return nb::int_(*large);
    if (const auto* const number = std::get_if<double>(&value)) return nb::float_(*number);
    if (const auto* const flag = std::get_if<bool>(&value)) return nb::bool_(*flag);
    return nb::none();
}

}  // namespace

ArrowArrayStream& stream_of(nb::handle capsule) {
    void* const stream = PyCapsule_GetPointer(capsule.ptr(), ARROW_STREAM_CAPSULE);
    if (stream == nullptr) nb::raise_python_error();
    if (static_cast<ArrowArrayStream*>(stream)->release == nullptr)
        throw std::invalid_argument("this stream of Arrow's was read already");
    return *static_cast<ArrowArrayStream*>(stream);
}

const ArrowArray* next_of(ArrowStream& stream) {
    if (PyErr_CheckSignals() != 0) nb::raise_python_error();
    const nb::gil_scoped_release released;
    return stream.next();
}

nb::dict read_columns(const nb::capsule& capsule) {
    ArrowStream stream(stream_of(capsule));
    std::vector<std::pair<ArrowColumn, nb::list>> columns;
    nb::dict named;
    for (std::int64_t i = 0; i < stream.schema().n_children; ++i) {
        const char* const name = stream.schema().children[i]->name;
        columns.emplace_back(ArrowColumn(stream.schema(), name), nb::list());
        named[name] = columns.back().second;
    }
    while (const ArrowArray* const array = next_of(stream)) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            auto& [column, values] = columns[i];
            column.read(*array, [&](const Value& value) { values.append(object_of(value)); });
        }
    }
    return named;
}

nb::capsule stream_of_columns(const nb::dict& named) {
    std::vector<ArrowValues> columns;
    for (const auto& [name, values] : named) {
        const auto list = nb::cast<nb::list>(values);
        auto column_name = nb::cast<std::string>(name);
        if (list.size() > 0 && PyUnicode_Check(list[0].ptr())) {
            columns.push_back(ArrowValues::of_texts(std::move(column_name)));
            for (const nb::handle value : list)
                columns.back().add(nb::cast<std::string>(value));
        } else if (list.size() > 0 && PyLong_Check(list[0].ptr())) {
            columns.push_back(ArrowValues::of_integers(std::move(column_name),
                                                       nb::cast<std::vector<std::int64_t>>(list)));
        } else {
            std::vector<double> numbers;
            for (const nb::handle value : list) {
                numbers.push_back(value.is_none() ? std::numeric_limits<double>::quiet_NaN()
                                                  : nb::cast<double>(value));
            }
            columns.push_back(ArrowValues::of_floats(std::move(column_name), std::move(numbers)));
        }
    }
    return capsule_of(ArrowTable(std::move(columns)));
}

nb::tuple read_texts(nb::handle capsule, std::optional<std::string> name) {
    ArrowStream stream(stream_of(capsule));
    if (name && !is_table(stream.schema())) name.reset();
    const ArrowColumn column = text_column(stream.schema(), name);
    nb::list texts;
    std::size_t repaired = 0;
    std::size_t first = 0;
    const auto add = [&](const Value& value) {
        const auto* const text = std::get_if<std::string_view>(&value);
        if (text == nullptr) {
            texts.append(nb::none());
        } else if (is_valid_utf8(*text)) {
            texts.append(nb::str(text->data(), text->size()));
        } else {
            if (repaired++ == 0) first = nb::len(texts) + 1;
            std::string readable(*text);
            repair_utf8(readable);
            texts.append(nb::str(readable.data(), readable.size()));
        }
    };
    while (const ArrowArray* const array = next_of(stream))
        column.read(*array, add);
    return nb::make_tuple(texts, repaired, first);
}

ArrowColumn text_column(const ArrowSchema& schema, std::optional<std::string_view> name) {
    ArrowColumn column(schema, name);
    if (!column.is_text()) throw std::invalid_argument(column.description() + " is not of strings");
    return column;
}

}  // namespace descry::python
