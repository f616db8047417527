/** @file methods.h
 *  @brief The methods that can be compared: a table from names to functions.
 *
 *  A method is a function from a collection to the pairs it suggests. To add one: write it in a
 *  methods_*.cc of its family, declare it below, and give it a line in methods.cc.
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

/// The collection a method works on: an index, and the texts behind it.
struct EvaluationInput {
    DatabaseOpener open;
    /// What its body terms are, and what made them.
    Schema schema;
    const TextFile& texts;
    /// Pairs are judged by canonical texts, cut by this; nullopt: by the texts.
    std::optional<AnalyzerRecipe> judge;
    /// How many descriptive words to choose; nullopt: the model that the index has, where it has
    /// one, else the default number.
    std::optional<unsigned> words;
    /// How far members of a group may be from its head; nullopt: as the model has it.
    std::optional<DistanceMillionths> distance;
    /// What shingle methods that do not say themselves are made of, and MinHashes of a signature.
    ShingleElementOptions shingles;
    unsigned permutations = MINHASH_PERMUTATIONS;
    /// Bands and rows of shingles-minhash; nullopt: by its threshold.
    std::optional<LshShape> lsh_shape;
    /// Of methods that have one (Method::threshold).
    double threshold = 0;
    Work work;
};

/// The index as the collection that models and groups are made of.
inline IndexCollection collection_of(const EvaluationInput& input) {
    return {input.open, input.schema, input.work};
}

/// A collapse key as the index stores it (stored_format.h).
inline constexpr double SLOT_KEY_BYTES = 14;

/// What making a model took, and how many descriptive words it has: fewer than were asked for where
/// there are no more to choose.
struct MakingOfModel {
    double cpu_seconds = 0;
    std::size_t words = 0;
};

/// What a method returns.
struct MethodResult {
    std::unique_ptr<SuggestedPairs> pairs;
    /// What the method keeps of a document (its keys, its signature), on average.
    double bytes_per_document = 0;
    /// Of a method that groups around heads: each member with its head; else null.
    std::unique_ptr<SuggestedPairs> member_heads = nullptr;
    /// Of a method that made a model first, a part of its work.
    std::optional<MakingOfModel> making_of_model = std::nullopt;

    /// Of a method that suggests what its own similarity puts at a threshold or above; else empty.
    std::function<double(const DocumentPair&)> similarity = nullptr;
    double threshold = 0;

    /// Of a method that suggests a pair with a probability that depends on its resemblance: the
    /// exact resemblance (nullopt for documents that have none), and the probability. Else empty.
    std::function<std::optional<double>(const DocumentPair&)> resemblance = nullptr;
    std::function<double(double resemblance)> candidate_probability = nullptr;
};

/// Of a method that suggests the documents that share a key.
/// @param keys, @param bytes_per_document, @param making as KeyedPairs and MethodResult
/// have them
MethodResult keyed_result(std::vector<DocumentKey> keys, double bytes_per_document,
                          std::optional<MakingOfModel> making = std::nullopt);

/// A collection that a method cannot work on, and why; the other methods go on.
class MethodUnavailable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Runs a method. The process it runs in is its own, and what it does until it returns is what is
/// measured. @throws MethodUnavailable, and what reading an index may throw
using MethodFunction = MethodResult (*)(const EvaluationInput& input);

/// What a method needs to be there, the making of which is no part of its cost. Costs are compared
/// among methods of one source.
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
    /// From which similarity on it suggests a pair, when nothing else is asked for; of simhash, up
    /// to how many different bits.
    std::optional<double> threshold = std::nullopt;
    double greatest_threshold = 1;
};

/// Thresholds by the names of their methods.
using Thresholds = std::map<std::string_view, double>;

/// Reads "sketch-200=0.7,simhash=5".
/// @throws std::invalid_argument naming what is possible: a method without a threshold, or one out
///         of range (above 0; a probability for LSH below 1)
Thresholds thresholds_named(std::string_view list);

/// Calls visit(docid, text) for each document that has a text, ascending.
template <typename Visit>
void for_each_text(const EvaluationInput& input, const char* phase, const Visit& visit) {
    for (Xapian::docid document = 1; document < input.texts.end(); ++document) {
        if (const auto text = input.texts.get(document)) visit(document, *text);
        if (input.work.progress) input.work.progress({phase, document, input.texts.end() - 1});
    }
}

/// Calls @a visit(docid, body terms) for each document, ascending. Cost: 74,000-121,000 documents a
/// second.
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

/// All methods, in the order in which they are shown.
std::span<const Method> all_methods();

/// The methods of a list "exact,descriptive". @throws std::invalid_argument naming what is possible
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

// methods_groups.cc: candidates of bands, and what verification leaves of them.
MethodResult run_descriptive_bands(const EvaluationInput& input);
MethodResult run_term_bands(const EvaluationInput& input);
MethodResult run_term_bands_verified(const EvaluationInput& input);
MethodResult run_group(const EvaluationInput& input);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_METHODS_METHODS_H
