#include <algorithm>
#include <mutex>
#include <utility>

#include <descry/collection/document_keys.h>
#include <descry/hashing/coding.h>
#include <descry/mechanics/parallel.h>

namespace descry {

namespace {

constexpr std::size_t CONTENT_HASH_BYTES = 8;
constexpr std::uint64_t DOCUMENTS_A_PIECE = 2048;

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

void CollectionKeys::add(DocumentNumber document, const DocumentKeys& keys) {
    const std::size_t end = std::size_t{document} + 1;
    if (content_hashes.size() < end) content_hashes.resize(end, 0);
    content_hashes[document] = keys.content_hash;
    if (keys.histogram.is_known()) {
        if (histograms.size() < end) histograms.resize(std::max(content_hashes.size(), end));
        histograms[document] = keys.histogram;
    }
    for (unsigned band = 0; band < keys.bands.size(); ++band)
        bands.add({band_key(band, keys.bands[band]), document});
}

CollectionKeys compute_keys(const Collection& collection, const Model& model, std::size_t memory) {
    CollectionKeys result(memory);
    const std::uint64_t end = collection.end();
    result.content_hashes.resize(end, 0);
    std::mutex mutex;
    const std::size_t pieces = (end + DOCUMENTS_A_PIECE - 1) / DOCUMENTS_A_PIECE;
    std::size_t done = 0;
    parallel_for(collection.threads(), pieces, [&] {
        return [&, reader = collection.reader(),
                signer = DocumentKeySigner(model)](std::size_t piece) mutable {
            std::vector<std::pair<DocumentNumber, DocumentKeys>> found;
            const std::uint64_t first = piece * DOCUMENTS_A_PIECE;
            reader->read_range(static_cast<DocumentNumber>(first), first + DOCUMENTS_A_PIECE, end,
                               [&](DocumentNumber document) {
                                   const auto terms = reader->terms();
                                   if (terms.empty()) return;
                                   found.emplace_back(document,
                                                      signer.sign(terms, reader->hashes()));
                               });
            const std::lock_guard lock(mutex);
            for (const auto& [document, keys] : found)
                result.add(document, keys);
            if (collection.progress()) collection.progress()("documents read", ++done, pieces);
        };
    });
    return result;
}

}  // namespace descry
