/** @file line_reader.h
 *  @brief The bytes of a source from the record on that is being read, and such a stream cut into
 *         lines: without copies, in memory bounded by the longest record.
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

/// Grows as long records need, gives much memory back after them, and is moved along the source
/// without copying more than a record.
/// Cost: linear in the bytes, whatever sizes the source returns them in.
class RecordBuffer {
  public:
    /// This many bytes after bytes() may be read (not interpreted), as simdjson does.
    static constexpr std::size_t PADDING = 64;

    /// Reads @a source, which must outlive this object.
    /// @param capacity  bytes to read at first at once, not 0; doubled as long records need.
    explicit RecordBuffer(ByteSource& source, std::size_t capacity = std::size_t{256} << 10)
        : source_(source), first_capacity_(capacity) {
        resize(capacity);
    }

    /// What was read and not consumed. Valid until the next call of fill().
    std::string_view bytes() const { return {buffer_.get() + begin_, end_ - begin_}; }

    /// Adds to the end of bytes() what the source gives. @return false at its end
    /// @throw InputError from the source
    bool fill();

    /// Takes @a size of bytes(), at most all of them. They stay where they are until fill().
    void consume(std::size_t size) { begin_ += size; }

    /// Takes UTF-8's mark, where the source begins with it. @return whether it does
    /// @throw InputError from the source
    bool skip_byte_order_mark();

  private:
    struct Free {
        void operator()(char* bytes) const { std::free(bytes); }
    };

    void resize(std::size_t capacity);

    ByteSource& source_;
    std::size_t first_capacity_;
    // Of malloc: what is large grows without a copy, and takes memory where it was written to.
    std::unique_ptr<char, Free> buffer_;
    std::size_t capacity_ = 0;  // without the padding
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// Lines end with `\n` or `\r\n`; the last may lack its end. Cost: linear in the bytes, whatever
/// sizes the source returns them in.
class LineReader {
  public:
    /// This many bytes after each line may be read (not interpreted), as simdjson does.
    static constexpr std::size_t PADDING = RecordBuffer::PADDING;

    /// Reads @a source, which must outlive this object.
    /// @param max_line  a line of more bytes is passed over in constant memory: see too_long().
    /// @param capacity  bytes to read at first at once, not 0; doubled as long lines need.
    LineReader(ByteSource& source, std::size_t max_line,
               std::size_t capacity = std::size_t{256} << 10)
        : buffer_(source, capacity), max_line_(max_line) {}

    /// Goes to the next line. False at the end.
    /// @throw InputError from the source, after all complete lines before the error; the beginning
    /// of the line that the error cuts is lost, and number() is its number.
    bool next();

    /// What follows the line: @a wanted bytes or more, fewer before the end or an error. line() is
    /// no longer valid then. Valid until the next call of anything.
    std::string_view peek(std::size_t wanted);

    /// The line, without its end. Valid until the next call of next() or peek().
    std::string_view line() const { return line_; }

    /// The line as it stands in the source, with its end, which the last one may lack.
    std::string_view line_with_end() const { return line_with_end_; }

    /// What follows the line and was read already. Valid as line().
    std::string_view unread() const { return buffer_.bytes(); }

    /// The number of the line that next() looked for last, from 1.
    std::uint64_t number() const { return number_; }

    /// True when the line had more than the allowed bytes; line() is empty then.
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
