#include <descry/mechanics/record_file.h>

namespace descry {

namespace {

// Written in one go.
constexpr std::size_t WRITTEN_AT_ONCE = std::size_t{1} << 20;

}  // namespace

void RecordFile::add(std::string_view record) {
    unwritten_ += record;
    begins_.push_back(written_ + unwritten_.size());
    if (unwritten_.size() < WRITTEN_AT_ONCE) return;
    file_.write(unwritten_.data(), unwritten_.size());
    written_ += unwritten_.size();
    unwritten_.clear();
}

void RecordFile::read(std::size_t number, std::string& record) const {
    const std::uint64_t begin = begins_.at(number);
    record.resize(begins_.at(number + 1) - begin);
    // A record is in the file whole, or not at all.
    if (begin >= written_) {
        unwritten_.copy(record.data(), record.size(), begin - written_);
    } else {
        record.resize(file_.read_at(begin, record.data(), record.size()));
    }
}

}  // namespace descry
