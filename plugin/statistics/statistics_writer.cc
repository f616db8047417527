#include "plugin/statistics/statistics_writer.h"

#include "engine/hashing/coding.h"
#include "engine/model/learned_rates.h"

namespace descry {

namespace {

void append_term(std::string& out, std::string_view term) {
    out += static_cast<char>(static_cast<unsigned char>(term.size()));
    out += term;
}

void append_count(std::string& out, const FlipCount& count) {
    append_varint(out, count.exposure);
    append_varint(out, count.flips);
}

void append_counts(std::string& out, const std::vector<FlipCount>& counts) {
    append_varint(out, counts.size());
    for (const FlipCount& count : counts)
        append_count(out, count);
}

}  // namespace

void append_record(std::string& out, const WordStatistics& word) {
    append_term(out, word.term);
    append_varint(out, word.histogram.cells().size());
    int last = -1;
    for (const HistogramCell& cell : word.histogram.cells()) {
        append_varint(out, static_cast<std::uint64_t>(cell.cell - last));
        append_varint(out, cell.documents);
        last = cell.cell;
    }
    append_varint(out, word.sample.size());
    last = -1;
    for (const SampleOccurrence& occurrence : word.sample) {
        append_varint(out, static_cast<std::uint64_t>(occurrence.position - last));
        append_varint(out, occurrence.wdf);
        last = occurrence.position;
    }
}

StatisticsWriter::StatisticsWriter(const std::string& path, const StatisticsHeader& header)
    : file_(path),
      has_learned_(header.learned.has_value()),
      in_statistics_(header.has_statistics),
      statistics_hash_(STATISTICS_HASH_SEED),
      file_hash_(STATISTICS_HASH_SEED) {
    const std::string head = header.head();
    file_.write(head);
    file_hash_.add(head);
    statistics_hash_.add(header.statistics_head());
}

void StatisticsWriter::write_sample(std::span<const SampledDocument> sample) {
    std::string bytes;
    append_varint(bytes, sample.size());
    for (const SampledDocument& document : sample) {
        append_little_endian(bytes, document.hash, 8);
        append_varint(bytes, document.body_length);
    }
    write(bytes);
}

std::uint64_t StatisticsWriter::end_statistics() {
    write(std::string_view("\0", 1));
    flush();
    in_statistics_ = false;
    return statistics_hash_.value();
}

void StatisticsWriter::write(const LearnedTerm& term) {
    record_.clear();
    append_term(record_, term.term);
    append_count(record_, term.presence);
    append_counts(record_, term.thresholds);
    append_counts(record_, term.finer);
    write(record_);
}

void StatisticsWriter::close() {
    if (has_learned_) write(std::string_view("\0", 1));
    flush();
    std::string checksum;
    append_little_endian(checksum, file_hash_.value(), 8);
    file_.write(checksum);
    file_.commit();
}

void StatisticsWriter::write(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() >= STATISTICS_BUFFER) flush();
}

void StatisticsWriter::flush() {
    file_hash_.add(buffer_);
    if (in_statistics_) statistics_hash_.add(buffer_);
    file_.write(buffer_);
    buffer_.clear();
}

}  // namespace descry
