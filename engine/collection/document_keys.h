/** @file document_keys.h
 *  @brief The keys by which near-duplicates are found: content hashes and bands.
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
#include <descry/model/model.h>

#include "engine/collection/histogram_store.h"
#include "engine/distance/bag_histogram.h"
#include "engine/distance/character_sketch.h"
#include "engine/keys/term_bands.h"
#include "engine/mechanics/sorted_runs.h"

namespace descry {

struct BandRecord {
    std::uint64_t key;
    std::uint32_t document;

    friend auto operator<=>(const BandRecord&, const BandRecord&) = default;
};

/// Prefixes a key with its band, so that equal keys of two bands are two buckets. @pre key < 2^56
constexpr std::uint64_t band_key(unsigned band, std::uint64_t key) {
    return (std::uint64_t{band} << 56) | key;
}

/// The keys of one document, as in the term-bands slot.
struct DocumentKeys {
    /// Equal for equal contents, which are one group: DocumentContents::hashes, combined with the
    /// word sequence if it is known and the model compares by it.
    std::uint64_t content_hash = 0;
    /// ModelParameters::keys() of them, NO_KEY for missing ones; empty for too short documents.
    std::vector<std::uint64_t> bands;
    /// Separates far documents that share a band key; unknown without bands.
    BagHistogram histogram = {};
    /// With keys of characters, known word order and enough text; and their rows, else 0.
    std::optional<CharacterSketch> characters = {};
    std::uint32_t character_rows = 0;
    /// The values of the fields that the model keeps apart (TermListReader::apart_value()); 0 if it
    /// keeps none apart. Part of the content hash and of the visited keys.
    std::uint64_t apart = 0;
    /// A hash of the distinct number words, if the model keeps numbers apart. Part of visited keys.
    std::uint64_t numbers = 0;

    /// Documents with different values are never grouped; 0 if nothing is kept apart.
    std::uint64_t kept_apart() const {
        return numbers == 0 ? apart : content_hash_part(apart ^ numbers, 1);
    }

    friend bool operator==(const DocumentKeys&, const DocumentKeys&) = default;
};

/// A band_key() combined with DocumentKeys::kept_apart(): documents kept apart share none.
inline std::uint64_t key_kept_apart(std::uint64_t key, std::uint64_t kept_apart) {
    return kept_apart == 0 ? key : key ^ (content_hash_part(kept_apart, 0) >> 8);
}

/// Calls visit(key) with the band_key() of each key of characters, in bands above those of words.
template <typename Visit>
void visit_character_keys(const CharacterSketch& sketch, unsigned rows, Visit&& visit) {
    constexpr unsigned FIRST_BAND = 128;
    for (unsigned number = 0; number < CHARACTER_KEYS; ++number)
        visit(band_key(FIRST_BAND + number, character_key(sketch, number, rows)));
}

template <typename Visit>
void visit_band_keys(const DocumentKeys& keys, Visit&& visit) {
    const std::uint64_t kept_apart = keys.kept_apart();
    for (unsigned band = 0; band < keys.bands.size(); ++band) {
        if (keys.bands[band] != NO_KEY)
            visit(key_kept_apart(band_key(band, keys.bands[band]), kept_apart));
    }
    if (!keys.characters) return;
    visit_character_keys(*keys.characters, keys.character_rows,
                         [&](std::uint64_t key) { visit(key_kept_apart(key, kept_apart)); });
}

/// Whether two documents share a key of words or characters, ignoring what keeps them apart.
bool share_key(const DocumentKeys& a, const DocumentKeys& b);

/// Computes the keys of documents; one per thread. The model must outlive it.
class DocumentKeySigner {
  public:
    explicit DocumentKeySigner(const Model& model)
        : parameters_(model.parameters()), bands_(model) {}

    /// @param terms body terms, distinct; not empty
    /// @param hashes hash64() of each
    /// @param sequence of its words, if known
    /// @param apart    apart_value() of its fields
    /// @return valid until the next call
    const DocumentKeys& sign(std::span<const TermCount> terms,
                             std::span<const std::uint64_t> hashes,
                             const std::optional<SequenceKeys>& sequence = std::nullopt,
                             std::uint64_t apart = 0);

    /// sign() for @a document, which @a reader has just read.
    const DocumentKeys& sign_read(TermListReader& reader, DocumentNumber document,
                                  SequenceKeySigner& sequences);

    const DocumentKeys& sign(std::span<const TermCount> terms,
                             const std::optional<SequenceKeys>& sequence = std::nullopt,
                             std::uint64_t apart = 0);

    /// DocumentKeys::apart of a document.
    std::uint64_t apart_of(TermListReader& reader, DocumentNumber document) const;

  private:
    void add_pair_keys(const std::optional<SequenceKeys>& sequence);

    const ModelParameters& parameters_;
    TermBandSigner bands_;
    std::vector<std::uint64_t> term_hashes_;
    DocumentKeys keys_;
};

/// The content hash of a bag of words, as in DocumentContents::hashes.
std::uint64_t content_hash_of(std::span<const TermCount> terms,
                              std::span<const std::uint64_t> hashes);

/// The value of the term-bands slot. If there are keys: the histogram; KEYS_PRESENT_BYTES of flags,
/// one for each key from the least significant bit on, then one for a sketch of characters; the
/// present keys, each of the model's number of bits (8 per byte, most significant first); the
/// sketch; 8 bytes of DocumentKeys::numbers if the model keeps numbers apart; 8 bytes of
/// DocumentKeys::apart if it keeps fields apart. Then the 8 bytes of the content hash.
std::string encode_keys(const DocumentKeys& keys, const ModelParameters& parameters);

/// Whether @a value has the length of encode_keys()'s bytes, by its flags.
bool are_keys(std::string_view value, const ModelParameters& parameters);

/// Reads encode_keys()'s bytes; nullopt if are_keys() is false. No document has an empty value.
std::optional<DocumentKeys> decode_keys(std::string_view value, const ModelParameters& parameters);

/// The content hash in encode_keys()'s bytes, whatever the width of the keys.
std::optional<std::uint64_t> decode_content_hash(std::string_view value);

/// DocumentKeys::apart in encode_keys()'s bytes of a model that keeps fields apart.
std::uint64_t decode_apart(std::string_view value);

struct CollectionKeys {
    explicit CollectionKeys(const Work& work)
        : bands(work.sorting_memory()), histograms(work.sorting_memory() / 2) {}

    void add(DocumentNumber document, const DocumentKeys& keys);

    /// Zeros for a document without a sketch.
    CharacterSketch sketch_of(DocumentNumber document) const {
        return document < sketches.size() ? sketches[document] : CharacterSketch{};
    }

    std::uint64_t apart_of(DocumentNumber document) const {
        return document < apart.size() ? apart[document] : 0;
    }

    /// By document; 0 for none or one without body terms.
    std::vector<std::uint64_t> content_hashes;
    /// DocumentKeys::kept_apart() by document, up to the last non-zero.
    std::vector<std::uint64_t> apart;
    SortedRuns<BandRecord> bands;
    HistogramStore histograms;
    /// By document, up to the last that has one; empty without keys of characters. 96 bytes each.
    std::vector<CharacterSketch> sketches;
};

/// Computes the keys of every document from its terms, and adds them to @a keys.
/// @param before added to each number: how many documents @a keys already has
/// Cost: reads all documents once, 5 microseconds each; 3 nanoseconds per byte of text with keys of
/// characters. Memory: 8 bytes per document, and that of @a keys.
void add_keys(const Collection& collection, const Model& model, DocumentNumber before,
              CollectionKeys& keys);

CollectionKeys compute_keys(const Collection& collection, const Model& model);

/// Whether two documents have the same terms with the same wdf. @pre both ascend by term
bool are_equal(std::span<const TermCount> a, std::span<const TermCount> b);

/// By number, for each of @a ordered: the first of them with the same words; 0 for others.
/// @param content_hashes by number (DocumentContents::hashes)
/// Cost: reads the terms of documents that share a content hash.
std::vector<DocumentNumber> find_first_of_contents(const Collection& collection,
                                                   std::span<const DocumentNumber> ordered,
                                                   std::span<const std::uint64_t> content_hashes);

}  // namespace descry

#endif  // DESCRY_COLLECTION_DOCUMENT_KEYS_H
