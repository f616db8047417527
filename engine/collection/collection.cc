#include <descry/collection/collection.h>

namespace descry {

std::span<const std::uint64_t> TermListReader::hashes() {
    if (hashes_.size() != terms_.size()) hash_terms(terms_, hashes_);
    return hashes_;
}

std::span<const TermMark> TermListReader::marks() {
    if (marks_.size() != terms_.size()) mark_terms(terms_, marks_);
    return marks_;
}

}  // namespace descry
