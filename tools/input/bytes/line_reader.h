/** @file line_reader.h
 *  @brief A stream of bytes cut into lines, without copies, in memory bounded by the longest line.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_LINE_READER_H
#define DESCRY_TOOLS_INPUT_BYTES_LINE_READER_H

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "input/bytes/byte_source.h"
#include "input/bytes/record_buffer.h"

namespace descry {

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

    /// The line, without its end. Valid until the next call of next().
    std::string_view line() const { return line_; }

    /// The number of the line that next() looked for last, from 1.
    std::uint64_t number() const { return number_; }

    /// True when the line had more than the allowed bytes; line() is empty then.
    bool too_long() const { return too_long_; }

  private:
    void take(std::size_t size);

    RecordBuffer buffer_;
    std::size_t max_line_;
    std::string_view line_;
    std::uint64_t number_ = 0;
    bool too_long_ = false;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_LINE_READER_H
