#include "engine/mechanics/record_file.h"

namespace descry {

namespace {

constexpr std::size_t WRITTEN_AT_ONCE = std::size_t{1} << 20;

}  // namespace

void RecordFile::add(std::initializer_list<std::string_view> parts) {
    std::size_t size = 0;
    for (const std::string_view part : parts)
        size += part.size();
    begins_.push_back(written_ + unwritten_.size() + size);
    if (unwritten_.size() + size < WRITTEN_AT_ONCE) {
        for (const std::string_view part : parts)
            unwritten_ += part;
        return;
    }
    write(unwritten_);
    unwritten_.clear();
    for (const std::string_view part : parts)
        write(part);
}

void RecordFile::write(std::string_view bytes) {
    file_.write(bytes.data(), bytes.size());
    written_ += bytes.size();
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
