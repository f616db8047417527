/** @file encoding.h
 *  @brief Converts bytes of any encoding to UTF-8, so that different input stays different.
 */
#ifndef DESCRY_ANALYZERS_ENCODING_H
#define DESCRY_ANALYZERS_ENCODING_H

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace descry {

/** How bytes are read. Cheap to copy; one object may serve several threads.
 *
 *  Bytes without a meaning are strays: repair_utf8() maps those of UTF-8, elsewhere each becomes a
 *  letter of its own (U+A500 to U+A57F). None becomes U+FFFD, which would be the same for all.
 */
class TextEncoding {
  public:
    TextEncoding();

    /// The encoding called @a name, as browsers understand names (WHATWG's Encoding Standard, 4.2):
    /// iso-8859-1 is windows-1252, gb2312 is gb18030. nullopt if ICU does not know the name, and
    /// for ASCII, whose name says nothing of bytes above 127.
    static std::optional<TextEncoding> named(std::string_view name);

    /// The encoding of a byte order mark of UTF-8, UTF-16 or UTF-32.
    static std::optional<TextEncoding> marked(std::string_view bytes);

    /** The likeliest encoding of @a sample, which declares none.
     *
     *  UTF-8 if it is valid, or has as many well-formed characters above ASCII as other bytes: a
     *  few strays cost the others nothing. Else the first of ICU's suggestions (koi8-u instead of
     *  koi8-r if less is odd in it), windows-1252, ibm866, windows-874, ibm850 and macintosh in
     *  which it reads like human writing (one odd character in twenty, by fits_between()), and
     * whose usual characters it has (has_usual_characters()); else the first without the latter.
     * Else UTF-8 if it has a quarter as many, or UNKNOWN, in which each byte above 127 is a letter
     * of its own.
     *  @param well_formed characters above ASCII of valid UTF-8 that were met before @a sample
     *  Cost: linear to count; 64 KiB of the lines with bytes above 127 are tried.
     */
    static TextEncoding guess(std::string_view sample, std::size_t well_formed = 0);

    /// The public name of the encoding, `windows-1251`; UNKNOWN for none.
    const std::string& name() const { return name_; }
    static constexpr std::string_view UNKNOWN = "unknown";

    bool is_utf8() const { return name_ == "UTF-8"; }

    bool is_single_byte() const { return table_ != nullptr; }

    /// Whether ASCII syntax (lines, CSV commas) can be found before decoding.
    bool holds_ascii() const;

    /// Converts @a bytes to valid UTF-8, without a leading byte order mark.
    /// @return how many bytes were strays
    /// @throw std::length_error 1 GiB or more has to be converted
    /// Cost: linear; other multi-byte encodings than UTF-8 take three times the size in memory.
    std::size_t decode(std::string& bytes) const;

  private:
    struct Table;

    explicit TextEncoding(std::string name);
    std::size_t decode_by_table(std::string& bytes) const;
    std::size_t decode_by_icu(std::string& bytes) const;

    std::string name_;
    std::shared_ptr<const Table> table_;  // of single bytes
};

/// The name in `<?xml version="1.0" encoding="NAME"?>`, a view into @a text; empty if none.
std::string_view xml_declared_encoding(std::string_view text);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ENCODING_H
