#include "python/arrow/arrow_stream.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace descry::python {

namespace {

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

}  // namespace descry::python
