#include "groups/position_cache.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <descry/hashing/coding.h>
#include <descry/schema/stored_format.h>

#include "base/metadata_records.h"

namespace descry {

namespace {

constexpr Xapian::docid DOCUMENTS_A_RECORD = 64;

std::uint32_t lower_half(std::uint64_t bag) {
    return static_cast<std::uint32_t>(bag);
}

// NO_PLACE is 0, the first place 1.
std::uint32_t stored(Xapian::termpos place) {
    return place + 1;
}

// @return nullopt where the bytes are not those of places
std::optional<WordPlaces> take_places(std::string_view& bytes) {
    const auto count = take_varint(bytes);
    if (!count || *count > ORDERED_WORDS) return std::nullopt;
    WordPlaces places;
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto place = take_varint(bytes);
        if (!place) return std::nullopt;
        places.push_back(*place - 1);
    }
    return places;
}

}  // namespace

WordPlaces places_of(std::span<const std::string_view> words, const OrderSketch& sketch) {
    const std::size_t entries = std::min(sketch.size(), FIRST_ORDERED_WORDS);
    WordPlaces places;
    std::size_t next = 0;
    for (const std::string_view word : words) {
        if (next == entries && entries == FIRST_ORDERED_WORDS) break;
        const bool has_place = next < entries && sketch[next].hash == order_hash(word);
        places.push_back(has_place ? sketch[next++].position : NO_PLACE);
    }
    return places;
}

OrderSketch order_sketch_of(std::span<const std::string_view> words, const WordPlaces& places) {
    OrderSketch sketch;
    for (std::size_t i = 0; i < std::min(words.size(), places.size()); ++i) {
        if (places[i] != NO_PLACE) sketch.push_back({order_hash(words[i]), places[i]});
    }
    return sketch;
}

PositionCache PositionCache::read(const Xapian::Database& db) {
    PositionCache result;
    const std::string prefix = metadata_key::PLACES_PREFIX;
    const Xapian::TermIterator end = db.metadata_keys_end(prefix);
    for (Xapian::TermIterator name = db.metadata_keys_begin(prefix); name != end; ++name) {
        const std::string full = *name;
        Xapian::docid record = 0;
        std::from_chars(full.data() + prefix.size(), full.data() + full.size(), record, 16);
        const std::string stored_bytes = db.get_metadata(full);
        std::string_view bytes = stored_bytes;
        while (!bytes.empty()) {
            const auto number = take_varint(bytes);
            const auto bag = take_varint(bytes);
            auto places = take_places(bytes);
            if (!number || *number >= DOCUMENTS_A_RECORD || !bag || !places) break;
            result.known_[record * DOCUMENTS_A_RECORD + *number] = {*bag, std::move(*places)};
        }
    }
    return result;
}

const WordPlaces* PositionCache::find(Xapian::docid did, std::uint64_t bag) const {
    const auto known = known_.find(did);
    if (known == known_.end() || known->second.bag != lower_half(bag)) return nullptr;
    return &known->second.places;
}

void PositionCache::keep(Xapian::docid did, std::uint64_t bag, WordPlaces places) {
    known_[did] = {lower_half(bag), std::move(places)};
}

void PositionCache::write(Xapian::WritableDatabase& db) const {
    std::vector<Xapian::docid> documents;
    for (const auto& [did, known] : known_)
        documents.push_back(did);
    std::sort(documents.begin(), documents.end());
    std::unordered_set<std::string> written;
    for (auto first = documents.begin(); first != documents.end();) {
        const Xapian::docid record = *first / DOCUMENTS_A_RECORD;
        std::string bytes;
        for (; first != documents.end() && *first / DOCUMENTS_A_RECORD == record; ++first) {
            const Known& known = known_.at(*first);
            append_varint(bytes, *first % DOCUMENTS_A_RECORD);
            append_varint(bytes, known.bag);
            append_varint(bytes, known.places.size());
            for (const Xapian::termpos place : known.places)
                append_varint(bytes, stored(place));
        }
        const std::string name = fmt::format("{:08x}", record);
        set_record(db, metadata_key::PLACES_PREFIX + name, bytes);
        written.insert(name);
    }
    remove_records(db, metadata_key::PLACES_PREFIX,
                   [&](std::string_view name) { return written.contains(std::string(name)); });
}

}  // namespace descry
