#include "tools/lab/methods/keyed_pairs.h"

#include <algorithm>
#include <set>

#include "engine/grouping/buckets.h"
#include "tools/lab/base/sampling.h"

namespace descry {

namespace {

// Of the estimated count, and so the same for every sample.
constexpr std::uint64_t ESTIMATE_SEED = 2002;

}  // namespace

KeyedPairs::KeyedPairs(std::vector<DocumentKey> keys, std::uint64_t exact_limit) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<std::size_t> counts;  // by docid: its buckets
    for (std::size_t begin = 0; begin < keys.size();) {
        std::size_t end = begin + 1;
        while (end < keys.size() && keys[end].key == keys[begin].key)
            ++end;
        if (end - begin > 1) {
            for (std::size_t i = begin; i < end; ++i) {
                const Xapian::docid document = keys[i].document;
                members_.push_back(document);
                if (document >= counts.size()) counts.resize(std::size_t{document} + 1);
                if (++counts[document] > 1) shares_once_ = false;
            }
            const std::uint64_t before = pair_ends_.empty() ? 0 : pair_ends_.back();
            member_ends_.push_back(members_.size());
            pair_ends_.push_back(before + pairs_among(end - begin));
        }
        begin = end;
    }

    std::size_t sum = 0;
    for (const std::size_t count : counts)
        bucket_ends_.push_back(sum += count);
    buckets_.resize(sum);
    std::vector<std::size_t> next(counts.size());
    for (std::size_t did = 1; did < counts.size(); ++did)
        next[did] = bucket_ends_[did - 1];
    for (Bucket bucket = 0; bucket < member_ends_.size(); ++bucket) {
        for (const Xapian::docid document : members_of(bucket))
            buckets_[next[document]++] = bucket;
    }
    is_estimated_ = !shares_once_ && pair_ends_.back() > exact_limit;
}

std::optional<std::vector<std::uint64_t>> KeyedPairs::group_sizes() const {
    if (!shares_once_) return std::nullopt;
    std::vector<std::uint64_t> sizes;
    for (Bucket bucket = 0; bucket < member_ends_.size(); ++bucket)
        sizes.push_back(members_of(bucket).size());
    return sizes;
}

std::span<const Xapian::docid> KeyedPairs::members_of(Bucket bucket) const {
    const std::size_t begin = bucket == 0 ? 0 : member_ends_[bucket - 1];
    return std::span(members_).subspan(begin, member_ends_[bucket] - begin);
}

std::span<const KeyedPairs::Bucket> KeyedPairs::buckets_of(Xapian::docid document) const {
    if (document >= bucket_ends_.size()) return {};
    const std::size_t begin = document == 0 ? 0 : bucket_ends_[document - 1];
    return std::span(buckets_).subspan(begin, bucket_ends_[document] - begin);
}

std::size_t KeyedPairs::shared_keys(const DocumentPair& pair) const {
    const auto a = buckets_of(pair.a);
    const auto b = buckets_of(pair.b);
    std::size_t shared = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) ++shared;
        const bool next_a = a[i] <= b[j];
        if (b[j] <= a[i]) ++j;
        if (next_a) ++i;
    }
    return shared;
}

std::uint64_t KeyedPairs::count() const {
    if (pair_ends_.empty()) return 0;
    if (shares_once_) return pair_ends_.back();
    return is_estimated_ ? estimate() : pairs_up_to().back();
}

std::vector<DocumentPair> KeyedPairs::sample(std::size_t n, std::uint64_t seed) const {
    if (pair_ends_.empty()) return {};
    if (is_estimated_) return sample_by_rejection(n, seed);
    if (!shares_once_) return sample_distinct(n, seed);
    std::vector<DocumentPair> drawn;
    for (const std::uint64_t number : draw_numbers(pair_ends_.back(), n, seed))
        drawn.push_back(pair_at(number));
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

// Pair number i of all buckets one after the other, repeats included.
DocumentPair KeyedPairs::pair_at(std::uint64_t number) const {
    const auto found = std::upper_bound(pair_ends_.begin(), pair_ends_.end(), number);
    const auto bucket = static_cast<Bucket>(found - pair_ends_.begin());
    if (bucket > 0) number -= pair_ends_[bucket - 1];
    const auto members = members_of(bucket);
    const auto [i, j] = numbered_pair(number);
    return pair_of(members[i], members[j]);
}

// Documents with a greater docid that share a key, ascending.
std::vector<Xapian::docid> KeyedPairs::later_partners(Xapian::docid document) const {
    std::vector<Xapian::docid> partners;
    for (const Bucket bucket : buckets_of(document)) {
        const auto members = members_of(bucket);
        partners.insert(partners.end(), std::upper_bound(members.begin(), members.end(), document),
                        members.end());
    }
    std::sort(partners.begin(), partners.end());
    partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
    return partners;
}

const std::vector<std::uint64_t>& KeyedPairs::pairs_up_to() const {
    if (!pairs_up_to_.empty()) return pairs_up_to_;
    std::vector<Xapian::docid> seen_with(bucket_ends_.size(), 0);
    std::uint64_t pairs = 0;
    for (Xapian::docid document = 0; document < bucket_ends_.size(); ++document) {
        for (const Bucket bucket : buckets_of(document)) {
            const auto members = members_of(bucket);
            for (auto member = std::upper_bound(members.begin(), members.end(), document);
                 member != members.end(); ++member) {
                if (seen_with[*member] == document) continue;
                seen_with[*member] = document;
                ++pairs;
            }
        }
        pairs_up_to_.push_back(pairs);
    }
    return pairs_up_to_;
}

std::vector<DocumentPair> KeyedPairs::sample_distinct(std::size_t n, std::uint64_t seed) const {
    const std::vector<std::uint64_t>& up_to = pairs_up_to();
    std::vector<DocumentPair> drawn;
    Xapian::docid last = 0;
    std::vector<Xapian::docid> partners;
    for (const std::uint64_t number : draw_numbers(up_to.back(), n, seed)) {
        const auto found = std::upper_bound(up_to.begin(), up_to.end(), number);
        const auto document = static_cast<Xapian::docid>(found - up_to.begin());
        if (document != last) partners = later_partners(document);
        last = document;
        const std::uint64_t before = document == 0 ? 0 : up_to[document - 1];
        drawn.push_back({document, partners[number - before]});
    }
    return drawn;
}

std::uint64_t KeyedPairs::estimate() const {
    if (estimate_ != 0) return estimate_;
    std::mt19937_64 generator(ESTIMATE_SEED);
    double sum = 0;
    for (std::size_t i = 0; i < ESTIMATE_DRAWS; ++i) {
        const DocumentPair pair = pair_at(random_below(generator, pair_ends_.back()));
        sum += 1 / static_cast<double>(shared_keys(pair));
    }
    const double share = sum / static_cast<double>(ESTIMATE_DRAWS);
    estimate_ = static_cast<std::uint64_t>(share * static_cast<double>(pair_ends_.back()));
    return estimate_;
}

// A pair that shares m keys is drawn m times as often, and then kept one time in m.
std::vector<DocumentPair> KeyedPairs::sample_by_rejection(std::size_t n, std::uint64_t seed) const {
    std::mt19937_64 generator(seed);
    std::set<DocumentPair> drawn;
    // Of few pairs the last ones would be waited for long.
    const std::uint64_t wanted =
        std::min<std::uint64_t>(n, std::max<std::uint64_t>(count() / 2, 1));
    while (drawn.size() < wanted) {
        const DocumentPair pair = pair_at(random_below(generator, pair_ends_.back()));
        if (random_below(generator, shared_keys(pair)) == 0) drawn.insert(pair);
    }
    return {drawn.begin(), drawn.end()};
}

}  // namespace descry
