#include "tools/lab/made_gold.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include <descry/hashing/hash.h>

#include "engine/distance/character_sketch.h"
#include "engine/mechanics/parallel.h"
#include "engine/texts/joined_words.h"
#include "tools/lab/base/sampling.h"

namespace descry {

namespace {

struct Occurrence {
    std::uint32_t query;
    std::uint32_t wdf;
};

struct Queries {
    std::vector<Xapian::docid> documents;  // ascending
    std::vector<std::uint32_t> lengths;    // in words
    std::unordered_map<std::string, std::vector<Occurrence>> occurrences;
    std::uint64_t eligible = 0;
};

bool is_eligible(const EvaluationInput& input, const MadeGoldOptions& options,
                 Xapian::docid document, std::span<const TermCount> terms) {
    return input.texts.has(document) && input.texts.size(document) <= options.max_bytes &&
           body_length_of(terms) >= options.min_words;
}

Queries choose_queries(const EvaluationInput& input, const MadeGoldOptions& options) {
    HashSample<Xapian::docid> sample(options.queries);
    for_each_term_list(input, "documents", [&](Xapian::docid document, auto terms) {
        if (!is_eligible(input, options, document, terms)) return;
        sample.offer(hash64_list(std::array<std::uint64_t, 1>{document}, options.seed), document);
    });
    Queries queries;
    queries.eligible = sample.offered();
    queries.documents = sample.take();
    const Xapian::Database db = input.open();
    BodyTerms terms(TermSpace(input.schema.term_prefix));
    for (std::uint32_t i = 0; i < queries.documents.size(); ++i) {
        terms.read(db, queries.documents[i]);
        queries.lengths.push_back(body_length_of(terms.terms()));
        for (const TermCount& term : terms.terms())
            queries.occurrences[std::string(term.term)].push_back({i, term.wdf});
    }
    return queries;
}

// The words that a document shares with each sampled one: sums of the lower wdf.
class CommonWords {
  public:
    explicit CommonWords(const Queries& queries)
        : queries_(queries), common_(queries.documents.size()) {}

    /// The weighted Jaccard coefficient with each query. Valid until the next call.
    std::span<const double> compare(std::span<const TermCount> terms) {
        jaccard_.assign(common_.size(), 0);
        for (const TermCount& term : terms) {
            term_ = term.term;
            const auto found = queries_.occurrences.find(term_);
            if (found == queries_.occurrences.end()) continue;
            for (const Occurrence& occurrence : found->second) {
                std::uint32_t& common = common_[occurrence.query];
                if (common == 0) touched_.push_back(occurrence.query);
                common += std::min(occurrence.wdf, term.wdf);
            }
        }
        const std::uint32_t length = body_length_of(terms);
        for (const std::uint32_t query : touched_) {
            const std::uint32_t either = length + queries_.lengths[query] - common_[query];
            jaccard_[query] = static_cast<double>(common_[query]) / static_cast<double>(either);
            common_[query] = 0;
        }
        touched_.clear();
        return jaccard_;
    }

  private:
    const Queries& queries_;
    std::vector<std::uint32_t> common_;  // by query; all zero between documents
    std::vector<std::uint32_t> touched_;
    std::vector<double> jaccard_;
    std::string term_;
};

std::vector<std::optional<CharacterSketch>> sketches_of(const EvaluationInput& input,
                                                        const MadeGoldOptions& options) {
    std::vector<std::optional<CharacterSketch>> sketches(input.texts.end());
    parallel_for(input.work.threads, sketches.size(), [&] {
        return [&, analyzer = WordAnalyzer(input.judge.value_or(AnalyzerRecipe()))](
                   std::size_t i) mutable {
            const auto document = static_cast<Xapian::docid>(i);
            if (input.texts.size(document) > options.max_bytes) return;
            if (const auto text = input.texts.get(document))
                sketches[i] = character_sketch(joined_words_of(analyzer, *text));
        };
    });
    return sketches;
}

// The share of bins in which two sketches agree.
double agreement(const std::optional<CharacterSketch>& a, const std::optional<CharacterSketch>& b) {
    return a && b ? static_cast<double>(equal_bins(*a, *b)) / CHARACTER_BINS : 0;
}

}  // namespace

MadeGold make_gold(const EvaluationInput& input, const MadeGoldOptions& options) {
    const Queries queries = choose_queries(input, options);
    HashSample<DocumentPair> near(options.max_pairs);
    HashSample<DocumentPair> missed(options.max_missed_pairs);
    std::vector<bool> is_query(input.texts.end());
    for (const Xapian::docid document : queries.documents)
        is_query[document] = true;
    CommonWords words(queries);
    const auto sketches = sketches_of(input, options);
    for_each_term_list(input, "word counts", [&](Xapian::docid document, auto terms) {
        if (!is_eligible(input, options, document, terms)) return;
        const std::span<const double> by_words = words.compare(terms);
        for (std::size_t query = 0; query < by_words.size(); ++query) {
            const Xapian::docid other = queries.documents[query];
            // Two sampled documents meet twice.
            if (other == document || (is_query[document] && other < document)) continue;
            const double by_characters = agreement(sketches[document], sketches[other]);
            if (by_words[query] < options.min_missed_jaccard &&
                by_characters < options.min_missed_agreement)
                continue;
            const DocumentPair pair = pair_of(document, other);
            const std::uint64_t hash =
                hash64_list(std::array<std::uint64_t, 2>{pair.a, pair.b}, options.seed);
            const bool may_be_near =
                by_words[query] >= options.min_jaccard || by_characters >= options.min_agreement;
            (may_be_near ? near : missed).offer(hash, pair);
        }
    });

    MadeGold gold;
    gold.documents = queries.eligible;
    gold.queries = queries.documents.size();
    gold.candidates = near.offered();
    const std::vector<DocumentPair> compared = near.take();
    gold.compared = compared.size();
    const Judge judge(input.texts, input.work.threads, input.judge);
    const auto distances = judge.distances(compared);
    for (std::size_t i = 0; i < compared.size(); ++i) {
        if (distances[i] && *distances[i] < DISTANCE_LIMITS.back()) {
            gold.pairs.push_back({compared[i], *distances[i]});
        }
    }
    gold.missed_candidates = missed.offered();
    const DistanceCounts found = count_distances(distances);
    const DistanceCounts beside = count_distances(judge.distances(missed.take()));
    for (std::size_t i = 0; i < DISTANCE_LIMITS.size(); ++i) {
        const double have = found.share(i).value_or(0) * static_cast<double>(gold.candidates);
        if (have == 0) continue;
        ConfidenceInterval lacks = wilson_interval(beside.below[i], beside.judged);
        if (beside.judged == gold.missed_candidates) {
            const double share = beside.share(i).value_or(0);
            lacks = {share, share, share};
        }
        const auto completeness = [&](double share) {
            return have / (have + share * static_cast<double>(gold.missed_candidates));
        };
        gold.completeness[i] = {completeness(lacks.share), completeness(lacks.high),
                                completeness(lacks.low)};
    }
    return gold;
}

}  // namespace descry
