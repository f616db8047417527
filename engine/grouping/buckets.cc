#include <numeric>

#include <descry/grouping/grouping.h>

namespace descry {

Buckets::Buckets(std::size_t documents, Bucket end, std::span<const BucketMember> members)
    : end_(end), begins_(documents + 1, 0), buckets_(members.size()) {
    for (const BucketMember& member : members)
        ++begins_[member.document + 1];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    std::vector<std::uint64_t> next(begins_.begin(), begins_.end() - 1);
    for (const BucketMember& member : members)
        buckets_[next[member.document]++] = member.bucket;
}

}  // namespace descry
