#include <algorithm>
#include <iterator>
#include <utility>

#include <descry/collection/bag_store.h>
#include <descry/mechanics/parallel.h>

namespace descry {

namespace {

constexpr std::size_t BAGS_AT_ONCE = 64;
constexpr std::size_t ORDER_BYTES = ORDERED_WORDS * sizeof(PositionedWord);
constexpr std::size_t FIRST_ORDER_BYTES = FIRST_ORDERED_WORDS * sizeof(PositionedWord);

std::size_t memory_of(const std::optional<CanonicalText>& text) {
    return text ? text->memory() : sizeof text;
}

}  // namespace

class BagStore::Reader {
  public:
    explicit Reader(const Collection& collection) : reader_(collection.reader()) {}

    std::unique_ptr<const Bag> read(DocumentNumber document) {
        reader_->read(document);
        return std::make_unique<const Bag>(reader_->terms(), reader_->hashes(), reader_->marks());
    }

    OrderSketch read_order(DocumentNumber document, OrderSketch known) {
        if (!reader_->has_positions()) return {};
        return sketch_of(document, words_of(document), ORDERED_WORDS, std::move(known));
    }

    // @param positions as they are known, or none; they become what was read
    OrderSketch read_first_order(DocumentNumber document, FirstPositions& positions) {
        if (!reader_->has_positions()) return {};
        const auto words = words_of(document);
        if (still_stand(document, words, positions)) return order_sketch_of(words, positions);
        OrderSketch sketch = sketch_of(document, words, FIRST_ORDERED_WORDS);
        positions = positions_of(words, sketch);
        return sketch;
    }

    std::span<const TermCount> read_terms(DocumentNumber document) {
        reader_->read(document);
        return reader_->terms();
    }

    std::optional<CanonicalText> read_text(DocumentNumber document) {
        return reader_->read_text(document);
    }

  private:
    std::vector<std::string_view> words_of(DocumentNumber document) {
        reader_->read(document);
        return words_of_order_sketch(reader_->terms(), reader_->hashes());
    }

    OrderSketch sketch_of(DocumentNumber document, std::span<const std::string_view> words,
                          std::size_t entries, OrderSketch known = {}) {
        const auto position_of = [&](std::string_view word) {
            return reader_->position_of(document, word);
        };
        return make_order_sketch(words, position_of, entries, std::move(known));
    }

    // Another program may have put the same words into another order. When paragraphs change
    // places, nearly all words do: two are looked up.
    bool still_stand(DocumentNumber document, std::span<const std::string_view> words,
                     const FirstPositions& positions) {
        if (positions.empty() || positions.size() > words.size()) return false;
        const std::size_t last = positions.size() - 1;
        return reader_->position_of(document, words[0]) == positions[0] &&
               reader_->position_of(document, words[last]) == positions[last];
    }

    std::unique_ptr<TermListReader> reader_;
};

// One of the documents, as long as it is compared.
class BagStore::Document final : public DocumentToCompare {
  public:
    Document(BagStore& store, Rank rank) : store_(store), rank_(rank) {}

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
    const CanonicalText* text_at_hand() override { return store_.text_at_hand(rank_); }
    const OrderSketch& first_order() override { return store_.first_order_of(rank_); }
    const OrderSketch& order() override { return store_.order_of(rank_); }

  private:
    BagStore& store_;
    Rank rank_;
    std::optional<Pool<Reader>::Loan> reader_;
};

BagStore::BagStore(const Collection& collection, std::span<const DocumentNumber> documents,
                   const PairLimits& limits, std::size_t memory, unsigned threads,
                   std::vector<BagHistogram> histograms,
                   std::optional<KnownPositions> position_cache)
    : collection_(collection),
      documents_(documents),
      verifier_(limits),
      limit_(limits.distance),
      max_memory_(memory),
      threads_(threads),
      bags_(documents.size()),
      histograms_(std::move(histograms)),
      readers_([&collection] { return std::make_unique<Reader>(collection); }),
      far_pairs_(documents.size(), memory / 8),
      texts_(limits.edit_distance ? documents.size() : 0),
      known_positions_(position_cache) {
    histograms_.resize(documents.size());
}

BagStore::~BagStore() {
    for (const auto& text : texts_)
        delete text.load(std::memory_order_relaxed);
}

bool BagStore::exceeds(Rank a, Rank b, DistanceMillionths limit) {
    return verifier_.exceeds(histogram_of(a), histogram_of(b), limit);
}

// In a large collection, where a histogram stands is in no cache.
void BagStore::leave_out_exceeding(Rank document, std::vector<Rank>& others,
                                   DistanceMillionths limit) {
    constexpr std::size_t AHEAD = 8;
    const BagHistogram& own = histogram_of(document);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (i + AHEAD < others.size()) __builtin_prefetch(&histogram_of(others[i + AHEAD]));
        const Rank other = others[i];
        if (!verifier_.exceeds(own, histogram_of(other), limit)) others[kept++] = other;
    }
    others.resize(kept);
}

DistanceMillionths BagStore::distance(Rank a, Rank b, DistanceMillionths limit, Effort effort) {
    if (exceeds(a, b, limit)) return ABOVE_LIMIT;
    // None but very long texts are in it; of others the look would cost a cache miss.
    if ((!is_short(a) || !is_short(b)) && far_pairs_.contains(a, b)) return ABOVE_LIMIT;
    Document first(*this, a);
    Document second(*this, b);
    const DistanceMillionths distance = verifier_.distance_to_limit(first, second, limit, effort);
    if (distance == ABOVE_ANY_LIMIT) far_pairs_.add(a, b);
    return distance;
}

std::optional<DistanceMillionths> BagStore::estimate(Rank a, Rank b, DistanceMillionths limit) {
    if (verifier_.compares_texts() && is_short(a) && is_short(b)) return std::nullopt;
    Document first(*this, a);
    Document second(*this, b);
    if (verifier_.texts_exceed(first, second, limit)) return WHOLE_DISTANCE;
    return descry::bag_distance(bag_of(a), bag_of(b));
}

std::optional<DistanceMillionths> BagStore::match(Rank a, Rank b) {
    Document first(*this, a);
    Document second(*this, b);
    return verifier_.match(first, second, limit_);
}

DistanceMillionths BagStore::least_distance(Rank a, Rank b, DistanceMillionths most) {
    if (most == 0 || (is_short(a) && is_short(b))) return most;
    Document first(*this, a);
    Document second(*this, b);
    return verifier_.least_distance(first, second, most);
}

bool BagStore::refused(Rank a, Rank b) {
    Document first(*this, a);
    Document second(*this, b);
    return verifier_.refused(first, second);
}

void BagStore::expect(std::span<const Rank> documents, bool most_are_near) {
    for (auto& [rank, bag] : read_meanwhile_) {
        if (bags_[rank]) continue;
        memory_ += bag->memory();
        if (!histogram_of(rank).is_known()) histogram_of(rank) = BagHistogram(*bag);
        bags_[rank] = std::move(bag);
    }
    read_meanwhile_.clear();
    make_room();
    if (orders_.size() * ORDER_BYTES > max_memory_ / 4) orders_.clear();
    if (first_orders_.size() * FIRST_ORDER_BYTES > max_memory_ / 8) first_orders_.clear();

    // Of short texts, these are compared.
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

// What a map keeps of a document; it is read without the lock.
template <typename Value, typename Read>
const Value& BagStore::find_or_read(std::unordered_map<Rank, Value>& kept, Rank rank,
                                    const Read& read) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = kept.find(rank);
        if (found != kept.end()) return found->second;
    }
    Value value = read();
    const std::lock_guard lock(mutex_);
    return kept.emplace(rank, std::move(value)).first->second;
}

bool BagStore::is_short(Rank rank) {
    const BagHistogram& histogram = histogram_of(rank);
    const std::uint64_t characters =
        histogram.is_known() ? histogram.characters() : bag_of(rank).characters();
    return CanonicalText::is_short(characters);
}

const Bag& BagStore::bag_of(Rank rank) {
    if (bags_[rank]) return *bags_[rank];
    return *find_or_read(read_meanwhile_, rank,
                         [&] { return Pool<Reader>::Loan(readers_)->read(documents_[rank]); });
}

const CanonicalText* BagStore::text_of(Rank rank) {
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

const CanonicalText* BagStore::text_at_hand(Rank rank) const {
    const KnownText* const text = texts_[rank].load(std::memory_order_acquire);
    return text != nullptr && *text ? &**text : nullptr;
}

const OrderSketch& BagStore::first_order_of(Rank rank) {
    return find_or_read(first_orders_, rank, [&] { return read_first_order(rank); });
}

// @pre its first words were looked at
const OrderSketch& BagStore::order_of(Rank rank) {
    return find_or_read(orders_, rank, [&] {
        const OrderSketch& first = first_order_of(rank);
        return Pool<Reader>::Loan(readers_)->read_order(documents_[rank], first);
    });
}

OrderSketch BagStore::read_first_order(Rank rank) {
    const DocumentNumber did = documents_[rank];
    const std::uint64_t bag = known_positions_ ? known_positions_->content_hashes[did] : 0;
    FirstPositions positions;
    if (known_positions_) {
        if (const FirstPositions* const known = known_positions_->known.find(did, bag))
            positions = *known;
    }
    OrderSketch order = Pool<Reader>::Loan(readers_)->read_first_order(did, positions);
    if (!known_positions_ || positions.empty()) return order;
    const std::lock_guard lock(mutex_);
    known_positions_->found.keep(did, bag, std::move(positions));
    return order;
}

// Forgets bags and texts, each in turn, until half of the memory is free: what is still needed is
// read again. Either has half of what is kept, and what the other leaves of its half.
void BagStore::make_room() {
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
