/** @file model.h
 *  @brief The model: descriptive words, their thresholds, the stable terms, and what is needed to
 *         sign and group with them.
 *
 *  A model's bytes are its identity: two models with the same bytes give the same signatures on any
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

/// Keys of pairs of words that a document has (keys/word_keys.h), and keys of terms that more than
/// half of the documents have, for documents that have few others (keys/term_bands.h).
inline constexpr unsigned PAIR_KEYS = 5;
inline constexpr unsigned COMMON_KEYS = 3;

/// ModelParameters::short_rows at most.
inline constexpr unsigned MAX_SHORT_ROWS = 8;

/// One descriptive word.
struct ModelWord {
    std::string term;
    /// b in units of 2^-32 (is_above).
    std::uint32_t threshold = 0;
    /// How often its bit differs between near-duplicates, per document above.
    Fixed24 flip_rate;
    /// -log2 of the share of documents above.
    Fixed24 information;

    friend bool operator==(const ModelWord&, const ModelWord&) = default;
};

/// What keeps documents apart that are near.
struct KeepApart {
    /// Their numbers (numbers_differ()).
    bool numbers = false;
    /// Their values of any of these fields, ascending, each once.
    std::vector<std::string> fields = {};

    /// By the words of --keep-apart: `numbers`, `nothing`, names of fields.
    static KeepApart of(const std::vector<std::string>& what);

    bool is_nothing() const { return !numbers && fields.empty(); }
    /// "numbers,amount"; empty for nothing.
    std::string names() const;

    friend bool operator==(const KeepApart&, const KeepApart&) = default;
};

/// Everything a model says beside its words. Whole numbers only, so that it prints the same
/// everywhere.
struct ModelParameters {
    /// The analyzer recipe of the index the model was made from; empty where another program made
    /// the terms.
    std::string analyzer;
    /// Which terms are body terms: their prefix, empty for terms without one.
    std::string term_prefix;
    /// Seed of the term hashes.
    std::uint64_t hash_seed = DEFAULT_HASH_SEED;
    /// Documents with fewer body terms get no descriptive keys.
    std::uint32_t min_body_length = 30;
    /// Documents and body terms the model was made from.
    std::uint64_t documents = 0;
    std::uint64_t occurrences = 0;
    /// What the words were chosen with: words asked for (0: as many as were needed), the share a
    /// small change touches and the weight of flips, both in millionths.
    std::uint32_t wanted_words = 0;
    std::uint32_t change_millionths = 0;
    std::uint32_t flip_weight_millionths = 0;
    /// A vector with fewer ones is not used: Ilyinsky et al. drop "three or fewer".
    std::uint32_t min_ones = 4;
    /// The stable signature: words taken at least, and bits; no signature below min_stable_bits.
    std::uint32_t stable_words = 20;
    std::uint32_t stable_bits = 60;
    std::uint32_t min_stable_bits = 24;
    /// Near-duplicates that flip rates were learned from; 0: the rates are modelled.
    std::uint64_t learned_pairs = 0;
    /// How bands are drawn (BandParameters): from the ones, and from the stable terms.
    std::uint32_t bands = 8;
    std::uint32_t band_words = 8;
    Fixed24 band_information;
    Fixed24 term_band_information;
    std::uint32_t band_key_bits = 32;
    /// No bands on the ones for documents whose ones carry less.
    std::uint32_t min_band_bits = 16;
    /// Documents with fewer terms of the table have no term bands.
    std::uint32_t min_stable_terms = 4;
    /// How documents are grouped.
    ClusteringLimits grouping;
    /// The order of grouping ("first", "longest", "newest:SLOT", ...): who is head.
    std::string group_order = "first";
    /// Documents are compared by their bags of words; else by the edit distance of their canonical
    /// texts, where these are at hand.
    bool any_order = false;
    /// Documents with fewer body terms have no keys at all; those of so many up to min_body_length
    /// have keys of their words (word_keys.h).
    std::uint32_t min_short_length = 8;
    /// Least words of a key of a short document, MAX_SHORT_ROWS at most: more where the collection
    /// is large, as more documents share a few by chance.
    std::uint32_t short_rows = 4;
    /// Fields are written where there are any.
    KeepApart keep_apart;
    /// Rows of the keys of characters, by which candidates are found as well
    /// (distance/character_sketch.h): MIN_CHARACTER_ROWS to MAX_CHARACTER_ROWS; 0: there are none,
    /// and it is not written.
    std::uint32_t character_rows = 0;
    /// A member of a group has at least this share of its word triples in the head
    /// (contained_share()), in millionths. Written where it is not 0.
    std::uint32_t contained = 0;

    /// Keys of a document's words, of all kinds.
    std::uint32_t keys() const { return bands + COMMON_KEYS + PAIR_KEYS; }

    /// The parameters of the bands on the ones, and of the term bands.
    BandParameters one_bands() const;
    BandParameters term_bands() const;

    /// All of them by name, as one JSON object: the text that is part of a model's bytes.
    /// @throws std::invalid_argument the analyzer, the prefix or the order is no UTF-8
    std::string json() const;

    friend bool operator==(const ModelParameters&, const ModelParameters&) = default;
};

/// What near-duplicates of a model are held against.
PairLimits pair_limits(const ModelParameters& parameters);

/// Bytes that are not a model this version can use. what() says why: another format version
/// (named), damage, or something else altogether.
class ModelFormatError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// An immutable model.
class Model {
  public:
    /// The version of the layout that serialise() writes and parse() reads.
    static constexpr std::uint32_t FORMAT_VERSION = 3;
    /// What serialise()'s bytes begin with.
    static constexpr std::string_view MAGIC = "descry-model";

    /// @param words distinct terms, in any order; they are kept ascending by term bytes
    /// @param stable_terms distinct terms, in any order, kept likewise
    /// @throws std::invalid_argument for a repeated, empty or too long (over 245 bytes) term, more
    ///         than 65,535 words, an analyzer or prefix that is no UTF-8, bands that are none: 1 to
    ///         MAX_BANDS of them, of 1 to MAX_BAND_WORDS words, keys of 8, 16, ... 56 bits; or rows
    ///         of characters out of their range
    Model(ModelParameters parameters, std::vector<ModelWord> words,
          std::vector<StableTerm> stable_terms = {});

    /// The model's bytes.
    const std::string& serialise() const { return bytes_; }

    /// Reads serialise()'s bytes. @throws ModelFormatError
    static Model parse(std::string_view bytes);

    /// 14 characters of base64url: an 80-bit hash of the bytes.
    const std::string& id() const { return id_; }

    const ModelParameters& parameters() const { return parameters_; }

    /// Ascending by term bytes: the order in which an index stores its posting lists. A word's
    /// place here is its number wherever numbers of words are passed around.
    const std::vector<ModelWord>& words() const { return words_; }

    /// What term bands are drawn from, ascending by term bytes.
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
