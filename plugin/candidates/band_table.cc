#include "candidates/band_table.h"

#include <algorithm>
#include <bit>
#include <ranges>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <descry/hashing/coding.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/groups_info.h>
#include <descry/schema/stored_format.h>

#include "base/metadata_records.h"

namespace descry {

namespace {

// Entries of a record, on average.
constexpr std::uint64_t ENTRIES_A_RECORD = 64;
// Below the record's bits, so many bits of a name are kept in an entry: a name of another document
// is taken for this one once in billions, and the document's own keys tell.
constexpr unsigned FINGERPRINT_BITS = 32;
constexpr std::size_t ENTRY_BYTES = 8;
constexpr unsigned CONTENT_BAND = 255;

std::string record_name(BandName name, unsigned bits) {
    const std::uint64_t record = bits == 0 ? 0 : name >> (64 - bits);
    return fmt::format("{:08x}", record);
}

std::string full_name(const std::string& record) {
    return metadata_key::BANDS_PREFIX + record;
}

std::uint32_t fingerprint(BandName name, unsigned bits) {
    return static_cast<std::uint32_t>(name >> (64 - bits - FINGERPRINT_BITS));
}

std::uint32_t read(const std::string& bytes, std::size_t at) {
    return static_cast<std::uint32_t>(read_big_endian(std::string_view(bytes).substr(at, 4)));
}

// A document under a name, as a record has it.
struct StoredEntry {
    std::uint32_t fingerprint;
    Xapian::docid did;

    friend auto operator<=>(const StoredEntry&, const StoredEntry&) = default;
};

void append(std::string& out, const StoredEntry& entry) {
    append_big_endian(out, entry.fingerprint, 4);
    append_big_endian(out, entry.did, 4);
}

std::vector<StoredEntry> read_record(const Xapian::Database& db, const std::string& record) {
    const std::string bytes = db.get_metadata(full_name(record));
    std::vector<StoredEntry> entries;
    for (std::size_t at = 0; at + ENTRY_BYTES <= bytes.size(); at += ENTRY_BYTES)
        entries.push_back({read(bytes, at), read(bytes, at + 4)});
    return entries;
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
    std::string bytes;
    const auto close_record = [&] {
        if (!bytes.empty()) records.write(record, std::exchange(bytes, {}));
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
        append(bytes, {fingerprint(entry.name, bits), entry.did});
    });
    close_record();
    records.remove_others();
    return bits;
}

void merge_into_band_table(Xapian::WritableDatabase& db, std::span<const BandEntry> entries,
                           unsigned bits, std::uint32_t max_documents) {
    std::vector<StoredEntry> merged;
    for (std::size_t begin = 0; begin < entries.size();) {
        const std::string record = record_name(entries[begin].name, bits);
        merged = read_record(db, record);
        for (; begin < entries.size() && record_name(entries[begin].name, bits) == record; ++begin)
            merged.push_back({fingerprint(entries[begin].name, bits), entries[begin].did});
        std::sort(merged.begin(), merged.end());
        merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
        std::string bytes;
        std::uint32_t documents = 0;
        for (std::size_t i = 0; i < merged.size(); ++i) {
            const bool is_same = i > 0 && merged[i].fingerprint == merged[i - 1].fingerprint;
            documents = is_same ? documents + 1 : 1;
            if (documents <= max_documents) append(bytes, merged[i]);
        }
        set_record(db, full_name(record), bytes);
    }
}

std::vector<Xapian::docid> find_in_band_table(const Xapian::Database& db, BandName name,
                                              unsigned bits) {
    const std::string bytes = db.get_metadata(full_name(record_name(name, bits)));
    const std::uint32_t wanted = fingerprint(name, bits);
    const auto numbers = std::views::iota(std::size_t{0}, bytes.size() / ENTRY_BYTES);
    const auto fingerprint_of = [&](std::size_t i) { return read(bytes, i * ENTRY_BYTES); };
    std::vector<Xapian::docid> documents;
    for (auto i = std::ranges::lower_bound(numbers, wanted, {}, fingerprint_of);
         i != numbers.end() && fingerprint_of(*i) == wanted; ++i) {
        documents.push_back(read(bytes, *i * ENTRY_BYTES + 4));
    }
    return documents;
}

}  // namespace descry
