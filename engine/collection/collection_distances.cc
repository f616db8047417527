#include "engine/collection/collection_distances.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/mechanics/parallel.h"

namespace descry {

namespace {

constexpr std::size_t BAGS_AT_ONCE = 64;

std::size_t memory_of(const std::optional<CanonicalText>& text) {
    return text ? text->memory() : sizeof text;
}

}  // namespace

class CollectionDistances::Reader {
  public:
    explicit Reader(const Collection& collection) : reader_(collection.reader()) {}

    std::unique_ptr<const Bag> read(DocumentNumber document) {
        reader_->read(document);
        return std::make_unique<const Bag>(reader_->terms(), reader_->hashes(), reader_->marks());
    }

    std::span<const TermCount> read_terms(DocumentNumber document) {
        reader_->read(document);
        return reader_->terms();
    }

    std::optional<CanonicalText> read_text(DocumentNumber document) {
        return reader_->read_text(document);
    }

  private:
    std::unique_ptr<TermListReader> reader_;
};

// A document under comparison.
class CollectionDistances::Document final : public DocumentToCompare {
  public:
    Document(CollectionDistances& store, Rank rank) : store_(store), rank_(rank) {}

    const Bag& bag() override { return store_.bag_of(rank_); }
    BagHistogram histogram() override {
        const BagHistogram& known = store_.histogram_of(rank_);
        return known.is_known() ? known : BagHistogram(bag());
    }
    bool is_text_cheap() override { return store_.is_short(rank_); }
    std::span<const TermCount> terms() override {
        if (!reader_) reader_.emplace(store_.readers_);
        return (*reader_)->read_terms(store_.documents_[rank_]);
    }
    const CanonicalText* text() override { return store_.text_of(rank_); }
    const CharacterSketch* sketch() override {
        return store_.sketches_.empty() ? nullptr : &store_.sketches_[rank_];
    }
    const CanonicalText* text_in_memory() override { return store_.text_in_memory(rank_); }
    std::uint64_t apart_value() override {
        return store_.apart_.empty() ? 0 : store_.apart_[rank_];
    }

  private:
    CollectionDistances& store_;
    Rank rank_;
    std::optional<Pool<Reader>::Loan> reader_;
};

CollectionDistances::CollectionDistances(const Collection& collection,
                                         std::span<const DocumentNumber> documents,
                                         const PairLimits& limits, std::size_t memory,
                                         unsigned threads, std::vector<BagHistogram> histograms,
                                         std::vector<CharacterSketch> sketches,
                                         std::vector<std::uint64_t> apart)
    : collection_(collection),
      documents_(documents),
      verifier_(limits),
      limits_(limits),
      max_memory_(memory),
      threads_(threads),
      bags_(documents.size()),
      histograms_(std::move(histograms)),
      sketches_(std::move(sketches)),
      apart_(std::move(apart)),
      readers_([&collection] { return std::make_unique<Reader>(collection); }),
      far_pairs_(documents.size(), memory / 8),
      texts_(limits.any_order ? 0 : documents.size()) {
    histograms_.resize(documents.size());
}

CollectionDistances::~CollectionDistances() {
    for (const auto& text : texts_)
        delete text.load(std::memory_order_relaxed);
}

bool CollectionDistances::share_characters(Rank a, Rank b, DistanceMillionths limit) const {
    return !sketches_.empty() && descry::share_characters(sketches_[a], sketches_[b], limit);
}

bool CollectionDistances::has_room_for_pairs(std::span<const BagHistogram> histograms) {
    std::size_t memory = 0;
    for (const BagHistogram& histogram : histograms)
        memory += CharacterGrams::memory_for(histogram.characters());
    return memory <= MOST_FOR_PAIRS;
}

void CollectionDistances::expect_all_pairs() {
    if (!verifier_.compares_texts()) return;
    far_by_grams_ = FarPairs(documents_.size(), max_memory_ / 8);
    grams_.resize(documents_.size());
    parallel_each(threads_, documents_.size(), BAGS_AT_ONCE, [&] {
        return [&, reader = std::make_unique<Pool<Reader>::Loan>(readers_)](std::size_t i) {
            if (const auto text = (*reader)->read_text(documents_[i]))
                grams_[i] = CharacterGrams(text->utf8());
        };
    });
}

// Each level of a grouping asks for most pairs. @pre there are grams
bool CollectionDistances::grams_exceed(Rank a, Rank b, DistanceMillionths limit) {
    if (limit <= limits_.distance) {
        if (far_by_grams_.contains(a, b)) return true;
        if (verifier_.exceeds(grams_[a], grams_[b], limits_.distance)) {
            far_by_grams_.add(a, b);
            return true;
        }
        if (limit == limits_.distance) return false;
    }
    return verifier_.exceeds(grams_[a], grams_[b], limit);
}

bool CollectionDistances::exceeds(Rank a, Rank b, DistanceMillionths limit) {
    return (!grams_.empty() && grams_exceed(a, b, limit)) ||
           (verifier_.exceeds(histogram_of(a), histogram_of(b), limit) &&
            !share_characters(a, b, limit));
}

// If words change by a letter each, characters decide; words break ties.
std::uint64_t CollectionDistances::unlikeliness(Rank a, Rank b, DistanceMillionths least) const {
    const unsigned equal = sketches_.empty() ? 0 : equal_bins(sketches_[a], sketches_[b]);
    return (std::uint64_t{CHARACTER_BINS} - equal) << 32 | least;
}

// In a large collection a histogram is in no cache.
bool CollectionDistances::drop_exceeding(Rank document, std::vector<Rank>& others,
                                         DistanceMillionths limit, std::size_t most) {
    constexpr std::size_t AHEAD = 8;
    const BagHistogram& own = histogram_of(document);
    const bool may_be_many = others.size() > most;
    std::vector<std::pair<std::uint64_t, Rank>> left;  // by unlikeliness
    std::size_t kept = 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (i + AHEAD < others.size()) __builtin_prefetch(&histogram_of(others[i + AHEAD]));
        const Rank other = others[i];
        if (!apart_.empty() && apart_[document] != apart_[other]) continue;
        const DistanceMillionths least = bag_distance_lower_bound(own, histogram_of(other));
        if (least > verifier_.reach(limit) && !share_characters(document, other, limit)) continue;
        others[kept++] = other;
        if (may_be_many) left.emplace_back(unlikeliness(document, other, least), other);
    }
    others.resize(kept);
    const bool are_many = may_be_many && kept > most;
    if (are_many) {
        std::ranges::nth_element(left, left.begin() + static_cast<std::ptrdiff_t>(most));
        others.resize(most);
        std::ranges::transform(std::span(left).first(most), others.begin(),
                               &std::pair<std::uint64_t, Rank>::second);
    }
    if (!grams_.empty())
        std::erase_if(others, [&](Rank other) { return grams_exceed(document, other, limit); });
    return are_many;
}

DistanceMillionths CollectionDistances::distance(Rank a, Rank b, DistanceMillionths limit,
                                                 Effort effort) {
    if (exceeds(a, b, limit)) return ABOVE_LIMIT;
    // Only very long texts are in it; for others the look-up would cost a cache miss.
    const bool are_short = is_short(a) && is_short(b);
    const bool asks_once = are_short && !grams_.empty() && limit <= limits_.distance;
    if ((!are_short || asks_once) && far_pairs_.contains(a, b)) return ABOVE_LIMIT;
    Document first(*this, a);
    Document second(*this, b);
    const DistanceMillionths asked = asks_once ? limits_.distance : limit;
    const DistanceMillionths distance = verifier_.distance_to_limit(first, second, asked, effort);
    if (distance == ABOVE_ANY_LIMIT || (asks_once && distance > limits_.distance))
        far_pairs_.add(a, b);
    return distance;
}

std::optional<DistanceMillionths> CollectionDistances::estimate(Rank a, Rank b,
                                                                DistanceMillionths limit) {
    if (verifier_.compares_texts() && is_short(a) && is_short(b)) return std::nullopt;
    const DistanceMillionths by_words = descry::bag_distance(bag_of(a), bag_of(b));
    // Words do not show how far apart these are.
    if (by_words > limit && share_characters(a, b, limit)) return std::nullopt;
    return by_words;
}

std::optional<DistanceMillionths> CollectionDistances::match(Rank member, Rank head) {
    Document first(*this, member);
    Document second(*this, head);
    return verifier_.match(first, second, limits_.distance);
}

DistanceMillionths CollectionDistances::least_distance(Rank a, Rank b, DistanceMillionths most) {
    if (most == 0 || (is_short(a) && is_short(b))) return most;
    Document first(*this, a);
    Document second(*this, b);
    return verifier_.least_distance(first, second, most);
}

bool CollectionDistances::rejected(Rank a, Rank b) {
    Document first(*this, a);
    Document second(*this, b);
    return verifier_.rejected(first, second);
}

void CollectionDistances::expect(std::span<const Rank> documents, bool most_are_near) {
    for (auto& [rank, bag] : read_meanwhile_) {
        if (bags_[rank]) continue;
        memory_ += bag->memory();
        if (!histogram_of(rank).is_known()) histogram_of(rank) = BagHistogram(*bag);
        bags_[rank] = std::move(bag);
    }
    read_meanwhile_.clear();
    make_room();

    // Short texts are compared.
    const auto is_needed = [&](Rank rank) {
        if (bags_[rank]) return false;
        if (!histogram_of(rank).is_known()) return true;
        return most_are_near &&
               (are_texts_missing_ || !verifier_.compares_texts() || !is_short(rank));
    };
    std::vector<Rank> missing;
    std::ranges::copy_if(documents, std::back_inserter(missing), is_needed);
    std::ranges::sort(missing, {}, [this](Rank rank) { return documents_[rank]; });
    parallel_each(threads_, missing.size(), BAGS_AT_ONCE, [&] {
        return [&, reader = std::make_unique<Pool<Reader>::Loan>(readers_)](std::size_t i) {
            const Rank rank = missing[i];
            bags_[rank] = (*reader)->read(documents_[rank]);
            if (!histogram_of(rank).is_known()) histogram_of(rank) = BagHistogram(*bags_[rank]);
        };
    });
    for (const Rank rank : missing)
        memory_ += bags_[rank]->memory();
}

bool CollectionDistances::is_short(Rank rank) {
    const BagHistogram& histogram = histogram_of(rank);
    const std::uint64_t characters =
        histogram.is_known() ? histogram.characters() : bag_of(rank).characters();
    return CanonicalText::is_short(characters);
}

const Bag& CollectionDistances::bag_of(Rank rank) {
    if (bags_[rank]) return *bags_[rank];
    {
        const std::lock_guard lock(mutex_);
        const auto found = read_meanwhile_.find(rank);
        if (found != read_meanwhile_.end()) return *found->second;
    }
    // Without the lock; another thread may read the same.
    auto bag = Pool<Reader>::Loan(readers_)->read(documents_[rank]);
    const std::lock_guard lock(mutex_);
    return *read_meanwhile_.emplace(rank, std::move(bag)).first->second;
}

const CanonicalText* CollectionDistances::text_of(Rank rank) {
    const KnownText* text = texts_[rank].load(std::memory_order_acquire);
    if (text == nullptr) {
        auto read = std::make_unique<const KnownText>(
            Pool<Reader>::Loan(readers_)->read_text(documents_[rank]));
        if (!*read) are_texts_missing_ = true;
        // Another thread may have read it meanwhile.
        if (texts_[rank].compare_exchange_strong(text, read.get(), std::memory_order_acq_rel)) {
            text = read.release();
            text_memory_ += memory_of(*text);
        }
    }
    return *text ? &**text : nullptr;
}

const CanonicalText* CollectionDistances::text_in_memory(Rank rank) const {
    const KnownText* const text = texts_[rank].load(std::memory_order_acquire);
    return text != nullptr && *text ? &**text : nullptr;
}

// Evicts bags and texts, each in turn, until half of the memory is free; needed ones are read
// again. Either has half of what is kept, and what the other leaves of its half.
void CollectionDistances::make_room() {
    if (memory_ + text_memory_ <= max_memory_) return;
    const std::size_t half = max_memory_ / 4;
    const auto next = [](Rank& hand, std::size_t size) {
        hand = hand + 1 < size ? hand + 1 : 0;
        return hand;
    };
    const std::size_t for_bags = 2 * half - std::min<std::size_t>(half, text_memory_);
    for (std::size_t i = bags_.size(); i > 0 && memory_ > for_bags; --i) {
        auto& bag = bags_[next(hand_, bags_.size())];
        if (bag) memory_ -= bag->memory();
        bag.reset();
    }
    const std::size_t for_texts = 2 * half - std::min(half, memory_);
    for (std::size_t i = texts_.size(); i > 0 && text_memory_ > for_texts; --i) {
        auto& place = texts_[next(text_hand_, texts_.size())];
        const std::unique_ptr<const KnownText> text(place.exchange(nullptr));
        if (text) text_memory_ -= memory_of(*text);
    }
}

}  // namespace descry
