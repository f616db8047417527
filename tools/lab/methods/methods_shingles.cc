// Methods on shingles of texts: sets, and sketches of them.
#include <algorithm>
#include <memory>

#include <descry/sketches/minhash.h>

#include "engine/signatures/shingle_elements.h"
#include "engine/sketches/bbit_minhash.h"
#include "engine/sketches/permutation_sketch.h"
#include "engine/sketches/resemblance.h"
#include "engine/sketches/simhash.h"
#include "tools/lab/methods/keyed_pairs.h"
#include "tools/lab/methods/methods.h"
#include "tools/lab/methods/similar_classes.h"
#include "tools/lab/sets/close_sketches.h"
#include "tools/lab/sets/lsh.h"
#include "tools/lab/sets/set_join.h"
#include "tools/lab/sets/sketch_stream.h"

namespace descry {

namespace {

// A threshold with a commonly used LSH shape; for others the shape is chosen by recall.
constexpr double USUAL_THRESHOLD = 0.5;
constexpr double LSH_RECALL = 0.95;

ShingleElementOptions shingles_of(const EvaluationInput& input) {
    ShingleElementOptions options = input.shingles;
    // The words of the index, if descry's analyzer made them.
    if (!input.schema.analyzer.empty())
        options.words = AnalyzerRecipe::parse(input.schema.analyzer);
    return options;
}

ShingleElementOptions shingles_of(const EvaluationInput& input, const char* kind) {
    ShingleElementOptions options = shingles_of(input);
    options.shingles = kind;
    return options;
}

template <typename T>
std::string_view bytes_of(const T* values, std::size_t n) {
    return {reinterpret_cast<const char*>(values), n * sizeof(T)};
}

MethodResult similar_result(SketchClasses classes, std::vector<SimilarClass> similar, double bytes,
                            double threshold) {
    MethodResult result;
    auto pairs = std::make_unique<SimilarPairs>(std::move(classes), std::move(similar));
    result.similarity = [p = pairs.get()](const DocumentPair& pair) { return p->similarity(pair); };
    result.threshold = threshold;
    result.pairs = std::move(pairs);
    result.bytes_per_document = bytes;
    return result;
}

// Sketches whose values are compared one by one.
template <typename Hasher>
MethodResult run_places(const EvaluationInput& input, const char* phase,
                        const ShingleElementOptions& options, const Hasher& hasher) {
    ShingleElements elements(options);
    SketchStream stream(hasher);
    SketchClasses classes;
    typename Hasher::Sketch sketches;
    std::size_t values = 0;
    for_each_text(input, phase, [&](Xapian::docid document, const std::string& text) {
        elements.read(text, [&](std::uint64_t element) { stream.add(element); });
        const auto sketch = stream.finish();
        if (!sketch) return;
        values = sketch->size();
        if (classes.add(document, bytes_of(sketch->data(), values))) {
            sketches.insert(sketches.end(), sketch->begin(), sketch->end());
        }
    });
    const double threshold = input.threshold;
    using Value = typename Hasher::Sketch::value_type;
    std::vector<SimilarClass> similar;
    if (values > 0) {
        similar = similar_sketches(std::span<const Value>(sketches), values, threshold);
    }
    return similar_result(std::move(classes), std::move(similar),
                          static_cast<double>(values * sizeof(Value)), threshold);
}

// Bit sketches. @a similarity converts a number of different bits.
template <typename Sign, typename Similarity>
MethodResult run_bits(const EvaluationInput& input, const char* phase, std::size_t words,
                      unsigned max_distance, const Sign& sign, const Similarity& similarity) {
    SketchClasses classes;
    CloseSketches sketches(words);
    for_each_text(input, phase, [&](Xapian::docid document, const std::string& text) {
        const std::optional<std::vector<std::uint64_t>> sketch = sign(text);
        if (sketch && classes.add(document, bytes_of(sketch->data(), words))) sketches.add(*sketch);
    });
    std::vector<SimilarClass> similar;
    sketches.for_each_pair(max_distance, [&](const ClosePair& pair) {
        similar.push_back({pair.first, pair.second, static_cast<float>(similarity(pair.distance))});
    });
    return similar_result(std::move(classes), std::move(similar),
                          static_cast<double>(words * sizeof(std::uint64_t)),
                          similarity(max_distance));
}

LshShape shape_of(const EvaluationInput& input) {
    if (input.lsh_shape) return *input.lsh_shape;
    const double threshold = input.threshold;
    const unsigned permutations = input.permutations;
    if (threshold == USUAL_THRESHOLD && permutations >= MINHASH_PERMUTATIONS) return {};
    return choose_lsh_shape(permutations, threshold, LSH_RECALL);
}

}  // namespace

MethodResult run_shingles_minhash(const EvaluationInput& input) {
    const ShingleElementOptions options = shingles_of(input);
    ShingleElements elements(options);
    const MinHasher hasher(input.permutations);
    SketchStream stream(hasher);
    const LshShape shape = shape_of(input);
    std::vector<DocumentKey> keys;
    for_each_text(input, "shingles-minhash", [&](Xapian::docid document, const std::string& text) {
        elements.read(text, [&](std::uint64_t element) { stream.add(element); });
        const auto signature = stream.finish();
        if (!signature) return;
        for (const std::uint64_t key : lsh_keys(*signature, shape))
            keys.push_back({key, document});
    });
    MethodResult result;
    result.pairs = std::make_unique<KeyedPairs>(std::move(keys));
    result.bytes_per_document = static_cast<double>(input.permutations * sizeof(std::uint32_t));
    result.resemblance = [&input, reader = std::make_shared<ShingleElements>(options)](
                             const DocumentPair& pair) -> std::optional<double> {
        const auto a = input.texts.get(pair.a);
        const auto b = input.texts.get(pair.b);
        if (!a || !b) return std::nullopt;
        const ElementSet first = to_set(reader->read(*a));
        return jaccard(first, to_set(reader->read(*b)));
    };
    result.candidate_probability = [shape](double resemblance) {
        return lsh_probability(resemblance, shape);
    };
    return result;
}

// The sets themselves, joined exactly: as Ilyinsky et al. ran them, without their sample of pairs.
MethodResult run_shingles_broder(const EvaluationInput& input) {
    ShingleElements elements(shingles_of(input, "broder"));
    SketchClasses classes;
    SetJoin join;
    std::uint64_t kept = 0;
    std::uint64_t documents = 0;
    for_each_text(input, "shingles-broder", [&](Xapian::docid document, const std::string& text) {
        const ElementSet set = to_set(elements.read(text));
        ++documents;
        if (set.empty()) return;
        kept += set.size();
        if (classes.add(document, bytes_of(set.data(), set.size()))) join.add(set);
    });
    std::vector<SimilarClass> similar;
    join.for_each_pair(input.threshold, [&](const SimilarSets& pair) {
        similar.push_back({pair.first, pair.second, static_cast<float>(pair.jaccard)});
    });
    // 48-bit fingerprints.
    return similar_result(
        std::move(classes), std::move(similar),
        6 * static_cast<double>(kept) / static_cast<double>(std::max<std::uint64_t>(documents, 1)),
        input.threshold);
}

MethodResult run_char9(const EvaluationInput& input) {
    return run_places(input, "char9", shingles_of(input, "char9"), MinHasher(input.permutations));
}

MethodResult run_sketch_200(const EvaluationInput& input) {
    return run_places(input, "sketch-200", shingles_of(input), PermutationSketcher());
}

MethodResult run_bbit(const EvaluationInput& input) {
    const BbitShape shape;
    const MinHasher hasher(shape.permutations, DEFAULT_HASH_SEED, MinHashFamily::MURMUR3);
    ShingleElements elements(shingles_of(input));
    SketchStream stream(hasher);
    return run_bits(
        input, "bbit", bbit_words(shape), bbit_max_differences(input.threshold, shape),
        [&](const std::string& text) -> std::optional<std::vector<std::uint64_t>> {
            elements.read(text, [&](std::uint64_t element) { stream.add(element); });
            const auto signature = stream.finish();
            if (!signature) return std::nullopt;
            return bbit_sketch(*signature, shape.bits);
        },
        [&](unsigned differences) { return bbit_resemblance(differences, shape); });
}

MethodResult run_simhash(const EvaluationInput& input) {
    const SimHasher hasher;
    ShingleElements elements(shingles_of(input));
    SketchStream stream(hasher);
    return run_bits(
        input, "simhash", 1, static_cast<unsigned>(input.threshold),
        [&](const std::string& text) -> std::optional<std::vector<std::uint64_t>> {
            elements.read(text, [&](std::uint64_t element) { stream.add(element); });
            const auto sketch = stream.finish();
            if (!sketch) return std::nullopt;
            return std::vector{*sketch};
        },
        [](unsigned distance) { return simhash_cosine(distance); });
}

}  // namespace descry
