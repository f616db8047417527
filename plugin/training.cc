#include <cmath>
#include <utility>

#include <descry/training.h>

namespace descry {

namespace {

std::uint32_t millionths(double value) {
    return static_cast<std::uint32_t>(std::lround(value * 1e6));
}

}  // namespace

std::optional<Model> train_model(const ReadOptions& read, const TrainingOptions& options,
                                 TrainingReport* report) {
    const std::uint32_t min_length = options.candidates.min_body_length;
    DocumentBags bags = read_document_bags(read);
    const CollectionStatistics collection = collection_statistics(bags.lengths, min_length);
    if (report != nullptr) *report = {collection, 0, 0};
    if (collection.documents == 0 || collection.documents < options.min_documents) {
        return std::nullopt;
    }

    const std::vector<Xapian::docid> sample = sample_documents(bags, min_length);
    const BodyLengths lengths = std::move(bags.lengths);
    bags = {};
    const std::vector<CandidateWord> candidates =
        read_candidate_words(read, lengths, sample, collection, options.candidates);
    const DescriptiveSet selected =
        select_descriptive_set(candidates, sample.size(), collection.documents, options.selection);
    if (report != nullptr) *report = {collection, candidates.size(), sample.size()};
    if (selected.words.empty()) return std::nullopt;

    ModelParameters parameters;
    parameters.analyzer = options.analyzer;
    parameters.term_prefix = read.space.prefix();
    parameters.hash_seed = options.hash_seed;
    parameters.min_body_length = min_length;
    parameters.documents = collection.documents;
    parameters.occurrences = collection.occurrences;
    parameters.wanted_words = options.selection.grow ? 0 : options.selection.words;
    parameters.change_millionths = millionths(options.candidates.change);
    parameters.flip_weight_millionths = millionths(selected.flip_weight);
    std::vector<ModelWord> words;
    for (const std::size_t i : selected.words) {
        const auto& [term, threshold, sample_above] = candidates[i];
        words.push_back({term, threshold.frequency, threshold.flip_rate,
                         word_information(threshold.documents_above, collection.documents)});
    }
    return Model(std::move(parameters), std::move(words));
}

}  // namespace descry
