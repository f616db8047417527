/** @file byte_source.h
 *  @brief Sources of bytes: a file, standard input, or another source decompressed.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_BYTE_SOURCE_H
#define DESCRY_TOOLS_INPUT_BYTES_BYTE_SOURCE_H

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

/// The rest of an input cannot be read: an I/O error, damaged or truncated compressed data, or too
/// much data. what() is the reason, without the location. Ends one file, never the run.
class InputError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A stream of bytes, read once from its start.
class ByteSource {
  public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Reads up to @a size bytes (not 0) into @a to.
    /// @return number of bytes; fewer than @a size does not mean the end, 0 does, also when
    ///         repeated
    /// @throw InputError nothing more can be read. Everything before it has been returned
    virtual std::size_t read(char* to, std::size_t size) = 0;

    /// Up to @a wanted of the next bytes without consuming them, if the source supports it; may
    /// block. Valid until the next call of any function.
    virtual std::string_view look_ahead(std::size_t /*wanted*/) { return {}; }

    /// The size of the whole stream if seek() works; nullopt for pipes and decompressed data.
    virtual std::optional<std::uint64_t> seekable_size() const { return std::nullopt; }

    /// Continues at byte @a offset from the start, at most seekable_size(), which must be known.
    /// @throw InputError with the system's reason
    virtual void seek(std::uint64_t offset);
};

using SourcePointer = std::unique_ptr<ByteSource>;

class FileSource : public ByteSource {
  public:
    /// Opens @a path. Each byte read is added to @a counter, which must outlive this object.
    /// @param waits called if it is a pipe without a writer for a second
    /// @throw InputError with the system's reason
    FileSource(const std::string& path, std::uint64_t& counter,
               const std::function<void()>& waits = {});

    /// Reads @a descriptor without closing it.
    FileSource(int descriptor, std::uint64_t& counter);

    ~FileSource() override;

    std::size_t read(char* to, std::size_t size) override;

    /// Known for a regular file that this object opened.
    std::optional<std::uint64_t> seekable_size() const override;
    void seek(std::uint64_t offset) override;

  private:
    int descriptor_;
    bool owned_;
    std::uint64_t& counter_;
};

class BufferedSource : public ByteSource {
  public:
    explicit BufferedSource(SourcePointer source) : source_(std::move(source)) {}

    /// The next bytes, at least @a wanted; fewer only before the end or before an error, which is
    /// thrown once those bytes are consumed. Valid until the next call of any function.
    std::string_view peek(std::size_t wanted);

    /// Consumes @a size bytes, at most as many as peek() returned.
    void consume(std::size_t size) { begin_ += size; }

    /// Returns buffered bytes first, then reads the source directly, without a copy.
    std::size_t read(char* to, std::size_t size) override;

    /// peek(), but empty where it would fail, as read() will.
    std::string_view look_ahead(std::size_t wanted) override;

    std::optional<std::uint64_t> seekable_size() const override { return source_->seekable_size(); }
    void seek(std::uint64_t offset) override;

  private:
    std::size_t read_source(char* to, std::size_t size);

    SourcePointer source_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::exception_ptr error_;
};

/// The rest of @a source. Cost: linear, at most twice the size in memory.
/// @param cut if not null, receives the reason of an error in read(), and what came before is
///        returned
/// @throw InputError there are more than @a max_size bytes, and from read()
std::string read_all(ByteSource& source, std::size_t max_size, std::string* cut = nullptr);

/// "more than N bytes in one document": the reason for rejecting a document above its limit.
std::string too_large(std::size_t max_size);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_BYTE_SOURCE_H
