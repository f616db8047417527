#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <descry/statistics/statistics_file.h>

#include "engine/collection/forward_index.h"
#include "engine/mechanics/parallel.h"
#include "engine/model/learned_rates.h"
#include "engine/training/training_steps.h"
#include "plugin/reading/body_postings.h"
#include "plugin/statistics/statistics_reader.h"
#include "plugin/statistics/statistics_writer.h"

namespace descry {

namespace {

// Term ranges a thread encodes before they are written: at most some 3 MB each.
constexpr std::size_t RANGES_A_THREAD = 4;

// By content, so that the sample of a shard has the same order as that of the whole.
void sort_by_content_hash(std::vector<Xapian::docid>& sample, const DocumentContents& contents) {
    const auto place = [&](Xapian::docid did) {
        return std::tuple(contents.hashes[did], contents.lengths[did], did);
    };
    std::ranges::sort(sample, {}, place);
}

std::uint64_t write_words(const IndexCollection& index, const DocumentClasses& classes,
                          StatisticsWriter& writer) {
    const std::vector<TermRange> ranges = cut_term_ranges(index.open(), index.space());
    const std::size_t block = RANGES_A_THREAD * std::max(index.threads(), 1u);
    std::uint64_t terms = 0;
    for (std::size_t begin = 0; begin < ranges.size(); begin += block) {
        struct Encoded {
            std::string records;
            std::uint64_t terms = 0;
        };
        std::vector<Encoded> encoded(std::min(block, ranges.size() - begin));
        parallel_for(index.threads(), encoded.size(), [&] {
            return [&, db = index.open(), reader = WordReader(classes)](std::size_t i) mutable {
                Encoded& out = encoded[i];
                for_each_body_term(db, index.space(), ranges[begin + i],
                                   [&](const std::string& term, Xapian::doccount) {
                                       const WordStatistics word = reader.read(db, term);
                                       if (word.histogram.documents() == 0) return;
                                       append_record(out.records, word);
                                       ++out.terms;
                                   });
            };
        });
        for (const Encoded& each : encoded) {
            writer.write_records(each.records);
            terms += each.terms;
        }
        if (index.progress()) index.progress()({"words", begin + encoded.size(), ranges.size()});
    }
    return terms;
}

std::uint64_t write_words(const ForwardIndex& lists, const DocumentClasses& classes,
                          StatisticsWriter& writer) {
    std::uint64_t terms = 0;
    std::string record;
    for_each_counted_word(lists, classes, [&](const WordStatistics& word) {
        record.clear();
        append_record(record, word);
        writer.write_records(record);
        ++terms;
    });
    return terms;
}

// @param write writes the words and returns their number
template <typename WriteWords>
StatisticsSummary export_statistics(const DocumentContents& contents,
                                    const StatisticsOrigin& origin, const std::string& output,
                                    const WriteWords& write) {
    StatisticsHeader header;
    header.origin = origin;
    header.collection = collection_statistics(contents.lengths, origin.min_body_length);
    std::vector<DocumentNumber> sample = sample_documents(contents, origin.min_body_length);
    sort_by_content_hash(sample, contents);
    std::vector<SampledDocument> sampled;
    for (const DocumentNumber document : sample)
        sampled.push_back({contents.hashes[document], contents.lengths[document]});

    StatisticsWriter writer(output, header);
    writer.write_sample(sampled);
    const DocumentClasses classes(contents.lengths, sample, origin.min_body_length);
    const std::uint64_t terms = write(classes, writer);
    const std::uint64_t id = writer.end_statistics();
    writer.close();
    return {header.collection, terms, id, std::nullopt};
}

bool any(const std::vector<FlipCount>& counts) {
    return std::ranges::any_of(counts, [](const auto& count) { return count != FlipCount(); });
}

std::map<std::string_view, LearnedTerm> by_term(const LearnedFlips& learned,
                                                const std::vector<WordStatistics>& words) {
    std::map<std::string_view, LearnedTerm> terms;
    for (const auto& [term, count] : learned.counts.presence)
        terms[term] = {term, count, {}, {}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto found = terms.find(words[i].term);
        if (found == terms.end()) continue;
        if (any(learned.counts.words[i])) found->second.thresholds = learned.counts.words[i];
        if (!learned.finer.empty() && any(learned.finer[i])) {
            found->second.finer = learned.finer[i];
        }
    }
    return terms;
}

void check_origin(const std::string& path, const StatisticsOrigin& file,
                  const StatisticsOrigin& index) {
    if (file == index) return;
    throw StatisticsFileError(
        fmt::format("{}: the statistics do not match the index: analyzer \"{}\" and \"{}\", prefix "
                    "\"{}\" and \"{}\", minimum length {} and {}",
                    path, file.analyzer, index.analyzer, file.term_prefix, index.term_prefix,
                    file.min_body_length, index.min_body_length));
}

}  // namespace

StatisticsSummary export_statistics(const IndexCollection& index, const StatisticsOrigin& origin,
                                    const std::string& output) {
    return export_statistics(*index.documents().contents(), origin, output,
                             [&](const DocumentClasses& classes, StatisticsWriter& writer) {
                                 return write_words(index, classes, writer);
                             });
}

StatisticsSummary export_statistics(const std::shared_ptr<const Collection>& documents,
                                    const StatisticsOrigin& origin, const std::string& output) {
    const ForwardIndex lists(documents);
    if (!lists.is_whole()) {
        throw std::runtime_error("no room for the term lists in " + temporary_directory() +
                                 "; set TMPDIR to another directory, or count in parts and merge");
    }
    return export_statistics(*lists.contents(), origin, output,
                             [&](const DocumentClasses& classes, StatisticsWriter& writer) {
                                 return write_words(lists, classes, writer);
                             });
}

StatisticsSummary export_learned(const CountedCollection& documents, const std::string& statistics,
                                 const TrainingOptions& options, const std::string& output) {
    const LoadedStatistics loaded =
        load_statistics(statistics, options.candidates, documents.threads());
    check_origin(statistics, loaded.origin,
                 {options.analyzer, documents.term_prefix(), options.candidates.min_body_length});
    const LearnedFlips learned =
        learn_flips(documents, *documents.contents(), loaded.statistics, options);

    StatisticsHeader header;
    header.origin = loaded.origin;
    header.collection = loaded.statistics.collection;
    header.has_statistics = false;
    header.learned = {loaded.id, learned.counts.pairs};
    StatisticsWriter writer(output, header);
    for (const auto& [term, record] : by_term(learned, loaded.statistics.words))
        writer.write(record);
    writer.close();
    return {header.collection, 0, loaded.id, learned.counts.pairs};
}

}  // namespace descry
