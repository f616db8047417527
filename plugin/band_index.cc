#include "band_index.h"

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include <descry/index_statistics.h>
#include <descry/stored_format.h>

#include "metadata_records.h"

namespace descry {

namespace {

// Entries of a record, on average.
constexpr std::uint64_t ENTRIES_A_RECORD = 64;
// Below the record's bits, so many bits of a name are kept in an entry: a name of another document
// is taken for this one once in billions, and the document's own keys tell.
constexpr unsigned FINGERPRINT_BITS = 32;
constexpr unsigned MAX_BITS = 31;
constexpr std::size_t ENTRY_BYTES = 8;
constexpr unsigned BAG_BAND = 255;

std::string record_name(BandName name, unsigned bits) {
    const std::uint64_t record = bits == 0 ? 0 : name >> (64 - bits);
    return fmt::format("{}{:08x}", metadata_key::BANDS_PREFIX, record);
}

std::string added_name(BandName name) {
    return fmt::format("{}{:016x}", metadata_key::ADDED_BANDS_PREFIX, name);
}

std::uint32_t fingerprint(BandName name, unsigned bits) {
    return static_cast<std::uint32_t>(name >> (64 - bits - FINGERPRINT_BITS));
}

void append(std::string& out, std::uint32_t value) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
        out += static_cast<char>(static_cast<unsigned char>(value >> (shift - 8)));
}

std::uint32_t read(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
        value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

}  // namespace

BandName bag_name(std::uint64_t bag) {
    return bag_hash_part(bag, BAG_BAND);
}

std::vector<BandName> band_names(const DocumentKeys& keys) {
    std::vector<BandName> names;
    for (unsigned band = 0; band < keys.bands.size(); ++band)
        names.push_back(bag_hash_part(band_key(band, keys.bands[band]), 0));
    names.push_back(bag_name(keys.bag));
    return names;
}

unsigned write_band_index(Xapian::WritableDatabase& db, SortedRuns<BandEntry>& entries,
                          std::uint64_t number_of_entries, std::uint32_t max_documents) {
    const unsigned bits = std::min(
        MAX_BITS, static_cast<unsigned>(std::bit_width(number_of_entries / ENTRIES_A_RECORD)));
    std::unordered_set<std::string> written;
    std::string record;
    std::string bytes;
    const auto close_record = [&] {
        if (bytes.empty()) return;
        set_record(db, record, bytes);
        written.insert(record);
        bytes.clear();
    };
    BandName last = 0;
    std::uint32_t documents = 0;
    entries.for_each([&](const BandEntry& entry) {
        const std::string name = record_name(entry.name, bits);
        if (name != record) {
            close_record();
            record = name;
        }
        documents = entry.name == last ? documents + 1 : 1;
        last = entry.name;
        if (documents > max_documents) return;
        append(bytes, fingerprint(entry.name, bits));
        append(bytes, entry.did);
    });
    close_record();
    remove_records(db, metadata_key::BANDS_PREFIX, written);
    remove_records(db, metadata_key::ADDED_BANDS_PREFIX, {});
    return bits;
}

std::vector<Xapian::docid> find_in_band_index(const Xapian::Database& db, BandName name,
                                              unsigned band_bits) {
    std::vector<Xapian::docid> documents;
    const std::string bytes = db.get_metadata(record_name(name, band_bits));
    const std::uint32_t wanted = fingerprint(name, band_bits);
    std::size_t low = 0;
    std::size_t high = bytes.size() / ENTRY_BYTES;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (read(bytes, middle * ENTRY_BYTES) < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; (low + 1) * ENTRY_BYTES <= bytes.size() && read(bytes, low * ENTRY_BYTES) == wanted;
         ++low) {
        documents.push_back(read(bytes, low * ENTRY_BYTES + 4));
    }
    const std::string added = db.get_metadata(added_name(name));
    for (std::size_t at = 0; at + 4 <= added.size(); at += 4)
        documents.push_back(read(added, at));
    std::sort(documents.begin(), documents.end());
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
    return documents;
}

void add_to_band_index(Xapian::WritableDatabase& db, const std::vector<BandName>& names,
                       Xapian::docid did, std::uint32_t max_documents) {
    for (const BandName name : names) {
        const std::string record = added_name(name);
        std::string bytes = db.get_metadata(record);
        bool is_listed = false;
        for (std::size_t at = 0; at + 4 <= bytes.size() && !is_listed; at += 4)
            is_listed = read(bytes, at) == did;
        if (is_listed || bytes.size() >= std::size_t{4} * max_documents) continue;
        append(bytes, did);
        db.set_metadata(record, bytes);
    }
}

}  // namespace descry
