#include "python/src/arrow_reader.h"

#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

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
        case 'b': {
            const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[1]);
            const std::int64_t at = array.offset + row;
            return bits[at / 8] >> (at % 8) & 1;
        }
        default:  // dates, times: of 32 bits days and seconds, milliseconds of a day
            return format.starts_with("tdD") || format.starts_with("tts") ||
                           format.starts_with("ttm")
                       ? number_at<std::int32_t>(array, row)
                       : number_at<std::int64_t>(array, row);
    }
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

struct OneArray {
    ArrowSchema schema{};
    ArrowArray array{};
};

// Moved out once: the second time its release is null, which says so.
int give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    *out = std::exchange(static_cast<OneArray*>(stream->private_data)->schema, {});
    return 0;
}

int give_array(ArrowArrayStream* stream, ArrowArray* out) {
    *out = std::exchange(static_cast<OneArray*>(stream->private_data)->array, {});
    return 0;
}

void release_one(ArrowArrayStream* stream) {
    const std::unique_ptr<OneArray> one(static_cast<OneArray*>(stream->private_data));
    if (one->schema.release != nullptr) one->schema.release(&one->schema);
    if (one->array.release != nullptr) one->array.release(&one->array);
    stream->release = nullptr;
}

}  // namespace

ArrowArrayStream* stream_of_one(ArrowSchema& schema, ArrowArray& array) {
    auto one = std::make_unique<OneArray>();
    auto stream = std::make_unique<ArrowArrayStream>();
    one->schema = std::exchange(schema, {});
    one->array = std::exchange(array, {});
    stream->get_schema = give_schema;
    stream->get_next = give_array;
    stream->get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    stream->release = release_one;
    stream->private_data = one.release();
    return stream.release();
}

ArrowStream::ArrowStream(ArrowArrayStream& stream) : stream_(stream) {
    stream.release = nullptr;
    if (stream_.get_schema(&stream_, &schema_) != 0) {
        const char* const said = stream_.get_last_error(&stream_);
        const std::string message = said != nullptr ? said : "no schema";
        stream_.release(&stream_);
        throw std::runtime_error(message);
    }
}

ArrowStream::~ArrowStream() {
    release_array();
    if (schema_.release != nullptr) schema_.release(&schema_);
    if (stream_.release != nullptr) stream_.release(&stream_);
}

const ArrowArray* ArrowStream::next() {
    release_array();
    if (stream_.get_next(&stream_, &array_) != 0) fail();
    return array_.release == nullptr ? nullptr : &array_;
}

void ArrowStream::release_array() {
    if (array_.release != nullptr) array_.release(&array_);
    array_ = {};
}

void ArrowStream::fail() {
    const char* const said = stream_.get_last_error(&stream_);
    throw std::runtime_error(said != nullptr ? said : "the stream of arrays broke off");
}

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
        for (std::int64_t i = 0; i < schema.n_children && !child_; ++i) {
            if (schema.children[i]->name == *name) child_ = static_cast<std::size_t>(i);
        }
        if (!child_) {
            throw std::invalid_argument("no column \"" + std::string(*name) +
                                        "\"; found: " + columns_of(schema));
        }
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
    } else if (format_ == "f" || format_ == "g") {
        kind_ = Kind::FLOAT;
    } else if ((format_.size() == 1 &&
                std::string_view("bcCsSiIlL").find(format_[0]) != std::string_view::npos) ||
               format_.starts_with("td") || format_.starts_with("tt") ||
               format_.starts_with("ts")) {
        kind_ = Kind::INTEGER;
    } else if (format_ != "n") {
        throw std::invalid_argument(description() + " holds neither strings nor numbers");
    }
}

std::string ArrowColumn::description() const {
    return (name_.empty() ? "a column" : "column \"" + name_ + "\"") + " of type " +
           type_of(format_);
}

void ArrowColumn::read(const ArrowArray& array,
                       const std::function<void(const Value&)>& visit) const {
    if (!child_) {
        for (std::int64_t row = 0; row < array.length; ++row)
            visit(value_at(array, row));
        return;
    }
    // The offset of a table applies to its columns as well.
    const ArrowArray& column = *array.children[*child_];
    for (std::int64_t row = 0; row < array.length; ++row) {
        const bool whole_row_is_null = array.n_buffers > 0 && is_null(array, row);
        visit(whole_row_is_null ? Value() : value_at(column, array.offset + row));
    }
}

Value ArrowColumn::value_at(const ArrowArray& array, std::int64_t row) const {
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
            return format_ == "f" ? static_cast<double>(number_at<float>(*values, row))
                                  : number_at<double>(*values, row);
        case Kind::INTEGER:
            if (format_ == "L") {
                const auto number = number_at<std::uint64_t>(*values, row);
                if (number > MAX_SIGNED) return number;
            }
            return integer_at(format_, *values, row);
        case Kind::NOTHING:
            break;
    }
    return {};
}

}  // namespace descry::python
