#include "plugin/statistics/statistics_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "engine/model/learned_rates.h"

namespace descry {

namespace {

constexpr std::size_t MAX_HEADER = std::size_t{1} << 20;
constexpr std::size_t MAX_THRESHOLDS = 255;
constexpr std::uint64_t MAX_32_BITS = std::numeric_limits<std::uint32_t>::max();

// More than a pair can add to an exposure.
constexpr std::uint64_t MAX_EXPOSURE_OF_PAIR = std::uint64_t{1} << 31;

constexpr const char* DAMAGED = "the file is damaged";

}  // namespace

StatisticsReader::StatisticsReader(const std::string& path)
    : path_(path),
      file_(std::fopen(path.c_str(), "rb")),
      buffer_(STATISTICS_BUFFER),
      statistics_hash_(STATISTICS_HASH_SEED),
      file_hash_(STATISTICS_HASH_SEED) {
    if (!file_) fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
    read_header();
    hash_what_was_read();
    statistics_hash_.add(header_.statistics_head());
    in_statistics_ = header_.has_statistics;
    in_learned_ = header_.learned.has_value();
    if (in_statistics_) read_sample();
}

void StatisticsReader::read_header() {
    for (const char expected : STATISTICS_MAGIC) {
        if (at_ == held_) refill();
        if (held_ == 0 || buffer_[at_++] != expected) fail("not a descry statistics file");
    }
    const std::uint64_t version = little_endian(4);
    if (version != STATISTICS_FORMAT) {
        fail(fmt::format("a statistics file of format {}; this version reads format {}", version,
                         STATISTICS_FORMAT));
    }
    const std::uint64_t size = little_endian(4);
    if (size > MAX_HEADER) fail(DAMAGED);
    std::string text;
    bytes(text, size);
    try {
        header_ = StatisticsHeader::parse(text);
    } catch (const std::invalid_argument& error) {
        fail(fmt::format("the header cannot be used: {}", error.what()));
    }
}

void StatisticsReader::read_sample() {
    const std::uint64_t size =
        number(0, std::min<std::uint64_t>(SELECTION_SAMPLE, header_.collection.documents));
    for (std::uint64_t i = 0; i < size; ++i) {
        SampledDocument document;
        document.hash = little_endian(8);
        document.body_length = static_cast<std::uint32_t>(number(1, MAX_32_BITS));
        if (i > 0 && document < sample_.back()) fail(DAMAGED);
        sample_.push_back(document);
    }
}

bool StatisticsReader::next(WordStatistics& word) {
    if (!in_statistics_) return false;
    if (!next_term(word.term)) {
        hash_what_was_read();
        in_statistics_ = false;
        return false;
    }
    const std::uint64_t documents = header_.collection.documents;
    std::vector<HistogramCell> cells;
    std::uint64_t sum = 0;
    std::uint64_t next_cell = 0;
    for (std::uint64_t left = number(1, CELLS); left > 0; --left) {
        const std::uint64_t cell = next_cell + number(1, CELLS) - 1;
        const std::uint64_t count = number(1, documents);
        sum += count;
        if (cell >= CELLS || sum > documents) fail(DAMAGED);
        cells.push_back({static_cast<std::uint16_t>(cell), static_cast<std::uint32_t>(count)});
        next_cell = cell + 1;
    }
    word.histogram = TermHistogram(std::move(cells));
    word.sample.clear();
    std::uint64_t next_position = 0;
    for (std::uint64_t left = number(0, sample_.size()); left > 0; --left) {
        const std::uint64_t position = next_position + number(1, sample_.size()) - 1;
        if (position >= sample_.size()) fail(DAMAGED);
        const std::uint64_t wdf = number(1, MAX_32_BITS);
        word.sample.push_back(
            {static_cast<std::uint16_t>(position), static_cast<std::uint32_t>(wdf)});
        next_position = position + 1;
    }
    return true;
}

bool StatisticsReader::next(LearnedTerm& term) {
    if (!in_learned_) return false;
    if (!next_term(term.term)) {
        in_learned_ = false;
        return false;
    }
    term.presence = count();
    counts(term.thresholds);
    counts(term.finer);
    return true;
}

void StatisticsReader::finish() {
    WordStatistics word;
    while (next(word)) {
    }
    LearnedTerm term;
    while (next(term)) {
    }
    hash_what_was_read();
    const std::uint64_t checksum = file_hash_.value();
    if (little_endian(8) != checksum) {
        fail("the file is damaged: its checksum does not match");
    }
    if (at_ == held_) refill();
    if (held_ > 0) fail("the file has bytes after its end");
}

std::uint64_t StatisticsReader::statistics_id() const {
    return header_.has_statistics ? statistics_hash_.value() : header_.learned->statistics_id;
}

void StatisticsReader::fail(const std::string& what) const {
    throw StatisticsFileError(fmt::format("{}: {}", path_, what));
}

void StatisticsReader::reject(const std::string& what) {
    finish();
    fail(what);
}

void StatisticsReader::refill() {
    hash_what_was_read();
    at_ = hashed_ = 0;
    held_ = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    if (held_ == 0 && std::ferror(file_.get()) != 0) {
        fail(fmt::format("cannot be read: {}", std::strerror(errno)));
    }
}

void StatisticsReader::hash_what_was_read() {
    const std::string_view read(buffer_.data() + hashed_, at_ - hashed_);
    file_hash_.add(read);
    if (in_statistics_) statistics_hash_.add(read);
    hashed_ = at_;
}

unsigned char StatisticsReader::byte() {
    if (at_ == held_) refill();
    if (held_ == 0) fail("the file is cut short");
    return static_cast<unsigned char>(buffer_[at_++]);
}

void StatisticsReader::bytes(std::string& out, std::size_t size) {
    out.clear();
    for (; size > 0; --size)
        out += static_cast<char>(byte());
}

std::uint64_t StatisticsReader::little_endian(unsigned size) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i)
        value |= std::uint64_t{byte()} << (8 * i);
    return value;
}

std::uint64_t StatisticsReader::number(std::uint64_t least, std::uint64_t most) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const unsigned char next = byte();
        value |= std::uint64_t{next & 0x7fu} << shift;
        if (next < 0x80) {
            if (value < least || value > most) fail(DAMAGED);
            return value;
        }
    }
    fail(DAMAGED);
}

bool StatisticsReader::next_term(std::string& term) {
    const unsigned char size = byte();
    if (size == 0) {
        last_term_.clear();
        return false;
    }
    bytes(term, size);
    if (term <= last_term_) fail(DAMAGED);
    last_term_ = term;
    return true;
}

FlipCount StatisticsReader::count() {
    const std::uint64_t pairs = header_.learned->pairs;
    FlipCount count;
    count.exposure = number(0, pairs * MAX_EXPOSURE_OF_PAIR);
    count.flips = static_cast<std::uint32_t>(number(0, pairs));
    return count;
}

void StatisticsReader::counts(std::vector<FlipCount>& out) {
    out.resize(number(0, MAX_THRESHOLDS));
    for (FlipCount& each : out)
        each = count();
}

}  // namespace descry
