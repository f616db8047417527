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
#include <descry/model/model.h>

#include "engine/collection/histogram_store.h"
#include "engine/distance/bag_histogram.h"
#include "engine/distance/character_sketch.h"
#include "engine/keys/term_bands.h"
#include "engine/mechanics/sorted_runs.h"

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
    /// Its content as a number: equal contents, which are one group, have equal ones. Of its bag of
    /// words (DocumentContents::hashes); where its sequence of words is known, and the model's
    /// documents are compared by it, of both.
    std::uint64_t content_hash = 0;
    /// ModelParameters::keys() of them, NO_KEY for those that it has not; none for documents that
    /// are too short.
    std::vector<std::uint64_t> bands;
    /// Tells of documents that share a band key whether they are far; unknown where there are no
    /// bands.
    BagHistogram histogram = {};
    /// Of its characters, where the model has keys of them, the order of its words is known and it
    /// is long enough for keys; and their rows, 0 where there is none.
    std::optional<CharacterSketch> characters = {};
    std::uint32_t character_rows = 0;
    /// What the document has in the fields that the model keeps apart
    /// (TermListReader::apart_value()), as one number; 0 where it keeps none apart. The content
    /// hash and the keys that are visited are other ones where it is another.
    std::uint64_t apart = 0;
    /// A hash of its number words, each once (is_number_word()), where the model keeps numbers
    /// apart. The keys that are visited are other ones where it is another.
    std::uint64_t numbers = 0;

    /// Documents of another value are in no group with it; 0 where nothing is kept apart.
    std::uint64_t kept_apart() const {
        return numbers == 0 ? apart : content_hash_part(apart ^ numbers, 1);
    }

    friend bool operator==(const DocumentKeys&, const DocumentKeys&) = default;
};

/// A band_key() of a document that has DocumentKeys::kept_apart(): documents of another one do not
/// share it.
inline std::uint64_t key_kept_apart(std::uint64_t key, std::uint64_t kept_apart) {
    return kept_apart == 0 ? key : key ^ (content_hash_part(kept_apart, 0) >> 8);
}

/// Calls visit(key) with the band_key() of each key of a sketch's characters, above those of all
/// words.
template <typename Visit>
void visit_character_keys(const CharacterSketch& sketch, unsigned rows, Visit&& visit) {
    constexpr unsigned FIRST_BAND = 128;
    for (unsigned number = 0; number < CHARACTER_KEYS; ++number)
        visit(band_key(FIRST_BAND + number, character_key(sketch, number, rows)));
}

/// The same of all keys that a document has.
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

/// Whether two documents share a key, of words or of characters, whatever keeps them apart.
bool share_key(const DocumentKeys& a, const DocumentKeys& b);

/// Computes the keys of documents; one per thread. Keeps a pointer to the model.
class DocumentKeySigner {
  public:
    explicit DocumentKeySigner(const Model& model)
        : parameters_(model.parameters()), bands_(model) {}

    /// @param terms body terms, each once; not empty
    /// @param hashes hash64() of each
    /// @param sequence of its words, where that is known
    /// @param apart    apart_value() of its fields
    /// @return valid until the next call
    const DocumentKeys& sign(std::span<const TermCount> terms,
                             std::span<const std::uint64_t> hashes,
                             const std::optional<SequenceKeys>& sequence = std::nullopt,
                             std::uint64_t apart = 0);

    /// The same of what @a reader has just read, @a document.
    const DocumentKeys& sign_read(TermListReader& reader, DocumentNumber document,
                                  SequenceKeySigner& sequences);

    /// The same where the hashes are not known.
    const DocumentKeys& sign(std::span<const TermCount> terms,
                             const std::optional<SequenceKeys>& sequence = std::nullopt,
                             std::uint64_t apart = 0);

    /// DocumentKeys::apart of what @a reader knows of a document.
    std::uint64_t apart_of(TermListReader& reader, DocumentNumber document) const;

  private:
    void add_pair_keys(const std::optional<SequenceKeys>& sequence);

    const ModelParameters& parameters_;
    TermBandSigner bands_;
    std::vector<std::uint64_t> term_hashes_;
    DocumentKeys keys_;
};

/// The content hash of a document's bag of words, as DocumentContents::hashes has it.
std::uint64_t content_hash_of(std::span<const TermCount> terms,
                              std::span<const std::uint64_t> hashes);

/// The value of the term-bands slot: where there are keys, the histogram, KEYS_PRESENT_BYTES that
/// tell which of them there are, the first key by the least significant bit, and after the last
/// whether there is a sketch of characters; the keys, of so many bits each as the model says (8 a
/// byte, most significant first); that sketch; where the model keeps numbers apart, 8 bytes of
/// DocumentKeys::numbers; where it keeps fields apart, 8 bytes of DocumentKeys::apart; then the 8
/// bytes of the content hash.
std::string encode_keys(const DocumentKeys& keys, const ModelParameters& parameters);

/// Whether @a value has the length of encode_keys()'s bytes: of no keys, or of as many as it says.
bool are_keys(std::string_view value, const ModelParameters& parameters);

/// Reads encode_keys()'s bytes; nullopt for what are_keys() refuses. An empty value is no
/// document's.
std::optional<DocumentKeys> decode_keys(std::string_view value, const ModelParameters& parameters);

/// The content hash of encode_keys()'s bytes, whatever the width of the keys.
std::optional<std::uint64_t> decode_content_hash(std::string_view value);

/// DocumentKeys::apart of encode_keys()'s bytes of a model that keeps fields apart.
std::uint64_t decode_apart(std::string_view value);

/// The keys of all documents.
struct CollectionKeys {
    explicit CollectionKeys(const Work& work)
        : bands(work.sorting_memory()), histograms(work.sorting_memory() / 2) {}

    /// Takes the keys of one more document.
    void add(DocumentNumber document, const DocumentKeys& keys);

    /// Of one that has none, zeros.
    CharacterSketch sketch_of(DocumentNumber document) const {
        return document < sketches.size() ? sketches[document] : CharacterSketch{};
    }

    /// DocumentKeys::kept_apart() of it.
    std::uint64_t apart_of(DocumentNumber document) const {
        return document < apart.size() ? apart[document] : 0;
    }

    /// By document; 0: none, or one without body terms.
    std::vector<std::uint64_t> content_hashes;
    /// DocumentKeys::kept_apart() by document, up to the last that has one.
    std::vector<std::uint64_t> apart;
    SortedRuns<BandRecord> bands;
    HistogramStore histograms;
    /// By document, up to the last that has one; none where the model has no keys of characters.
    /// Memory: 96 bytes a document.
    std::vector<CharacterSketch> sketches;
};

/// Computes the keys of every document from its terms, and adds them to @a keys.
/// @param before is added to each number: so many documents have their keys there already
/// Cost: all documents once, and 5 microseconds each; 3 nanoseconds a byte of text where the model
/// has keys of characters. Memory: 8 bytes a document, and as told.
void add_keys(const Collection& collection, const Model& model, DocumentNumber before,
              CollectionKeys& keys);

/// add_keys() of one collection alone.
CollectionKeys compute_keys(const Collection& collection, const Model& model);

/// Whether two documents have the same terms as often each. @pre both ascend by term
bool are_equal(std::span<const TermCount> a, std::span<const TermCount> b);

/// For each of @a ordered, by number, the first of them with the same words; 0 for others.
/// @param content_hashes by number (DocumentContents::hashes)
/// Cost: the terms of each document that shares its content hash with another.
std::vector<DocumentNumber> find_first_of_contents(const Collection& collection,
                                                   std::span<const DocumentNumber> ordered,
                                                   std::span<const std::uint64_t> content_hashes);

}  // namespace descry

#endif  // DESCRY_COLLECTION_DOCUMENT_KEYS_H
