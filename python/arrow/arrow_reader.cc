#include "python/arrow/arrow_reader.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "python/arrow/written_values.h"

namespace descry::python {

namespace {

constexpr std::uint64_t MAX_SIGNED = std::numeric_limits<std::int64_t>::max();

bool is_null(const ArrowArray& array, std::int64_t row) {
    if (array.n_buffers == 0) return true;  // of the type "null"
    const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[0]);
    if (bits == nullptr) return false;
    const std::int64_t at = array.offset + row;
    return (bits[at / 8] >> (at % 8) & 1) == 0;
}

template <class Number>
Number number_at(const ArrowArray& array, std::int64_t row) {
    return static_cast<const Number*>(array.buffers[1])[array.offset + row];
}

template <class Offset>
std::string_view string_at(const ArrowArray& array, std::int64_t row) {
    const auto* const offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset + row;
    const char* const bytes = static_cast<const char*>(array.buffers[2]);
    if (offsets[1] == offsets[0]) return {};
    return {bytes + offsets[0], static_cast<std::size_t>(offsets[1] - offsets[0])};
}

// The layout "view": 16 bytes, beginning with the length.
std::string_view view_at(const ArrowArray& array, std::int64_t row) {
    constexpr std::int32_t INLINE_BYTES = 12;
    const char* const view = static_cast<const char*>(array.buffers[1]) + 16 * (array.offset + row);
    std::int32_t size = 0;
    std::memcpy(&size, view, sizeof size);
    if (size <= INLINE_BYTES) return {view + 4, static_cast<std::size_t>(size)};
    std::int32_t buffer = 0;
    std::int32_t offset = 0;
    std::memcpy(&buffer, view + 8, sizeof buffer);
    std::memcpy(&offset, view + 12, sizeof offset);
    return {static_cast<const char*>(array.buffers[2 + buffer]) + offset,
            static_cast<std::size_t>(size)};
}

std::int64_t integer_at(std::string_view format, const ArrowArray& array, std::int64_t row) {
    switch (format[0]) {
        case 'c':
            return number_at<std::int8_t>(array, row);
        case 'C':
            return number_at<std::uint8_t>(array, row);
        case 's':
            return number_at<std::int16_t>(array, row);
        case 'S':
            return number_at<std::uint16_t>(array, row);
        case 'i':
            return number_at<std::int32_t>(array, row);
        case 'I':
            return number_at<std::uint32_t>(array, row);
        case 'l':
            return number_at<std::int64_t>(array, row);
        case 'L':
            return static_cast<std::int64_t>(number_at<std::uint64_t>(array, row));
        default:  // dates, times: of 32 bits days and seconds, milliseconds of a day
            return format.starts_with("tdD") || format.starts_with("tts") ||
                           format.starts_with("ttm")
                       ? number_at<std::int32_t>(array, row)
                       : number_at<std::int64_t>(array, row);
    }
}

bool flag_at(const ArrowArray& array, std::int64_t row) {
    const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[1]);
    const std::int64_t at = array.offset + row;
    return (bits[at / 8] >> (at % 8) & 1) != 0;
}

double half_at(const ArrowArray& array, std::int64_t row) {
    constexpr int FRACTION_BITS = 10;
    const auto bits = number_at<std::uint16_t>(array, row);
    const int exponent = bits >> FRACTION_BITS & 0x1f;
    const int fraction = bits & 0x3ff;
    double number = std::ldexp(fraction, -24);
    if (exponent == 0x1f) {
        number = fraction == 0 ? std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent != 0) {
        number = std::ldexp(fraction + 1024, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -number : number;
}

double float_at(std::string_view format, const ArrowArray& array, std::int64_t row) {
    if (format == "e") return half_at(array, row);
    return format == "f" ? static_cast<double>(number_at<float>(array, row))
                         : number_at<double>(array, row);
}

std::string columns_of(const ArrowSchema& schema) {
    std::string names;
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
        if (i > 0) names += ", ";
        names += schema.children[i]->name;
    }
    return names;
}

// Names of types, by the beginning of Arrow's format strings.
std::string type_of(std::string_view format) {
    constexpr std::pair<std::string_view, std::string_view> NAMES[] = {
        {"n", "null"},      {"b", "bool"},      {"c", "int8"},
        {"C", "uint8"},     {"s", "int16"},     {"S", "uint16"},
        {"i", "int32"},     {"I", "uint32"},    {"l", "int64"},
        {"L", "uint64"},    {"e", "float16"},   {"f", "float32"},
        {"g", "float64"},   {"z", "binary"},    {"Z", "binary"},
        {"vz", "binary"},   {"w:", "binary"},   {"u", "string"},
        {"U", "string"},    {"vu", "string"},   {"d:", "decimal"},
        {"td", "date"},     {"tt", "time"},     {"ts", "timestamp"},
        {"tD", "duration"}, {"ti", "interval"}, {"+s", "struct"},
        {"+m", "map"},      {"+u", "union"},    {"+r", "run-end encoded"},
        {"+", "list"}};
    for (const auto& [beginning, name] : NAMES) {
        if (format.starts_with(beginning)) return std::string(name);
    }
    return "an unknown type";
}

}  // namespace

bool is_table(const ArrowSchema& schema) {
    return std::string_view(schema.format) == "+s";
}

ArrowColumn::ArrowColumn(const ArrowSchema& schema, std::optional<std::string_view> name) {
    const ArrowSchema* column = &schema;
    if (name) {
        if (!is_table(schema)) {
            throw std::invalid_argument("this is a column, not a table with a column \"" +
                                        std::string(*name) + "\"");
        }
        find_child(schema, *name);
        column = schema.children[*child_];
        name_ = *name;
    } else if (is_table(schema)) {
        throw std::invalid_argument("this is a table, not a column; its columns are: " +
                                    columns_of(schema));
    }
    format_ = column->format;
    if (column->dictionary != nullptr) {
        indexes_ = format_;
        format_ = column->dictionary->format;
    }
    if (format_ == "u" || format_ == "U" || format_ == "vu") {
        kind_ = Kind::TEXT;
    } else if (format_ == "e" || format_ == "f" || format_ == "g") {
        kind_ = Kind::FLOAT;
    } else if (format_ == "b") {
        kind_ = Kind::FLAG;
    } else if (format_.size() == 1 &&
               std::string_view("cCsSiIlL").find(format_[0]) != std::string_view::npos) {
        kind_ = Kind::INTEGER;
    } else if (is_written(format_)) {
        kind_ = Kind::WRITTEN;
    } else if (format_ != "n") {
        throw std::invalid_argument(description() + " holds neither strings nor numbers");
    }
}

void ArrowColumn::find_child(const ArrowSchema& schema, std::string_view name) {
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
        if (schema.children[i]->name != name) continue;
        if (child_) {
            throw std::invalid_argument("column \"" + std::string(name) +
                                        "\": there are several columns of this name");
        }
        child_ = static_cast<std::size_t>(i);
    }
    if (!child_) {
        throw std::invalid_argument("no column \"" + std::string(name) +
                                    "\"; found: " + columns_of(schema));
    }
}

std::string ArrowColumn::description() const {
    return (name_.empty() ? "a column" : "column \"" + name_ + "\"") + " of type " +
           type_of(format_);
}

void ArrowColumn::read(const ArrowArray& array,
                       const std::function<void(const Value&)>& visit) const {
    std::string written;
    if (!child_) {
        for (std::int64_t row = 0; row < array.length; ++row)
            visit(value_at(array, row, written));
        return;
    }
    // The offset of a table applies to its columns as well.
    const ArrowArray& column = *array.children[*child_];
    for (std::int64_t row = 0; row < array.length; ++row) {
        const bool whole_row_is_null = array.n_buffers > 0 && is_null(array, row);
        visit(whole_row_is_null ? Value() : value_at(column, array.offset + row, written));
    }
}

Value ArrowColumn::value_at(const ArrowArray& array, std::int64_t row, std::string& written) const {
    if (kind_ == Kind::NOTHING || is_null(array, row)) return {};
    const ArrowArray* values = &array;
    if (!indexes_.empty()) {
        row = integer_at(indexes_, array, row);
        values = array.dictionary;
        if (is_null(*values, row)) return {};
    }
    switch (kind_) {
        case Kind::TEXT:
            if (format_ == "u") return string_at<std::int32_t>(*values, row);
            if (format_ == "U") return string_at<std::int64_t>(*values, row);
            return view_at(*values, row);
        case Kind::FLOAT:
            return float_at(format_, *values, row);
        case Kind::FLAG:
            return flag_at(*values, row);
        case Kind::INTEGER:
            if (format_ == "L") {
                const auto number = number_at<std::uint64_t>(*values, row);
                if (number > MAX_SIGNED) return number;
            }
            return integer_at(format_, *values, row);
        case Kind::WRITTEN:
            written = written_at(*values, row);
            return std::string_view(written);
        case Kind::NOTHING:
            break;
    }
    return {};
}

std::string ArrowColumn::written_at(const ArrowArray& array, std::int64_t row) const {
    if (!format_.starts_with("d:")) {
        try {
            return written_time(format_, integer_at(format_, array, row));
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(description() + ": " + error.what());
        }
    }
    const std::size_t width = decimal_width(format_);
    return written_decimal(format_, {static_cast<const char*>(array.buffers[1]) +
                                         width * static_cast<std::size_t>(array.offset + row),
                                     width});
}

}  // namespace descry::python
