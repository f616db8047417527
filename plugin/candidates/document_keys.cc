#include "candidates/document_keys.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include <descry/hashing/coding.h>
#include <descry/reading/forward_index.h>

#include "base/checked_docid.h"
#include <descry/mechanics/parallel.h>

namespace descry {

namespace {

constexpr std::size_t CONTENT_HASH_BYTES = 8;
constexpr Xapian::docid DOCUMENTS_A_PIECE = 2048;

std::size_t keys_and_content_hash_bytes(const ModelParameters& parameters) {
    return std::size_t{parameters.bands} * (parameters.band_key_bits / 8) + CONTENT_HASH_BYTES;
}

}  // namespace

const DocumentKeys& DocumentKeySigner::sign(std::span<const TermCount> terms) {
    hash_terms(terms, term_hashes_);
    return sign(terms, term_hashes_);
}

const DocumentKeys& DocumentKeySigner::sign(std::span<const TermCount> terms,
                                            std::span<const std::uint64_t> hashes) {
    keys_.content_hash = 0;
    BagHistogramBuilder sketcher;
    std::uint32_t body_length = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& [term, wdf] = terms[i];
        body_length += wdf;
        keys_.content_hash += content_hash_part(hashes[i], wdf);
        sketcher.add(hashes[i], wdf, term.size());
    }
    const auto bands = bands_.sign(hashes, body_length);
    keys_.bands.assign(bands.begin(), bands.end());
    keys_.histogram = histograms_ && !bands.empty() ? sketcher.histogram() : BagHistogram();
    return keys_;
}

std::string encode_keys(const DocumentKeys& keys, std::uint32_t key_bits) {
    std::string out;
    if (keys.histogram.is_known()) keys.histogram.append_to(out);
    for (const std::uint64_t key : keys.bands)
        append_big_endian(out, key, key_bits / 8);
    append_big_endian(out, keys.content_hash, CONTENT_HASH_BYTES);
    return out;
}

bool are_keys(std::string_view value, const ModelParameters& parameters) {
    const std::size_t all = keys_and_content_hash_bytes(parameters);
    return value.size() == CONTENT_HASH_BYTES || value.size() == all ||
           value.size() == BagHistogram::BYTES + all;
}

std::optional<DocumentKeys> decode_keys(std::string_view value, const ModelParameters& parameters) {
    if (!are_keys(value, parameters)) return std::nullopt;
    const std::size_t key_bytes = parameters.band_key_bits / 8;
    DocumentKeys keys;
    if (value.size() > keys_and_content_hash_bytes(parameters)) {
        keys.histogram = BagHistogram::read(value.substr(0, BagHistogram::BYTES));
        value.remove_prefix(BagHistogram::BYTES);
    }
    for (; value.size() > CONTENT_HASH_BYTES; value.remove_prefix(key_bytes)) {
        keys.bands.push_back(read_big_endian(value.substr(0, key_bytes)));
    }
    keys.content_hash = read_big_endian(value);
    return keys;
}

std::optional<std::uint64_t> decode_content_hash(std::string_view value) {
    if (value.size() < CONTENT_HASH_BYTES) return std::nullopt;
    return read_big_endian(value.substr(value.size() - CONTENT_HASH_BYTES));
}

void IndexKeys::add(Xapian::docid did, const DocumentKeys& keys) {
    if (did >= content_hashes.size()) content_hashes.resize(std::size_t{did} + 1, 0);
    content_hashes[did] = keys.content_hash;
    if (keys.histogram.is_known()) {
        if (did >= histograms.size())
            histograms.resize(std::max(content_hashes.size(), std::size_t{did} + 1));
        histograms[did] = keys.histogram;
    }
    for (unsigned band = 0; band < keys.bands.size(); ++band)
        bands.add({band_key(band, keys.bands[band]), did});
}

IndexKeys compute_index_keys(const ReadOptions& read, const Model& model, std::size_t memory) {
    IndexKeys result(memory);
    const std::size_t docids = std::size_t{read.open().get_lastdocid()} + 1;
    result.content_hashes.resize(docids, 0);
    std::mutex mutex;
    const std::size_t pieces = (docids + DOCUMENTS_A_PIECE - 1) / DOCUMENTS_A_PIECE;
    std::size_t done = 0;
    parallel_for(read.threads, pieces, [&]() -> Worker {
        struct Reader {
            Xapian::Database db;
            TermListReader terms;
            DocumentKeySigner signer;
        };
        const auto reader =
            std::make_shared<Reader>(read.open(), TermListReader(read), DocumentKeySigner(model));
        return [&, reader](std::size_t piece) {
            struct Found {
                Xapian::docid did;
                DocumentKeys keys;
            };
            std::vector<Found> found;
            const auto first = static_cast<Xapian::docid>(piece * DOCUMENTS_A_PIECE);
            const std::uint64_t last = std::uint64_t{first} + DOCUMENTS_A_PIECE;
            for_each_posting(
                reader->db, "", first, last, docids, [&](const Xapian::PostingIterator& p) {
                    reader->terms.read(*p);
                    const auto terms = reader->terms.terms();
                    if (terms.empty()) return;
                    found.push_back({*p, reader->signer.sign(terms, reader->terms.hashes())});
                });
            const std::lock_guard lock(mutex);
            for (const auto& [did, keys] : found)
                result.add(did, keys);
            if (read.progress) read.progress("documents read", ++done, pieces);
        };
    });
    return result;
}

IndexKeys read_index_keys(const Xapian::Database& db, Xapian::valueno slot, const Model& model,
                          std::size_t memory) {
    IndexKeys result(memory);
    result.content_hashes.resize(std::size_t{db.get_lastdocid()} + 1, 0);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        const auto keys = decode_keys(*value, model.parameters());
        if (!keys) continue;
        result.add(checked_docid(value.get_docid(), result.content_hashes.size()), *keys);
    }
    return result;
}

}  // namespace descry
