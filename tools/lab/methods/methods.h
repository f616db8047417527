/** @file methods.h
 *  @brief The table of methods to compare.
 *
 *  A method is a function from a collection to the pairs it suggests. To add one: write it in a
 *  methods_*.cc of its family, declare it below, and add its line to methods.cc.
 */
#ifndef DESCRY_TOOLS_LAB_METHODS_METHODS_H
#define DESCRY_TOOLS_LAB_METHODS_METHODS_H

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <descry/distance/bag_distance.h>
#include <descry/mechanics/work.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/body_terms.h>
#include <descry/sketches/minhash.h>

#include "engine/signatures/shingle_elements.h"
#include "tools/lab/base/text_file.h"
#include "tools/lab/gold/suggested_pairs.h"
#include "tools/lab/methods/keyed_pairs.h"
#include "tools/lab/sets/lsh.h"

namespace descry {

struct EvaluationInput {
    DatabaseOpener open;
    Schema schema;
    const TextFile& texts;
    /// Recipe of the canonical texts by which pairs are judged; nullopt: by the original texts.
    std::optional<AnalyzerRecipe> judge;
    /// Number of descriptive words to choose; nullopt: the index's model, or the default.
    std::optional<unsigned> words;
    /// Maximum distance of members from their head; nullopt: the model's.
    std::optional<DistanceMillionths> distance;
    /// Shingles of methods without their own definition, and the number of MinHashes.
    ShingleElementOptions shingles;
    unsigned permutations = MINHASH_PERMUTATIONS;
    /// Bands and rows of shingles-minhash; nullopt: by its threshold.
    std::optional<LshShape> lsh_shape;
    /// For methods that have one (Method::threshold).
    double threshold = 0;
    Work work;
};

inline IndexCollection collection_of(const EvaluationInput& input) {
    return {input.open, input.schema, input.work};
}

/// Bytes of a collapse key in the index (stored_format.h).
inline constexpr double SLOT_KEY_BYTES = 14;

/// Cost of making a model, and its number of descriptive words, which may be lower than requested.
struct ModelTraining {
    double cpu_seconds = 0;
    std::size_t words = 0;
};

struct MethodResult {
    std::unique_ptr<SuggestedPairs> pairs;
    /// Mean size of a method's data per document (its keys, its signature).
    double bytes_per_document = 0;
    /// For a method that groups around heads: each member with its head; else null.
    std::unique_ptr<SuggestedPairs> member_heads = nullptr;
    std::optional<ModelTraining> making_of_model = std::nullopt;

    /// For a method that suggests pairs above a threshold of its own similarity; else empty.
    std::function<double(const DocumentPair&)> similarity = nullptr;
    double threshold = 0;

    /// For a method that suggests a pair with a probability depending on its resemblance: the exact
    /// resemblance (nullopt if a document has none), and the probability. Else empty.
    std::function<std::optional<double>(const DocumentPair&)> resemblance = nullptr;
    std::function<double(double resemblance)> candidate_probability = nullptr;
};

/// The result of a method that suggests documents sharing a key.
/// @param keys, @param bytes_per_document, @param making as in KeyedPairs and MethodResult
MethodResult keyed_result(std::vector<DocumentKey> keys, double bytes_per_document,
                          std::optional<ModelTraining> making = std::nullopt);

/// A method cannot work on the collection; the others continue.
class MethodUnavailable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Runs a method in its own process; everything until it returns is measured.
/// @throws MethodUnavailable, and errors of reading an index
using MethodFunction = MethodResult (*)(const EvaluationInput& input);

/// A method's input, whose preparation is not counted. Costs compare within one source only.
enum class MethodSource {
    TEXTS,  ///< read and decompressed
    INDEX,  ///< with the term lists
};

struct Method {
    std::string_view name;
    MethodSource source;
    MethodFunction run;
    /// Chooses descriptive words, so it has one row for each number of --words.
    bool uses_words = false;
    /// Default similarity from which it suggests a pair; for simhash, the maximum of different
    /// bits.
    std::optional<double> threshold = std::nullopt;
    double greatest_threshold = 1;
};

using Thresholds = std::map<std::string_view, double>;

/// Reads "sketch-200=0.7,simhash=5".
/// @throws std::invalid_argument names the possible values: a method without a threshold, or one
///         out of range (above 0; a probability for LSH below 1)
Thresholds thresholds_named(std::string_view list);

/// Calls visit(docid, text) for each document that has a text, ascending.
template <typename Visit>
void for_each_text(const EvaluationInput& input, const char* phase, const Visit& visit) {
    for (Xapian::docid document = 1; document < input.texts.end(); ++document) {
        if (const auto text = input.texts.get(document)) visit(document, *text);
        if (input.work.progress) input.work.progress({phase, document, input.texts.end() - 1});
    }
}

/// Calls @a visit(docid, body terms) for each document, ascending: 74,000-121,000 per second.
template <typename Visit>
void for_each_term_list(const EvaluationInput& input, const char* phase, const Visit& visit) {
    const Xapian::Database db = input.open();
    BodyTerms terms(TermSpace(input.schema.term_prefix));
    // The posting list of the empty term: all documents.
    for (auto document = db.postlist_begin(""); document != db.postlist_end(""); ++document) {
        terms.read(db, *document);
        visit(*document, terms.terms());
        if (input.work.progress) input.work.progress({phase, *document, db.get_lastdocid()});
    }
}

/// All methods, in display order.
std::span<const Method> all_methods();

/// The methods of a list "exact,descriptive". @throws std::invalid_argument names the possible ones
std::vector<Method> methods_named(std::string_view list);

// methods_signatures.cc: from the texts, from the term lists, or with a model.
MethodResult run_exact(const EvaluationInput& input);
MethodResult run_text_profile(const EvaluationInput& input);
MethodResult run_term_profile(const EvaluationInput& input);
MethodResult run_descriptive(const EvaluationInput& input);
MethodResult run_descriptive_modelled(const EvaluationInput& input);
MethodResult run_descriptive_stable(const EvaluationInput& input);

// methods_shingles.cc: from the shingles of the texts.
MethodResult run_shingles_broder(const EvaluationInput& input);
MethodResult run_shingles_minhash(const EvaluationInput& input);
MethodResult run_sketch_200(const EvaluationInput& input);
MethodResult run_bbit(const EvaluationInput& input);
MethodResult run_simhash(const EvaluationInput& input);
MethodResult run_char9(const EvaluationInput& input);

// methods_groups.cc: candidates of bands, and those remaining after verification.
MethodResult run_descriptive_bands(const EvaluationInput& input);
MethodResult run_term_bands(const EvaluationInput& input);
MethodResult run_term_bands_verified(const EvaluationInput& input);
MethodResult run_group(const EvaluationInput& input);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_METHODS_METHODS_H
