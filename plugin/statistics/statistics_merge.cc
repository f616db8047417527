#include <algorithm>
#include <limits>
#include <memory>
#include <queue>
#include <utility>

#include <fmt/format.h>

#include <descry/hashing/hash.h>
#include <descry/statistics/statistics_file.h>

#include "engine/model/learned_rates.h"
#include "engine/training/training_steps.h"
#include "plugin/statistics/statistics_reader.h"
#include "plugin/statistics/statistics_writer.h"

namespace descry {

namespace {

constexpr std::uint16_t NOT_IN_SAMPLE = std::numeric_limits<std::uint16_t>::max();
static_assert(SELECTION_SAMPLE <= NOT_IN_SAMPLE);

using Readers = std::vector<StatisticsReader*>;

void check_origin(const StatisticsReader& reader, const StatisticsReader& first) {
    const StatisticsOrigin& a = first.header().origin;
    const StatisticsOrigin& b = reader.header().origin;
    if (a == b) return;
    const auto differs = [&](const char* what, const auto& of_a, const auto& of_b) {
        if (of_a == of_b) return;
        reader.fail(fmt::format("another {} ({}) than {}'s ({})", what, of_b, first.path(), of_a));
    };
    differs("analyzer", a.analyzer, b.analyzer);
    differs("prefix of body terms", a.term_prefix, b.term_prefix);
    differs("minimum length of documents", a.min_body_length, b.min_body_length);
}

bool is_learned_of(const StatisticsReader& reader, std::uint64_t statistics_id) {
    return reader.header().learned->statistics_id == statistics_id;
}

[[noreturn]] void reject_learned(const StatisticsReader& reader, std::uint64_t statistics_id) {
    const std::uint64_t of = reader.header().learned->statistics_id;
    reader.fail(fmt::format("its learned counts belong to the statistics {}, not {}", to_hex(of),
                            to_hex(statistics_id)));
}

// Limit of the counters of cells and flips.
void check_sum(const StatisticsReader& reader, std::uint64_t sum, const char* what) {
    if (sum > std::numeric_limits<std::uint32_t>::max()) {
        reader.fail(fmt::format("together with the files before it, {} {}: too many", sum, what));
    }
}

struct MergedSample {
    std::vector<SampledDocument> documents;
    std::vector<std::vector<std::uint16_t>> position;
};

MergedSample merge_samples(const Readers& readers) {
    struct Entry {
        SampledDocument document;
        std::size_t file;
        std::size_t position;

        auto operator<=>(const Entry&) const = default;
    };
    MergedSample merged;
    std::vector<Entry> entries;
    for (std::size_t file = 0; file < readers.size(); ++file) {
        const std::vector<SampledDocument>& sample = readers[file]->sample();
        merged.position.emplace_back(sample.size(), NOT_IN_SAMPLE);
        for (std::size_t i = 0; i < sample.size(); ++i)
            entries.push_back({sample[i], file, i});
        // Equal content hashes have equal words, so ties do not matter.
        std::sort(entries.begin(), entries.end());
        if (entries.size() > SELECTION_SAMPLE) entries.resize(SELECTION_SAMPLE);
    }
    for (const Entry& entry : entries) {
        merged.position[entry.file][entry.position] =
            static_cast<std::uint16_t>(merged.documents.size());
        merged.documents.push_back(entry.document);
    }
    return merged;
}

// Calls visit(file, record) for all records, ascending by term, and finish() after each term.
template <typename Record, typename Visit, typename Finish>
void for_each_record(const Readers& readers, Visit&& visit, Finish&& finish) {
    std::vector<Record> records(readers.size());
    const auto later = [&](std::size_t a, std::size_t b) {
        return records[b].term < records[a].term;
    };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
    for (std::size_t file = 0; file < readers.size(); ++file) {
        if (readers[file]->next(records[file])) queue.push(file);
    }
    std::string term;
    while (!queue.empty()) {
        const std::size_t file = queue.top();
        queue.pop();
        term = records[file].term;
        visit(file, records[file]);
        if (readers[file]->next(records[file])) queue.push(file);
        if (queue.empty() || records[queue.top()].term != term) finish();
    }
}

std::uint64_t merge_words(const Readers& readers, StatisticsWriter& writer) {
    const MergedSample sample = merge_samples(readers);
    writer.write_sample(sample.documents);
    WordStatistics sum;
    std::string record;
    std::uint64_t terms = 0;
    for_each_record<WordStatistics>(
        readers,
        [&](std::size_t file, const WordStatistics& word) {
            sum.term = word.term;
            sum.histogram.merge(word.histogram);
            for (const auto& [position, wdf] : word.sample) {
                const std::uint16_t merged = sample.position[file][position];
                if (merged != NOT_IN_SAMPLE) sum.sample.push_back({merged, wdf});
            }
        },
        [&] {
            std::ranges::sort(sum.sample, {}, &SampleOccurrence::position);
            record.clear();
            append_record(record, sum);
            writer.write_records(record);
            sum = WordStatistics();
            ++terms;
        });
    return terms;
}

void add(std::vector<FlipCount>& sums, const std::vector<FlipCount>& counts,
         StatisticsReader& reader) {
    if (counts.empty()) return;
    if (sums.empty()) sums.resize(counts.size());
    if (sums.size() != counts.size()) {
        reader.reject("its counts were learned with other thresholds");
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
        sums[i].merge(counts[i]);
}

void merge_learned(const Readers& readers, bool few_pairs, StatisticsWriter& writer) {
    LearnedTerm sum;
    for_each_record<LearnedTerm>(
        readers,
        [&](std::size_t file, const LearnedTerm& term) {
            sum.term = term.term;
            sum.presence.merge(term.presence);
            add(sum.thresholds, term.thresholds, *readers[file]);
            if (few_pairs) add(sum.finer, term.finer, *readers[file]);
        },
        [&] {
            writer.write(sum);
            sum = LearnedTerm();
        });
}

}  // namespace

StatisticsSummary merge_statistics(std::span<const std::string> inputs, const std::string& output) {
    std::vector<std::unique_ptr<StatisticsReader>> files;
    Readers with_statistics;
    Readers with_learned;
    StatisticsHeader header;
    header.has_statistics = false;
    for (const std::string& input : inputs) {
        files.push_back(std::make_unique<StatisticsReader>(input));
        StatisticsReader& reader = *files.back();
        check_origin(reader, *files.front());
        if (reader.header().has_statistics) {
            with_statistics.push_back(&reader);
            header.has_statistics = true;
            header.collection.merge(reader.header().collection);
            check_sum(reader, header.collection.documents, "documents");
        }
        if (const auto& learned = reader.header().learned) {
            if (!header.learned) header.learned = {learned->statistics_id, 0};
            if (!is_learned_of(reader, header.learned->statistics_id)) {
                reject_learned(reader, header.learned->statistics_id);
            }
            with_learned.push_back(&reader);
            header.learned->pairs += learned->pairs;
            check_sum(reader, header.learned->pairs, "learned pairs");
        }
    }
    if (files.empty()) throw StatisticsFileError("no statistics to merge");
    header.origin = files.front()->header().origin;
    if (!header.has_statistics) header.collection = files.front()->header().collection;

    StatisticsSummary summary{header.collection, 0, 0, std::nullopt};
    StatisticsWriter writer(output, header);
    if (header.has_statistics) {
        summary.terms = merge_words(with_statistics, writer);
        summary.statistics_id = writer.end_statistics();
    } else {
        summary.statistics_id = header.learned->statistics_id;
    }
    if (header.learned) {
        if (!is_learned_of(*with_learned.front(), summary.statistics_id)) {
            // Damage would be the more specific reason.
            for (const auto& file : files)
                file->finish();
            reject_learned(*with_learned.front(), summary.statistics_id);
        }
        merge_learned(with_learned, header.learned->pairs < FEW_PAIRS, writer);
        summary.learned_pairs = header.learned->pairs;
    }
    for (const auto& file : files)
        file->finish();
    writer.close();
    return summary;
}

}  // namespace descry
