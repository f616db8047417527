#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <descry/collection/bag_store.h>
#include <descry/collection/collection_groups.h>
#include <descry/collection/equal_contents.h>
#include <descry/mechanics/parallel.h>

namespace descry {

namespace {

// Documents that distances are computed for by one thread in one go.
constexpr std::size_t COMPARED_AT_ONCE = 32;
// Members that are measured before others may be forgotten.
constexpr std::size_t MEASURED_IN_A_BLOCK = 2048;

// Where a model has no words, a document tries at least so many heads: all there are in an index
// that is as small as such a model should be for.
constexpr std::uint32_t HEADS_WITHOUT_WORDS = 2000;

// The documents that are grouped, one of each content, in the order of grouping; the others are its
// copies.
struct Representatives {
    std::vector<DocumentNumber> documents;  // by rank
    std::vector<std::uint32_t> weights;     // by rank: documents of this content
    std::vector<DocumentNumber> stand_in;   // by number: the document that stands for it; 0: none
    std::vector<Rank> rank_of;              // by number, of representatives
};

Representatives choose_representatives(const Collection& collection,
                                       const std::vector<DocumentNumber>& ordered,
                                       const std::vector<std::uint64_t>& content_hashes) {
    Representatives result;
    result.stand_in = find_first_of_contents(collection, ordered, content_hashes);
    result.rank_of.resize(content_hashes.size(), 0);
    std::vector<std::uint32_t> copies(content_hashes.size(), 0);
    for (const DocumentNumber did : ordered)
        ++copies[result.stand_in[did]];
    for (const DocumentNumber did : ordered) {
        if (result.stand_in[did] != did) continue;
        result.rank_of[did] = static_cast<Rank>(result.documents.size());
        result.documents.push_back(did);
        result.weights.push_back(copies[did]);
    }
    return result;
}

// Documents that share a band key share a bucket; keys of one document alone make none.
Buckets buckets_of_bands(CollectionKeys& keys, const Representatives& representatives,
                         unsigned bands) {
    Buckets buckets(representatives.documents.size(), bands);
    std::vector<Rank> members;
    std::uint64_t key = 0;
    const auto close_bucket = [&] {
        if (members.size() > 1) {
            const auto band = static_cast<unsigned>(key >> 56);
            for (const Rank rank : members)
                buckets.of(rank)[band] = buckets.end;
            ++buckets.end;
        }
        members.clear();
    };
    keys.bands.for_each([&](const BandRecord& record) {
        if (record.key != key) {
            close_bucket();
            key = record.key;
        }
        if (representatives.stand_in[record.document] == record.document) {
            members.push_back(representatives.rank_of[record.document]);
        }
    });
    close_bucket();
    return buckets;
}

// Puts all documents that are long enough into one more bucket, their last.
void add_bucket_of_all(const Collection& collection, const Representatives& representatives,
                       std::uint32_t min_body_length, Buckets& buckets) {
    const BodyLengths lengths = collection.lengths();
    for (Rank rank = 0; rank < representatives.documents.size(); ++rank) {
        if (lengths[representatives.documents[rank]] >= min_body_length)
            buckets.of(rank).back() = buckets.end;
    }
    ++buckets.end;
}

// Without words to draw from, the documents that a model would be made of, which are few, share one
// bucket; so do shorter ones, unless they are many: then their own keys tell.
Buckets buckets_without_words(const Collection& collection, const ModelParameters& parameters,
                              CollectionKeys& keys, const Representatives& representatives) {
    const bool are_few = representatives.documents.size() <= 2 * std::size_t{HEADS_WITHOUT_WORDS};
    Buckets buckets = are_few ? Buckets(representatives.documents.size(), 1)
                              : buckets_of_bands(keys, representatives, parameters.keys() + 1);
    add_bucket_of_all(collection, representatives,
                      are_few ? parameters.min_length_of_keys() : parameters.min_body_length,
                      buckets);
    return buckets;
}

// One document after the other, of which no order is asked for.
class ReadDocument final : public DocumentToCompare {
  public:
    explicit ReadDocument(const Collection& collection) : reader_(collection.reader()) {}

    void read(DocumentNumber did) {
        reader_->read(did);
        bag_ = Bag(reader_->terms(), reader_->hashes(), reader_->marks());
    }

    const Bag& bag() override { return bag_; }
    std::span<const TermCount> terms() override { return reader_->terms(); }

  private:
    std::unique_ptr<TermListReader> reader_;
    Bag bag_;
};

// The strict distance of each member to its head. A grouping asks for it only where the bag
// distance is too great, which depends on the level on which a member was let in; what is stored
// does not.
void measure_strictly(const Collection& collection, const PairLimits& limits,
                      const Representatives& representatives, Grouping& grouped) {
    std::vector<Rank> members;
    for (Rank rank = 0; rank < grouped.head_of.size(); ++rank) {
        if (grouped.head_of[rank] != rank) members.push_back(rank);
    }
    std::ranges::sort(members, {},
                      [&](Rank rank) { return std::pair(grouped.head_of[rank], rank); });
    parallel_each(collection.threads(), members.size(), COMPARED_AT_ONCE, [&] {
        return [&, head = ReadDocument(collection), member = ReadDocument(collection),
                head_read = std::optional<Rank>()](std::size_t i) mutable {
            const Rank rank = members[i];
            const Rank head_rank = grouped.head_of[rank];
            if (head_read != head_rank) head.read(representatives.documents[head_rank]);
            head_read = head_rank;
            member.read(representatives.documents[rank]);
            grouped.distance[rank] = PairVerifier(limits).distance(head, member);
        };
    });
}

// The edit distance of each member to its head: what was enough to group long texts may be a few
// edits above it.
void measure_exactly(const Collection& collection, BagStore& bags, Grouping& grouped) {
    std::vector<Rank> members;
    for (Rank rank = 0; rank < grouped.head_of.size(); ++rank) {
        if (grouped.distance[rank] > 0) members.push_back(rank);
    }
    for (std::size_t begin = 0; begin < members.size(); begin += MEASURED_IN_A_BLOCK) {
        const std::size_t end = std::min(members.size(), begin + MEASURED_IN_A_BLOCK);
        bags.expect(std::span(members).subspan(begin, end - begin), true);
        parallel_each(collection.threads(), end - begin, COMPARED_AT_ONCE, [&] {
            return [&](std::size_t i) {
                const Rank rank = members[begin + i];
                DistanceMillionths& distance = grouped.distance[rank];
                distance = bags.least_distance(rank, grouped.head_of[rank], distance);
            };
        });
    }
}

void count_groups(CollectionGroups& groups) {
    std::vector<std::uint32_t> size(groups.head_of.size(), 0);
    for (const DocumentNumber head : groups.head_of) {
        if (head != 0) ++size[head];
    }
    for (const std::uint32_t n : size) {
        if (n < 2) continue;
        ++groups.groups;
        groups.grouped_documents += n;
    }
}

}  // namespace

CollectionGroups group_collection(const Collection& collection, const Model& model,
                                  CollectionKeys keys, const std::vector<DocumentNumber>& ordered,
                                  const PositionCache& known, std::size_t memory) {
    const ModelParameters& parameters = model.parameters();
    const Representatives representatives =
        choose_representatives(collection, ordered, keys.content_hashes);
    const bool is_small = model.stable_terms().empty();
    const Buckets buckets =
        is_small ? buckets_without_words(collection, parameters, keys, representatives)
                 : buckets_of_bands(keys, representatives, parameters.keys());
    keys.bands = SortedRuns<BandRecord>(0);

    const auto position_cache = std::make_shared<PositionCache>();
    const PairLimits limits = pair_limits(parameters);
    BagStore bags(collection, representatives.documents, limits, memory, std::move(keys.histograms),
                  KnownPositions{known, *position_cache, keys.content_hashes});
    GroupingOptions grouping = parameters.grouping;
    grouping.is_refined = parameters.edit_distance;
    if (is_small) grouping.max_heads = std::max(grouping.max_heads, HEADS_WITHOUT_WORDS);
    const auto parallel = [&collection](std::size_t pieces,
                                        const std::function<void(std::size_t)>& piece) {
        parallel_each(collection.threads(), pieces, COMPARED_AT_ONCE,
                      [&] { return std::cref(piece); });
    };
    Grouping grouped = group_documents(buckets, representatives.weights, bags, grouping, parallel);
    if (limits.edit_distance) measure_exactly(collection, bags, grouped);
    if (limits.strict) measure_strictly(collection, limits, representatives, grouped);

    CollectionGroups result;
    result.head_of.resize(keys.content_hashes.size(), 0);
    result.distance.resize(keys.content_hashes.size(), 0);
    for (const DocumentNumber did : ordered) {
        const Rank rank = representatives.rank_of[representatives.stand_in[did]];
        result.head_of[did] = representatives.documents[grouped.head_of[rank]];
        result.distance[did] = grouped.distance[rank];
    }
    result.content_hashes = std::move(keys.content_hashes);
    result.comparisons = grouped.comparisons;
    result.limited = grouped.limited;
    result.position_cache = position_cache;
    count_groups(result);
    return result;
}

}  // namespace descry
