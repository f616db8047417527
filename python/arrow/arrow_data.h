/** @file arrow_data.h
 *  @brief The structures of Arrow's C data interface and C stream interface.
 *
 *  As in Arrow's specification (arrow.apache.org, "The Arrow C data interface"): tables cross
 *  between libraries without a copy and without linking Arrow.
 */
#ifndef DESCRY_PYTHON_ARROW_DATA_H
#define DESCRY_PYTHON_ARROW_DATA_H

#include <cstdint>

extern "C" {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
}

namespace descry::python {

inline constexpr std::int64_t ARROW_FLAG_NULLABLE = 2;
inline constexpr const char* ARROW_SCHEMA_CAPSULE = "arrow_schema";
inline constexpr const char* ARROW_ARRAY_CAPSULE = "arrow_array";
inline constexpr const char* ARROW_STREAM_CAPSULE = "arrow_array_stream";

}  // namespace descry::python

#endif  // DESCRY_PYTHON_ARROW_DATA_H
