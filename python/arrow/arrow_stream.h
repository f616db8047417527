/** @file arrow_stream.h
 *  @brief The streams of Arrow's C interfaces.
 */
#ifndef DESCRY_PYTHON_ARROW_STREAM_H
#define DESCRY_PYTHON_ARROW_STREAM_H

#include "python/arrow/arrow_data.h"

namespace descry::python {

/// The arrays of a stream, one by one. Owns the stream and what it gave, and releases both.
class ArrowStream {
  public:
    /// @param stream is moved from: only its release() may be called afterwards, as a no-op
    /// @exception std::runtime_error the producer's message
    explicit ArrowStream(ArrowArrayStream& stream);
    ~ArrowStream();
    ArrowStream(const ArrowStream&) = delete;
    ArrowStream& operator=(const ArrowStream&) = delete;

    const ArrowSchema& schema() const { return schema_; }

    /// The next array, valid until the next call; null at the end.
    /// @exception std::runtime_error the producer's message
    const ArrowArray* next();

  private:
    void release_array();
    [[noreturn]] void fail();

    ArrowArrayStream stream_;
    ArrowSchema schema_{};
    ArrowArray array_{};
};

/// A stream of one array, which takes both over. @return for the consumer to release
ArrowArrayStream* stream_of_one(ArrowSchema& schema, ArrowArray& array);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_ARROW_STREAM_H
