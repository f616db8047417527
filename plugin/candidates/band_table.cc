#include "plugin/candidates/band_table.h"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <descry/reading/index_collection.h>
#include <descry/schema/stored_format.h>

#include "engine/hashing/coding.h"
#include "plugin/base/metadata_records.h"
#include "plugin/schema/groups_info.h"

namespace descry {

namespace {

// Limit on average: large enough to amortise a record's key, small enough to read quickly.
constexpr std::uint64_t ENTRIES_A_RECORD = 256;
// Bits of a name kept in an entry, below those that select the record: once in 256 look-ups a
// document of another name is found, which its keys reveal.
constexpr unsigned FINGERPRINT_BITS = 16;
constexpr std::size_t FINGERPRINT_BYTES = FINGERPRINT_BITS / 8;
constexpr unsigned CONTENT_BAND = 255;

std::string record_name(BandName name, unsigned bits) {
    const std::uint64_t record = bits == 0 ? 0 : name >> (64 - bits);
    return fmt::format("{:08x}", record);
}

std::string full_name(const std::string& record) {
    return metadata_key::BANDS_PREFIX + record;
}

std::uint16_t fingerprint(BandName name, unsigned bits) {
    return static_cast<std::uint16_t>(name >> (64 - bits - FINGERPRINT_BITS));
}

struct StoredEntry {
    Xapian::docid did;
    std::uint16_t fingerprint;

    friend auto operator<=>(const StoredEntry&, const StoredEntry&) = default;
};

// Sorts and removes duplicates.
void put_in_order(std::vector<StoredEntry>& entries) {
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
}

// @pre in order
std::string encode_record(const std::vector<StoredEntry>& entries) {
    std::string bytes;
    Xapian::docid last = 0;
    for (const auto& [did, fingerprint] : entries) {
        append_varint(bytes, did - std::exchange(last, did));
        append_big_endian(bytes, fingerprint, FINGERPRINT_BYTES);
    }
    return bytes;
}

// Calls visit(entry) for each complete entry.
template <typename Visit>
void decode_record(std::string_view bytes, Visit&& visit) {
    Xapian::docid did = 0;
    while (const auto step = take_varint(bytes)) {
        if (bytes.size() < FINGERPRINT_BYTES) return;
        did += *step;
        visit(StoredEntry{did,
                          static_cast<std::uint16_t>(take_big_endian(bytes, FINGERPRINT_BYTES))});
    }
}

}  // namespace

unsigned band_table_bits(std::uint64_t number_of_entries) {
    return std::min(MAX_BAND_TABLE_BITS,
                    static_cast<unsigned>(std::bit_width(number_of_entries / ENTRIES_A_RECORD)));
}

BandName content_band_name(std::uint64_t content_hash) {
    return content_hash_part(content_hash, CONTENT_BAND);
}

std::vector<BandName> band_names(const DocumentKeys& keys) {
    std::vector<BandName> names;
    visit_band_keys(keys, [&](std::uint64_t key) { names.push_back(content_hash_part(key, 0)); });
    names.push_back(content_band_name(keys.content_hash));
    return names;
}

unsigned write_band_table(Xapian::WritableDatabase& db, SortedRuns<BandEntry>& entries,
                          std::uint64_t number_of_entries, std::uint32_t max_documents) {
    const unsigned bits = band_table_bits(number_of_entries);
    RecordFamilyWriter records(db, metadata_key::BANDS_PREFIX);
    std::string record;
    std::vector<StoredEntry> held;
    const auto close_record = [&] {
        put_in_order(held);
        if (!held.empty()) records.write(record, encode_record(held));
        held.clear();
    };
    BandEntry last{0, 0};
    std::uint32_t documents = 0;
    entries.for_each([&](const BandEntry& entry) {
        if (entry == last) return;
        std::string name = record_name(entry.name, bits);
        if (name != record) {
            close_record();
            record = std::move(name);
        }
        documents = entry.name == last.name ? documents + 1 : 1;
        last = entry;
        if (documents > max_documents) return;
        held.push_back({entry.did, fingerprint(entry.name, bits)});
    });
    close_record();
    records.remove_others();
    return bits;
}

void merge_into_band_table(Xapian::WritableDatabase& db, std::span<const BandEntry> entries,
                           unsigned bits, std::uint32_t max_documents) {
    for (std::size_t begin = 0; begin < entries.size();) {
        const std::string record = record_name(entries[begin].name, bits);
        std::vector<StoredEntry> merged;
        decode_record(db.get_metadata(full_name(record)),
                      [&](const StoredEntry& entry) { merged.push_back(entry); });
        for (; begin < entries.size() && record_name(entries[begin].name, bits) == record; ++begin)
            merged.push_back({entries[begin].did, fingerprint(entries[begin].name, bits)});
        put_in_order(merged);
        std::unordered_map<std::uint16_t, std::uint32_t> documents;
        std::erase_if(merged, [&](const StoredEntry& entry) {
            return ++documents[entry.fingerprint] > max_documents;
        });
        set_record(db, full_name(record), encode_record(merged));
    }
}

std::vector<Xapian::docid> find_in_band_table(const Xapian::Database& db, BandName name,
                                              unsigned bits) {
    const std::uint16_t wanted = fingerprint(name, bits);
    std::vector<Xapian::docid> documents;
    decode_record(db.get_metadata(full_name(record_name(name, bits))),
                  [&](const StoredEntry& entry) {
                      if (entry.fingerprint == wanted) documents.push_back(entry.did);
                  });
    return documents;
}

}  // namespace descry
