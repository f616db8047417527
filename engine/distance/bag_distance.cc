#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include <descry/distance/bag_distance.h>

#include "distance/hash_buckets.h"
#include "edits/word_edits.h"

namespace descry {

namespace {

constexpr std::uint32_t SEPARATOR = 1;

__extension__ using Wide = unsigned __int128;

std::uint16_t weight_of(std::string_view term) {
    constexpr std::size_t MOST = std::numeric_limits<std::uint16_t>::max();
    return static_cast<std::uint16_t>(std::min(term.size() + SEPARATOR, MOST));
}

std::vector<std::uint64_t> hashes_of(std::span<const TermCount> terms) {
    std::vector<std::uint64_t> hashes;
    hash_terms(terms, hashes);
    return hashes;
}

std::vector<TermMark> marks_of(std::span<const TermCount> terms) {
    std::vector<TermMark> marks;
    mark_terms(terms, marks);
    return marks;
}

// What two bags have in common, in characters and words.
struct Overlap {
    std::uint64_t characters = 0;
    std::uint64_t words = 0;
};

struct Sizes {
    std::uint64_t characters = 0;
    std::uint64_t words = 0;
};

// The numerator of the distance, in characters.
std::uint64_t changed_characters(const Sizes& a, const Sizes& b, const Overlap& common) {
    const std::uint64_t differing = std::max(a.characters, b.characters) - common.characters;
    const std::uint64_t separators = std::min(a.words, b.words) - common.words;
    return differing > separators ? differing - separators : 0;
}

// Rounded up: only equal documents are at distance 0.
DistanceMillionths share_of(std::uint64_t changed, std::uint64_t characters) {
    if (characters == 0) return 0;
    const Wide millionths = (Wide{changed} * WHOLE_DISTANCE + characters - 1) / characters;
    return static_cast<DistanceMillionths>(std::min<Wide>(millionths, WHOLE_DISTANCE));
}

// The occurrences that one document has more of than the other, ascending by bytes.
struct LeftOver {
    std::string_view term;
    std::uint32_t count;
};

std::size_t common_prefix(std::string_view a, std::string_view b) {
    const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<std::size_t>(end - a.begin());
}

// Of two words of which one takes the other's place, twice the characters that need no change. The
// distance has the greater number of characters of both documents; of two words that is on average
// the mean.
std::uint64_t twice_kept(std::string_view a, std::string_view b, std::size_t common_prefix) {
    const std::size_t of_both = a.size() + b.size();
    return std::max(2 * common_prefix, of_both - std::min(of_both, 2 * word_edits(a, b)));
}

// Walks both lists and pairs neighbours; a word is passed over when the next of its side shares a
// longer prefix with what stands opposite.
std::uint64_t kept_characters(const std::vector<LeftOver>& a, const std::vector<LeftOver>& b) {
    std::uint64_t sum = 0;
    std::size_t i = 0;
    std::size_t j = 0;
    std::uint32_t left_a = a.empty() ? 0 : a[0].count;
    std::uint32_t left_b = b.empty() ? 0 : b[0].count;
    const auto next_a = [&] { left_a = ++i < a.size() ? a[i].count : 0; };
    const auto next_b = [&] { left_b = ++j < b.size() ? b[j].count : 0; };
    while (i < a.size() && j < b.size()) {
        const std::size_t here = common_prefix(a[i].term, b[j].term);
        if (i + 1 < a.size() && common_prefix(a[i + 1].term, b[j].term) > here) {
            next_a();
            continue;
        }
        if (j + 1 < b.size() && common_prefix(a[i].term, b[j + 1].term) > here) {
            next_b();
            continue;
        }
        const std::uint32_t pairs = std::min(left_a, left_b);
        sum += pairs * twice_kept(a[i].term, b[j].term, here);
        left_a -= pairs;
        left_b -= pairs;
        if (left_a == 0) next_a();
        if (left_b == 0) next_b();
    }
    return sum / 2;
}

}  // namespace

class BagComparison {
  public:
    static Overlap overlap(const Bag& a, const Bag& b) {
        Overlap common;
        const Bag::Entry* i = a.entries_.data();
        const Bag::Entry* j = b.entries_.data();
        const Bag::Entry* const end_i = i + a.entries_.size();
        const Bag::Entry* const end_j = j + b.entries_.size();
        while (i != end_i && j != end_j) {
            const std::uint64_t x = i->hash;
            const std::uint64_t y = j->hash;
            if (x == y) {
                if (i->mark != j->mark) {
                    ++(i->mark < j->mark ? i : j);
                    continue;
                }
                const std::uint64_t shared = std::min(i->wdf, j->wdf);
                common.words += shared;
                common.characters += shared * i->weight;
            }
            // Advancing without a branch: which side is behind is as good as random.
            i += x <= y;
            j += y <= x;
        }
        return common;
    }
};

DistanceMillionths distance_from(double share) {
    if (!(share >= 0 && share <= 1)) {
        throw std::invalid_argument("a distance is a share between 0 and 1");
    }
    return static_cast<DistanceMillionths>(std::lround(share * WHOLE_DISTANCE));
}

Bag::Bag(std::span<const TermCount> terms) : Bag(terms, hashes_of(terms), marks_of(terms)) {}

Bag::Bag(std::span<const TermCount> terms, std::span<const std::uint64_t> hashes,
         std::span<const TermMark> marks) {
    HashBuckets buckets(hashes);
    entries_.resize(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& [term, wdf] = terms[i];
        entries_[buckets.take_place(hashes[i])] = {hashes[i], wdf, weight_of(term), marks[i]};
        characters_ += std::uint64_t{wdf} * weight_of(term);
        words_ += wdf;
    }
    buckets.for_each_crowded([this](std::size_t begin, std::size_t end) {
        std::sort(&entries_[begin], &entries_[end - 1] + 1, [](const Entry& a, const Entry& b) {
            return a.hash != b.hash ? a.hash < b.hash : a.mark < b.mark;
        });
    });
}

DistanceMillionths bag_distance(const Bag& a, const Bag& b) {
    const Overlap common = BagComparison::overlap(a, b);
    return share_of(
        changed_characters({a.characters(), a.words()}, {b.characters(), b.words()}, common),
        std::max(a.characters(), b.characters()));
}

bool lengths_exceed(std::uint64_t characters_a, std::uint64_t characters_b,
                    DistanceMillionths limit) {
    const auto [less, more] = std::minmax(characters_a, characters_b);
    return Wide{more - less} * WHOLE_DISTANCE > Wide{more} * limit;
}

DistanceMillionths strict_bag_distance(std::span<const TermCount> a, std::span<const TermCount> b) {
    Overlap common;
    Sizes size_a;
    Sizes size_b;
    std::vector<LeftOver> left_a;
    std::vector<LeftOver> left_b;
    const auto take = [](Sizes& size, std::vector<LeftOver>& left, const TermCount& term,
                         std::uint32_t shared) {
        size.characters += std::uint64_t{term.wdf} * weight_of(term.term);
        size.words += term.wdf;
        if (term.wdf > shared) left.push_back({term.term, term.wdf - shared});
    };
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        if (j == b.end() || (i != a.end() && i->term < j->term)) {
            take(size_a, left_a, *i++, 0);
        } else if (i == a.end() || j->term < i->term) {
            take(size_b, left_b, *j++, 0);
        } else {
            const std::uint32_t shared = std::min(i->wdf, j->wdf);
            common.words += shared;
            common.characters += std::uint64_t{shared} * weight_of(i->term);
            take(size_a, left_a, *i++, shared);
            take(size_b, left_b, *j++, shared);
        }
    }
    const std::uint64_t changed = changed_characters(size_a, size_b, common);
    return share_of(changed - std::min(changed, kept_characters(left_a, left_b)),
                    std::max(size_a.characters, size_b.characters));
}

}  // namespace descry
