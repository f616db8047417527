/** @file document_keys.h
 *  @brief What says which documents of an index may be near-duplicates: their content hashes and
 * bands.
 */
#ifndef DESCRY_COLLECTION_DOCUMENT_KEYS_H
#define DESCRY_COLLECTION_DOCUMENT_KEYS_H

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/distance/bag_histogram.h>
#include <descry/keys/term_bands.h>
#include <descry/mechanics/sorted_runs.h>
#include <descry/model/model.h>

namespace descry {

/// Documents with the same key share a bucket.
struct BandRecord {
    std::uint64_t key;
    std::uint32_t document;

    friend auto operator<=>(const BandRecord&, const BandRecord&) = default;
};

/// A key with its band in front, so that equal keys of two bands are two buckets.
/// @pre key < 2^56
constexpr std::uint64_t band_key(unsigned band, std::uint64_t key) {
    return (std::uint64_t{band} << 56) | key;
}

/// The keys of one document: what the term-bands slot holds.
struct DocumentKeys {
    /// Its content hash (DocumentContents::hashes): equal contents, which are one group, have equal
    /// content hashes.
    std::uint64_t content_hash = 0;
    /// Term bands; none for documents that are too short.
    std::vector<std::uint64_t> bands;
    /// Tells of documents that share a band key whether they are far; unknown where there are no
    /// bands, and in an index of a format without histograms.
    BagHistogram histogram = {};

    friend bool operator==(const DocumentKeys&, const DocumentKeys&) = default;
};

/// Computes the keys of documents; one per thread. Keeps a pointer to the model.
class DocumentKeySigner {
  public:
    /// @param histograms whether the documents' histograms are wanted (Schema::has_histograms())
    explicit DocumentKeySigner(const Model& model, bool histograms = true)
        : bands_(model), histograms_(histograms) {}

    /// @param terms body terms, each once; not empty. Valid until the next call.
    const DocumentKeys& sign(std::span<const TermCount> terms);

    /// The same where hash64() of each term is known.
    const DocumentKeys& sign(std::span<const TermCount> terms,
                             std::span<const std::uint64_t> hashes);

  private:
    TermBandSigner bands_;
    bool histograms_;
    std::vector<std::uint64_t> term_hashes_;
    DocumentKeys keys_;
};

/// The value of the term-bands slot: the histogram where it is known, the keys of the bands, of @a
/// key_bits each (8 a byte, most significant first), then the 8 bytes of the content hash.
std::string encode_keys(const DocumentKeys& keys, std::uint32_t key_bits);

/// Whether @a value has the length of encode_keys()'s bytes: of no bands or of as many as the model
/// draws, and these with a histogram or without.
bool are_keys(std::string_view value, const ModelParameters& parameters);

/// Reads encode_keys()'s bytes; nullopt for what are_keys() refuses. An empty value is no
/// document's.
std::optional<DocumentKeys> decode_keys(std::string_view value, const ModelParameters& parameters);

/// The content hash of encode_keys()'s bytes, whatever the width of the keys.
std::optional<std::uint64_t> decode_content_hash(std::string_view value);

/// The keys of all documents.
struct CollectionKeys {
    explicit CollectionKeys(std::size_t memory) : bands(memory) {}

    /// Takes the keys of one more document.
    void add(DocumentNumber document, const DocumentKeys& keys);

    /// By document; 0: none, or one without body terms.
    std::vector<std::uint64_t> content_hashes;
    SortedRuns<BandRecord> bands;
    /// By document; shorter than content_hashes where the last ones are unknown.
    std::vector<BagHistogram> histograms;
};

/// Computes the keys of every document from its terms.
/// Cost: all documents once, and 5 microseconds each. Memory: 72 bytes a document, and for sorting.
CollectionKeys compute_keys(const Collection& collection, const Model& model, std::size_t memory);

}  // namespace descry

#endif  // DESCRY_COLLECTION_DOCUMENT_KEYS_H
