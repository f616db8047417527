/** @file targets.h
 *  @brief The readers of outside bytes, each as a function that is fed with anything.
 *
 *  libFuzzer runs each as a program of its own (docs/development.md), and replay_test runs all of
 *  them over their seeds. A target throws std::logic_error, or ends under a sanitizer, where a
 *  promise does not hold; refusals of the kind that the reader's header names are what is expected.
 */
#ifndef DESCRY_TESTS_FUZZ_TARGETS_H
#define DESCRY_TESTS_FUZZ_TARGETS_H

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace descry::testing {

/// Files as they are: decompressed, recognised by their content and one of some extensions.
void fuzz_files(std::string_view bytes);
/// gzip, zstd, xz and bzip2: both decoders and what recognises them.
void fuzz_compressed(std::string_view bytes);
void fuzz_json_lines(std::string_view bytes);
void fuzz_json(std::string_view bytes);
void fuzz_csv(std::string_view bytes);
void fuzz_html(std::string_view bytes);
/// One message.
void fuzz_mail(std::string_view bytes);
void fuzz_mbox(std::string_view bytes);
void fuzz_xml(std::string_view bytes);
/// tar and zip, by a seekable file and by a stream.
void fuzz_archive(std::string_view bytes);
void fuzz_warc(std::string_view bytes);
/// The name of an encoding, a line end, and text in it.
void fuzz_charset(std::string_view bytes);
/// A model's bytes, also with the right checksum, and what is signed and grouped with it.
void fuzz_model(std::string_view bytes);
/// A statistics file, also with the right checksum, and the model it gives.
void fuzz_statistics(std::string_view bytes);
/// A prepared file as it is, as what a prepared file holds, and lines as the texts of one whose
/// keys are right: read, written and read again, grouped, and taken as references.
void fuzz_prepared(std::string_view bytes);
/// Metadata records and values of an index: a byte for which one (record_kinds()), two for the
/// size, the least significant first, and what it holds; again and again.
void fuzz_metadata(std::string_view bytes);
/// A request to `descry serve` (METHOD PATH?QUERY, line end, body), and lines of its --stdio.
void fuzz_service(std::string_view bytes);

struct FuzzTarget {
    std::string_view name;
    void (*run)(std::string_view bytes);
};

inline constexpr std::array<FuzzTarget, 17> FUZZ_TARGETS = {{
    {"files", fuzz_files},
    {"compressed", fuzz_compressed},
    {"json_lines", fuzz_json_lines},
    {"json", fuzz_json},
    {"csv", fuzz_csv},
    {"html", fuzz_html},
    {"mail", fuzz_mail},
    {"mbox", fuzz_mbox},
    {"xml", fuzz_xml},
    {"archive", fuzz_archive},
    {"warc", fuzz_warc},
    {"charset", fuzz_charset},
    {"model", fuzz_model},
    {"statistics", fuzz_statistics},
    {"prepared", fuzz_prepared},
    {"metadata", fuzz_metadata},
    {"service", fuzz_service},
}};

/// How many bytes the input that a target runs over has: it tells where they unfold to more, as
/// memory may be taken for what was read.
inline std::uint64_t& bytes_read() {
    static std::uint64_t bytes = 0;
    return bytes;
}

/// What a target calls for each promise.
inline void require(bool holds, const char* promise) {
    if (!holds) throw std::logic_error(promise);
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_FUZZ_TARGETS_H
