#include "groups/position_records.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <descry/hashing/coding.h>
#include <descry/schema/stored_format.h>

#include "base/metadata_records.h"

namespace descry {

namespace {

constexpr Xapian::docid DOCUMENTS_A_RECORD = 64;

// NO_POSITION is 0, the first position 1.
std::uint32_t stored(Xapian::termpos position) {
    return position + 1;
}

// @return nullopt where the bytes are not those of positions
std::optional<FirstPositions> take_positions(std::string_view& bytes) {
    const auto count = take_varint(bytes);
    if (!count || *count > ORDERED_WORDS) return std::nullopt;
    FirstPositions positions;
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto position = take_varint(bytes);
        if (!position) return std::nullopt;
        positions.push_back(*position - 1);
    }
    return positions;
}

}  // namespace

PositionCache read_positions(const Xapian::Database& db) {
    const std::string prefix = metadata_key::POSITIONS_PREFIX;
    PositionCache result;
    for_each_record(db, prefix, [&](const std::string& further) {
        Xapian::docid record = 0;
        std::from_chars(further.data(), further.data() + further.size(), record, 16);
        const std::string stored_bytes = db.get_metadata(prefix + further);
        std::string_view bytes = stored_bytes;
        while (!bytes.empty()) {
            const auto number = take_varint(bytes);
            const auto content_hash = take_varint(bytes);
            auto positions = take_positions(bytes);
            if (!number || *number >= DOCUMENTS_A_RECORD || !content_hash || !positions) break;
            result.keep(record * DOCUMENTS_A_RECORD + *number, *content_hash,
                        std::move(*positions));
        }
    });
    return result;
}

void write_positions(Xapian::WritableDatabase& db, const PositionCache& cache) {
    std::vector<Xapian::docid> documents;
    for (const auto& [did, known] : cache.documents())
        documents.push_back(did);
    std::ranges::sort(documents);
    RecordFamilyWriter records(db, metadata_key::POSITIONS_PREFIX);
    for (auto first = documents.begin(); first != documents.end();) {
        const Xapian::docid record = *first / DOCUMENTS_A_RECORD;
        std::string bytes;
        for (; first != documents.end() && *first / DOCUMENTS_A_RECORD == record; ++first) {
            const PositionCache::Known& known = cache.documents().at(*first);
            append_varint(bytes, *first % DOCUMENTS_A_RECORD);
            append_varint(bytes, known.content_hash);
            append_varint(bytes, known.positions.size());
            for (const Xapian::termpos position : known.positions)
                append_varint(bytes, stored(position));
        }
        records.write(fmt::format("{:08x}", record), bytes);
    }
    records.remove_others();
}

}  // namespace descry
