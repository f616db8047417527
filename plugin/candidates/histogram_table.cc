#include "plugin/candidates/histogram_table.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
namespace descry {

namespace {

constexpr Xapian::docid HISTOGRAMS_A_RECORD = 64;
constexpr std::size_t PLACES = 16384;

std::string record_name(Xapian::docid did) {
    return fmt::format("{:08x}", did / HISTOGRAMS_A_RECORD);
}

std::string histogram_record(const std::string& record) {
    return metadata_key::HISTOGRAMS_PREFIX + record;
}

std::size_t offset_of(Xapian::docid did) {
    return did % HISTOGRAMS_A_RECORD * CoarseBagHistogram::BYTES;
}

}  // namespace

CoarseBagHistogram HistogramTable::find(Xapian::docid did) {
    if (records_.empty()) records_.resize(PLACES);
    const Xapian::docid number = did / HISTOGRAMS_A_RECORD + 1;
    Record& record = records_[number % PLACES];
    if (record.number != number) {
        record = {number, db_.get_metadata(histogram_record(record_name(did)))};
    }
    const std::size_t offset = offset_of(did);
    if (offset + CoarseBagHistogram::BYTES > record.bytes.size()) return {};
    return CoarseBagHistogram::read(
        std::string_view(record.bytes).substr(offset, CoarseBagHistogram::BYTES));
}

void HistogramTableWriter::add(Xapian::docid did, const CoarseBagHistogram& coarse_histogram) {
    const std::string record = record_name(did);
    if (record != record_) {
        close_record();
        record_ = record;
        if (!anew_) bytes_ = db_.get_metadata(histogram_record(record));
    }
    const std::size_t offset = offset_of(did);
    bytes_.resize(std::max(bytes_.size(), offset + CoarseBagHistogram::BYTES));
    std::string bytes;
    coarse_histogram.append_to(bytes);
    bytes_.replace(offset, CoarseBagHistogram::BYTES, bytes);
}

void HistogramTableWriter::finish() {
    close_record();
    if (anew_) records_.remove_others();
}

void HistogramTableWriter::close_record() {
    if (record_.empty()) return;
    records_.write(record_, bytes_);
    record_.clear();
    bytes_.clear();
}

}  // namespace descry
