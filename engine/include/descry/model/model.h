/** @file model.h
 *  @brief The model: descriptive words, stable terms, and the parameters of keys and grouping.
 *
 *  A model's bytes are its identity: models with the same bytes give the same signatures on any
 *  machine, and models with different bytes never give equal keys. Nothing that varies between two
 *  equal runs (a date, a number of threads) is part of them. Layout: docs/stored-format.md.
 */
#ifndef DESCRY_MODEL_MODEL_H
#define DESCRY_MODEL_MODEL_H

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <descry/grouping/clustering_limits.h>
#include <descry/hashing/hash.h>
#include <descry/model/stable_terms.h>

namespace descry {

struct BandParameters;
struct PairLimits;

/// Keys of pairs of a document's words (keys/word_keys.h), and keys of terms of more than half of
/// the documents, for documents that have few others (keys/term_bands.h).
inline constexpr unsigned PAIR_KEYS = 5;
inline constexpr unsigned COMMON_KEYS = 3;

/// Upper limit of ModelParameters::short_rows.
inline constexpr unsigned MAX_SHORT_ROWS = 8;

struct ModelWord {
    std::string term;
    /// b in units of 2^-32 (is_above).
    std::uint32_t threshold = 0;
    /// Expected flips of its bit between near-duplicates, per document above.
    Fixed24 flip_rate;
    /// -log2 of the share of documents above.
    Fixed24 information;

    friend bool operator==(const ModelWord&, const ModelWord&) = default;
};

/// Differences that keep near documents out of one group.
struct KeepApart {
    /// Documents whose numbers differ (numbers_differ()).
    bool numbers = false;
    /// Documents with different values of one of these fields; ascending, distinct.
    std::vector<std::string> fields = {};

    /// Parses the words of --keep-apart: `numbers`, `nothing`, names of fields.
    static KeepApart of(const std::vector<std::string>& what);

    bool is_nothing() const { return !numbers && fields.empty(); }
    /// "numbers,amount"; empty for nothing.
    std::string names() const;

    friend bool operator==(const KeepApart&, const KeepApart&) = default;
};

/// Everything in a model beside its words; whole numbers, which print the same everywhere.
struct ModelParameters {
    /// The analyzer recipe of its index; empty if another program made the terms.
    std::string analyzer;
    /// The prefix of body terms; empty for terms without one.
    std::string term_prefix;
    std::uint64_t hash_seed = DEFAULT_HASH_SEED;
    /// Documents with fewer body terms get no descriptive keys.
    std::uint32_t min_body_length = 30;
    /// Documents and body terms that the model was made from.
    std::uint64_t documents = 0;
    std::uint64_t occurrences = 0;
    /// How the words were chosen: words requested (0: as many as needed), the share that a small
    /// change touches and the weight of flips, both in millionths.
    std::uint32_t wanted_words = 0;
    std::uint32_t change_millionths = 0;
    std::uint32_t flip_weight_millionths = 0;
    /// Vectors with fewer set bits are not used: Ilyinsky et al. drop "three or fewer".
    std::uint32_t min_ones = 4;
    /// The stable signature: least words taken, and bits; no signature below min_stable_bits.
    std::uint32_t stable_words = 20;
    std::uint32_t stable_bits = 60;
    std::uint32_t min_stable_bits = 24;
    /// Near-duplicates from which flip rates were learned; 0: the rates are modelled.
    std::uint64_t learned_pairs = 0;
    /// How bands are drawn (BandParameters) from the set bits and from the stable terms.
    std::uint32_t bands = 8;
    std::uint32_t band_words = 8;
    Fixed24 band_information;
    Fixed24 term_band_information;
    std::uint32_t band_key_bits = 32;
    /// Least bits of a document's set bits for bands on them.
    std::uint32_t min_band_bits = 16;
    /// Least terms of the table in a document for term bands.
    std::uint32_t min_stable_terms = 4;
    ClusteringLimits grouping;
    /// Which document is head: "first", "longest", "newest:SLOT", ...
    std::string group_order = "first";
    /// Compare bags of words; else the edit distance of canonical texts, if available.
    bool any_order = false;
    /// Least body terms for keys; up to min_body_length they are of words (word_keys.h).
    std::uint32_t min_short_length = 8;
    /// Least words of a key of a short document, at most MAX_SHORT_ROWS: more in large collections,
    /// where more documents share a few words by chance.
    std::uint32_t short_rows = 4;
    /// Its fields are written if there are any.
    KeepApart keep_apart;
    /// Rows of the keys of characters (distance/character_sketch.h), MIN_CHARACTER_ROWS to
    /// MAX_CHARACTER_ROWS; 0: no such keys, and not written.
    std::uint32_t character_rows = 0;
    /// Least contained_share() of a member in the head; not written if 0.
    std::uint32_t contained = 0;

    std::uint32_t keys() const { return bands + COMMON_KEYS + PAIR_KEYS; }

    BandParameters one_bands() const;
    BandParameters term_bands() const;

    /// All parameters as one JSON object, which is part of a model's bytes.
    /// @throws std::invalid_argument the analyzer, prefix or order is not UTF-8
    std::string json() const;

    friend bool operator==(const ModelParameters&, const ModelParameters&) = default;
};

PairLimits pair_limits(const ModelParameters& parameters);

/// Not a model for this version: another format version (named in what()), damage, or other bytes.
class ModelFormatError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Model {
  public:
    /// The layout version that serialise() writes and parse() reads.
    static constexpr std::uint32_t FORMAT_VERSION = 3;
    /// The first bytes of every serialised model.
    static constexpr std::string_view MAGIC = "descry-model";

    /// @param words distinct terms, in any order; stored ascending by term bytes
    /// @param stable_terms likewise
    /// @throws std::invalid_argument a repeated, empty or too long (over 245 bytes) term, more than
    ///         65,535 words, an analyzer or prefix that is not UTF-8, invalid bands (allowed: 1 to
    ///         MAX_BANDS, of 1 to MAX_BAND_WORDS words, keys of 8, 16, ... 56 bits), or invalid
    ///         rows of characters
    Model(ModelParameters parameters, std::vector<ModelWord> words,
          std::vector<StableTerm> stable_terms = {});

    const std::string& serialise() const { return bytes_; }

    /// Reads the bytes of serialise(). @throws ModelFormatError
    static Model parse(std::string_view bytes);

    /// 14 characters of base64url: an 80-bit hash of the bytes.
    const std::string& id() const { return id_; }

    const ModelParameters& parameters() const { return parameters_; }

    /// Ascending by term bytes, as in an index; a word's place here is its number elsewhere.
    const std::vector<ModelWord>& words() const { return words_; }

    /// The terms that term bands are drawn from, ascending by term bytes.
    const std::vector<StableTerm>& stable_terms() const { return stable_terms_; }

    friend bool operator==(const Model& a, const Model& b) { return a.bytes_ == b.bytes_; }

  private:
    ModelParameters parameters_;
    std::vector<ModelWord> words_;
    std::vector<StableTerm> stable_terms_;
    std::string bytes_;
    std::string id_;
};

}  // namespace descry

#endif  // DESCRY_MODEL_MODEL_H
