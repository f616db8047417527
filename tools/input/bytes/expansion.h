/** @file expansion.h
 *  @brief How far compressed input may expand without giving a document.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_EXPANSION_H
#define DESCRY_TOOLS_INPUT_BYTES_EXPANSION_H

#include <cstddef>
#include <cstdint>

namespace descry {

/// Ends the reading of what is compressed to be harmful: 10 MB of gzip can hold 10 GB of zeros, and
/// a few hundred bytes of bzip2 more. Collections of near-duplicates expand as far, but give
/// documents meanwhile; so it counts what was unpacked since the last one.
class Expansion {
  public:
    /// Both have to be passed.
    static constexpr std::uint64_t MOST_UNPACKED = std::uint64_t{1} << 30;
    static constexpr std::uint64_t MOST_TIMES = 100;

    /// @param stored  bytes read of the file so far, before decompression; must outlive this
    explicit Expansion(const std::uint64_t& stored) : stored_(stored) {}

    /// A document came, or another file or member of an archive begins.
    void start_anew() {
        stored_before_ = stored_;
        unpacked_ = 0;
    }

    /// @a bytes more came out of a decoder.
    /// @throw InputError when there are too many without a document; again when repeated.
    void unpacked(std::size_t bytes);

  private:
    const std::uint64_t& stored_;
    std::uint64_t stored_before_ = 0;
    std::uint64_t unpacked_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_EXPANSION_H
