#include "python/arrow/arrow_writer.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace descry::python {

namespace {

// Targets of the pointers of a schema, of one field or a table.
struct SchemaParts {
    std::string name;
    std::vector<std::unique_ptr<ArrowSchema>> fields;
    std::vector<ArrowSchema*> children;
};

void release_schema(ArrowSchema* schema) {
    const std::unique_ptr<SchemaParts> parts(static_cast<SchemaParts*>(schema->private_data));
    for (ArrowSchema* const child : parts->children) {
        if (child->release != nullptr) child->release(child);
    }
    schema->release = nullptr;
}

ArrowSchema make_schema(const char* format, std::unique_ptr<SchemaParts> parts,
                        std::int64_t flags) {
    ArrowSchema schema{};
    schema.format = format;
    schema.name = parts->name.c_str();
    schema.flags = flags;
    schema.n_children = static_cast<std::int64_t>(parts->children.size());
    schema.children = parts->children.data();
    schema.release = release_schema;
    schema.private_data = parts.release();
    return schema;
}

// Targets of the pointers of an array, of one column or a table; independent of each other, as a
// consumer may keep one column and release the others.
struct ArrayParts {
    std::shared_ptr<const void> owner;
    std::array<const void*, 3> buffers{};
    std::vector<std::unique_ptr<ArrowArray>> columns;
    std::vector<ArrowArray*> children;
};

void release_array(ArrowArray* array) {
    const std::unique_ptr<ArrayParts> parts(static_cast<ArrayParts*>(array->private_data));
    for (ArrowArray* const child : parts->children) {
        if (child->release != nullptr) child->release(child);
    }
    array->release = nullptr;
}

ArrowArray make_array(std::size_t rows, std::int64_t nulls, std::int64_t buffers,
                      std::unique_ptr<ArrayParts> parts) {
    ArrowArray array{};
    array.length = static_cast<std::int64_t>(rows);
    array.null_count = nulls;
    array.n_buffers = buffers;
    array.buffers = parts->buffers.data();
    array.n_children = static_cast<std::int64_t>(parts->children.size());
    array.children = parts->children.data();
    array.release = release_array;
    array.private_data = parts.release();
    return array;
}

}  // namespace

ArrowValues ArrowValues::of_integers(std::string name, std::vector<std::int64_t> values) {
    ArrowValues column(std::move(name), "l");
    column.integers_ = std::move(values);
    return column;
}

ArrowValues ArrowValues::of_floats(std::string name, std::vector<double> values) {
    ArrowValues column(std::move(name), "g");
    column.floats_ = std::move(values);
    return column;
}

ArrowValues ArrowValues::of_texts(std::string name) {
    return {std::move(name), "U"};
}

ArrowValues ArrowValues::like(std::string name, const Ids& ids) {
    return {std::move(name), ids.is_text() ? "U" : ids.is_unsigned() ? "L" : "l"};
}

void ArrowValues::begin_row(bool is_present) {
    const std::size_t row = size();
    if (row % 8 == 0) present_.push_back(0);
    present_.back() |= static_cast<std::uint8_t>(is_present ? 1U << (row % 8) : 0U);
    nulls_ += is_present ? 0 : 1;
}

void ArrowValues::add(std::string_view text) {
    begin_row(true);
    bytes_ += text;
    offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
}

void ArrowValues::add_number(double number) {
    begin_row(true);
    floats_.push_back(number);
}

void ArrowValues::add_flag(bool flag) {
    if (flag_count_ % 8 == 0) flags_.push_back(0);
    flags_.back() |= static_cast<std::uint8_t>(flag ? 1U << (flag_count_ % 8) : 0U);
    ++flag_count_;
}

void ArrowValues::add_null() {
    begin_row(false);
    if (*format_ == 'l' || *format_ == 'L') {
        integers_.push_back(0);
    } else if (*format_ == 'g') {
        floats_.push_back(0);
    } else {
        offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
    }
}

void ArrowValues::add(const Ids& ids, std::size_t row) {
    if (ids.is_text()) {
        add(ids.text(row));
    } else {
        begin_row(true);
        integers_.push_back(ids.number(row));
    }
}

std::size_t ArrowValues::size() const {
    if (*format_ == 'l' || *format_ == 'L') return integers_.size();
    if (*format_ == 'g') return floats_.size();
    if (*format_ == 'b') return flag_count_;
    return offsets_.size() - 1;
}

ArrowArrayStream* ArrowTable::stream(ArrowTable table) {
    auto stream = std::make_unique<ArrowArrayStream>();
    stream->get_schema = get_schema;
    stream->get_next = get_next;
    stream->get_last_error = get_last_error;
    stream->release = release;
    stream->private_data = std::make_unique<ArrowTable>(std::move(table)).release();
    return stream.release();
}

int ArrowTable::get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    try {
        const auto& table = *static_cast<const ArrowTable*>(stream->private_data);
        auto parts = std::make_unique<SchemaParts>();
        for (const ArrowValues& column : *table.columns_) {
            auto of_field = std::make_unique<SchemaParts>();
            of_field->name = column.name_;
            parts->fields.push_back(std::make_unique<ArrowSchema>(
                make_schema(column.format_, std::move(of_field), ARROW_FLAG_NULLABLE)));
            parts->children.push_back(parts->fields.back().get());
        }
        *out = make_schema("+s", std::move(parts), 0);
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

int ArrowTable::get_next(ArrowArrayStream* stream, ArrowArray* out) {
    try {
        auto& table = *static_cast<ArrowTable*>(stream->private_data);
        *out = {};
        if (std::exchange(table.is_read_, true)) return 0;  // the end
        const auto& held = table.columns_;
        auto parts = std::make_unique<ArrayParts>();
        parts->owner = held;
        for (const ArrowValues& column : *held) {
            auto of_column = std::make_unique<ArrayParts>();
            of_column->owner = held;
            auto& buffers = of_column->buffers;
            std::int64_t used = 2;
            if (column.nulls_ > 0) buffers[0] = column.present_.data();
            if (*column.format_ == 'l' || *column.format_ == 'L') {
                buffers[1] = column.integers_.data();
            } else if (*column.format_ == 'g') {
                buffers[1] = column.floats_.data();
            } else if (*column.format_ == 'b') {
                buffers[1] = column.flags_.data();
            } else {
                buffers[1] = column.offsets_.data();
                buffers[2] = column.bytes_.data();
                used = 3;
            }
            parts->columns.push_back(std::make_unique<ArrowArray>(
                make_array(column.size(), column.nulls_, used, std::move(of_column))));
            parts->children.push_back(parts->columns.back().get());
        }
        *out = make_array(held->empty() ? 0 : held->front().size(), 0, 1, std::move(parts));
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

const char* ArrowTable::get_last_error(ArrowArrayStream*) {
    return "out of memory";
}

void ArrowTable::release(ArrowArrayStream* stream) {
    const std::unique_ptr<ArrowTable> table(static_cast<ArrowTable*>(stream->private_data));
    stream->release = nullptr;
}

nanobind::capsule capsule_of(ArrowArrayStream* stream) {
    const auto release = [](void* pointer) noexcept {
        auto* const held = static_cast<ArrowArrayStream*>(pointer);
        if (held->release != nullptr) held->release(held);
        delete held;
    };
    return nanobind::capsule(stream, ARROW_STREAM_CAPSULE, release);
}

nanobind::capsule capsule_of(ArrowTable table) {
    return capsule_of(ArrowTable::stream(std::move(table)));
}

std::vector<std::int64_t> numbers_of(const nanobind::bytes& bytes) {
    if (bytes.size() % sizeof(std::int64_t) != 0)
        throw std::invalid_argument("bytes are no numbers of 64 bits");
    std::vector<std::int64_t> numbers(bytes.size() / sizeof(std::int64_t));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.c_str(), bytes.size());
    return numbers;
}

}  // namespace descry::python
