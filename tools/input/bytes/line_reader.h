/** @file line_reader.h
 *  @brief A source's bytes from the current record on, and a line reader over them: no copies, and
 *         memory bounded by the longest record.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_LINE_READER_H
#define DESCRY_TOOLS_INPUT_BYTES_LINE_READER_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "tools/input/bytes/byte_source.h"

namespace descry {

/// Grows for long records, releases large memory after them, and copies at most a record when
/// moving along the source. Cost: linear in the bytes, for any sizes of reads.
class RecordBuffer {
  public:
    /// This many bytes after bytes() may be read (not interpreted), as simdjson does.
    static constexpr std::size_t PADDING = 64;

    /// Reads @a source, which must outlive this object.
    /// @param capacity initial size of reads, not 0; doubled for long records
    explicit RecordBuffer(ByteSource& source, std::size_t capacity = std::size_t{256} << 10)
        : source_(source), first_capacity_(capacity) {
        resize(capacity);
    }

    /// Bytes read and not consumed. Valid until the next call of fill().
    std::string_view bytes() const { return {buffer_.get() + begin_, end_ - begin_}; }

    /// Appends bytes of the source to bytes(). @return false at its end. @throw InputError from it
    bool fill();

    /// Consumes @a size of bytes(), at most all. They remain valid until fill().
    void consume(std::size_t size) { begin_ += size; }

    /// @return whether the source begins with one. @throw InputError from it
    bool skip_byte_order_mark();

  private:
    struct Free {
        void operator()(char* bytes) const { std::free(bytes); }
    };

    void resize(std::size_t capacity);

    ByteSource& source_;
    std::size_t first_capacity_;
    // By malloc: large blocks grow without a copy, and use memory only where written.
    std::unique_ptr<char, Free> buffer_;
    std::size_t capacity_ = 0;  // without the padding
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// Lines end with `\n` or `\r\n`; the last may lack its end. Cost: linear, for any sizes of reads.
class LineReader {
  public:
    /// As RecordBuffer's, after each line.
    static constexpr std::size_t PADDING = RecordBuffer::PADDING;

    /// Reads @a source, which must outlive this object.
    /// @param max_line longer lines are skipped in constant memory: see too_long()
    /// @param capacity initial size of reads, not 0; doubled for long lines
    LineReader(ByteSource& source, std::size_t max_line,
               std::size_t capacity = std::size_t{256} << 10)
        : buffer_(source, capacity), max_line_(max_line) {}

    /// Moves to the next line. False at the end.
    /// @throw InputError from the source, after all complete lines before the error; the line cut
    /// by it is lost, and number() is its number
    bool next();

    /// The bytes after the line: at least @a wanted, fewer before the end or an error. Invalidates
    /// line(). Valid until the next call of any function.
    std::string_view peek(std::size_t wanted);

    /// The line without its end. Valid until the next call of next() or peek().
    std::string_view line() const { return line_; }

    /// The line with its end, which the last one may lack.
    std::string_view line_with_end() const { return line_with_end_; }

    /// Bytes after the line that were already read. Valid as line().
    std::string_view unread() const { return buffer_.bytes(); }

    /// The number of the line that next() last read, from 1.
    std::uint64_t number() const { return number_; }

    /// True if the line exceeds the limit; line() is then empty.
    bool too_long() const { return too_long_; }

  private:
    void take(std::size_t size);

    RecordBuffer buffer_;
    std::size_t max_line_;
    std::string_view line_;
    std::string_view line_with_end_;
    std::uint64_t number_ = 0;
    bool too_long_ = false;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_LINE_READER_H
