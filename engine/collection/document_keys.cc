#include "engine/collection/document_keys.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

#include <descry/distance/term_count.h>

#include "engine/distance/pair_checks.h"
#include "engine/hashing/coding.h"
#include "engine/mechanics/parallel.h"

namespace descry {

namespace {

constexpr std::size_t CONTENT_HASH_BYTES = 8;
constexpr std::size_t APART_BYTES = 8;
constexpr std::size_t KEYS_PRESENT_BYTES = 4;
constexpr std::uint64_t DOCUMENTS_A_PIECE = 2048;

std::size_t bytes_of_keys(std::size_t keys, const ModelParameters& parameters) {
    return keys * (parameters.band_key_bits / 8);
}

// The flag for a sketch; 0 if the model has none.
std::uint64_t character_bit(const ModelParameters& parameters) {
    return parameters.character_rows == 0 ? 0 : std::uint64_t{1} << parameters.keys();
}

struct ValueParts {
    std::string_view histogram;  // may be empty
    std::uint64_t present = 0;   // one bit per key
    std::string_view keys;
    std::string_view characters;  // may be empty
    std::string_view numbers;     // empty unless the model keeps numbers apart
    std::string_view apart;       // empty unless the model keeps fields apart
    std::string_view content_hash;
};

std::optional<ValueParts> parts_of(std::string_view value, const ModelParameters& parameters) {
    const std::size_t numbers = parameters.keep_apart.numbers ? APART_BYTES : 0;
    const std::size_t apart = parameters.keep_apart.fields.empty() ? 0 : APART_BYTES;
    if (value.size() < numbers + apart + CONTENT_HASH_BYTES) return std::nullopt;
    const auto take_last = [&value](std::size_t bytes) {
        const std::string_view last = value.substr(value.size() - bytes);
        value.remove_suffix(bytes);
        return last;
    };
    ValueParts parts;
    parts.content_hash = take_last(CONTENT_HASH_BYTES);
    parts.apart = take_last(apart);
    parts.numbers = take_last(numbers);
    if (value.empty()) return parts;
    parts.histogram = value.substr(0, BagHistogram::BYTES);
    value.remove_prefix(parts.histogram.size());
    if (value.size() < KEYS_PRESENT_BYTES) return std::nullopt;
    parts.present = take_big_endian(value, KEYS_PRESENT_BYTES);
    const std::uint64_t sketch = character_bit(parameters);
    const bool has_characters = (parts.present & sketch) != 0;
    parts.present &= ~sketch;
    if (parts.present >> parameters.keys() != 0) return std::nullopt;
    const auto keys = static_cast<std::size_t>(std::popcount(parts.present));
    const std::size_t size = bytes_of_keys(keys, parameters);
    if (value.size() != size + (has_characters ? CHARACTER_BINS : 0)) return std::nullopt;
    parts.keys = value.substr(0, size);
    parts.characters = value.substr(size);
    return parts;
}

}  // namespace

bool share_key(const DocumentKeys& a, const DocumentKeys& b) {
    for (std::size_t i = 0; i < std::min(a.bands.size(), b.bands.size()); ++i) {
        if (a.bands[i] != NO_KEY && a.bands[i] == b.bands[i]) return true;
    }
    return a.characters && b.characters &&
           share_character_key(*a.characters, *b.characters, a.character_rows);
}

std::uint64_t content_hash_of(std::span<const TermCount> terms,
                              std::span<const std::uint64_t> hashes) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < terms.size(); ++i)
        sum += content_hash_part(hashes[i], terms[i].wdf);
    return sum;
}

const DocumentKeys& DocumentKeySigner::sign(std::span<const TermCount> terms,
                                            const std::optional<SequenceKeys>& sequence,
                                            std::uint64_t apart) {
    hash_terms(terms, term_hashes_);
    return sign(terms, term_hashes_, sequence, apart);
}

std::uint64_t DocumentKeySigner::apart_of(TermListReader& reader, DocumentNumber document) const {
    const std::vector<std::string>& fields = parameters_.keep_apart.fields;
    return fields.empty() ? 0 : reader.apart_value(document, fields);
}

const DocumentKeys& DocumentKeySigner::sign(std::span<const TermCount> terms,
                                            std::span<const std::uint64_t> hashes,
                                            const std::optional<SequenceKeys>& sequence,
                                            std::uint64_t apart) {
    keys_.content_hash = 0;
    keys_.numbers = 0;
    BagHistogramBuilder sketcher;
    std::uint32_t body_length = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& [term, wdf] = terms[i];
        body_length = saturated_sum(body_length, wdf);
        keys_.content_hash += content_hash_part(hashes[i], wdf);
        sketcher.add(hashes[i], wdf, term.size());
        if (parameters_.keep_apart.numbers && is_number_word(term))
            keys_.numbers += content_hash_part(hashes[i], 1);
    }
    const auto bands = bands_.sign_all(hashes, body_length);
    keys_.bands.assign(bands.begin(), bands.end());
    if (body_length >= parameters_.min_short_length) add_pair_keys(sequence);
    if (sequence && !parameters_.any_order)
        keys_.content_hash = content_hash_in_order(keys_.content_hash, sequence->hash);
    keys_.apart = apart;
    if (apart != 0) keys_.content_hash = content_hash_with_fields(keys_.content_hash, apart);
    keys_.histogram = keys_.bands.empty() ? BagHistogram() : sketcher.histogram();
    keys_.characters.reset();
    // A document with a sketch has keys of word pairs.
    if (parameters_.character_rows != 0 && sequence && !keys_.bands.empty())
        keys_.characters = sequence->characters;
    keys_.character_rows = keys_.characters ? parameters_.character_rows : 0;
    return keys_;
}

const DocumentKeys& DocumentKeySigner::sign_read(TermListReader& reader, DocumentNumber document,
                                                 SequenceKeySigner& sequences) {
    const auto terms = reader.terms();
    const auto sequence =
        reader.sequence_keys(document, content_hash_of(terms, reader.hashes()), sequences);
    return sign(terms, reader.hashes(), sequence, apart_of(reader, document));
}

void DocumentKeySigner::add_pair_keys(const std::optional<SequenceKeys>& sequence) {
    const std::size_t first = parameters_.keys() - PAIR_KEYS;
    const bool has_pairs = sequence && sequence->pairs.size() == PAIR_KEYS;
    if (keys_.bands.empty() && !has_pairs) return;
    keys_.bands.resize(first, NO_KEY);
    keys_.bands.resize(parameters_.keys(), NO_KEY);
    if (!has_pairs) return;
    const unsigned dropped = PAIR_KEY_BITS - std::min(PAIR_KEY_BITS, parameters_.band_key_bits);
    for (std::size_t i = 0; i < PAIR_KEYS; ++i)
        keys_.bands[first + i] = sequence->pairs[i] >> dropped;
}

std::string encode_keys(const DocumentKeys& keys, const ModelParameters& parameters) {
    std::string out;
    if (!keys.bands.empty()) keys.histogram.append_to(out);
    std::uint64_t present = 0;
    std::string bytes;
    for (std::size_t i = 0; i < keys.bands.size(); ++i) {
        if (keys.bands[i] == NO_KEY) continue;
        present |= std::uint64_t{1} << i;
        append_big_endian(bytes, keys.bands[i], parameters.band_key_bits / 8);
    }
    if (keys.characters) {
        present |= character_bit(parameters);
        bytes.append(keys.characters->begin(), keys.characters->end());
    }
    if (!keys.bands.empty()) append_big_endian(out, present, KEYS_PRESENT_BYTES);
    out += bytes;
    if (parameters.keep_apart.numbers) append_big_endian(out, keys.numbers, APART_BYTES);
    if (!parameters.keep_apart.fields.empty()) append_big_endian(out, keys.apart, APART_BYTES);
    append_big_endian(out, keys.content_hash, CONTENT_HASH_BYTES);
    return out;
}

bool are_keys(std::string_view value, const ModelParameters& parameters) {
    return parts_of(value, parameters).has_value();
}

std::optional<DocumentKeys> decode_keys(std::string_view value, const ModelParameters& parameters) {
    auto parts = parts_of(value, parameters);
    if (!parts) return std::nullopt;
    DocumentKeys keys;
    if (!parts->histogram.empty()) keys.histogram = BagHistogram::read(parts->histogram);
    if (parts->present != 0) keys.bands.resize(parameters.keys(), NO_KEY);
    for (std::size_t i = 0; i < keys.bands.size(); ++i) {
        if ((parts->present >> i & 1) == 0) continue;
        keys.bands[i] = take_big_endian(parts->keys, parameters.band_key_bits / 8);
    }
    if (!parts->characters.empty()) {
        std::ranges::copy(parts->characters, keys.characters.emplace().begin());
        keys.character_rows = parameters.character_rows;
    }
    if (!parts->numbers.empty()) keys.numbers = read_big_endian(parts->numbers);
    if (!parts->apart.empty()) keys.apart = read_big_endian(parts->apart);
    keys.content_hash = read_big_endian(parts->content_hash);
    return keys;
}

std::uint64_t decode_apart(std::string_view value) {
    if (value.size() < APART_BYTES + CONTENT_HASH_BYTES) return 0;
    return read_big_endian(
        value.substr(value.size() - CONTENT_HASH_BYTES - APART_BYTES, APART_BYTES));
}

std::optional<std::uint64_t> decode_content_hash(std::string_view value) {
    if (value.size() < CONTENT_HASH_BYTES) return std::nullopt;
    return read_big_endian(value.substr(value.size() - CONTENT_HASH_BYTES));
}

void CollectionKeys::add(DocumentNumber document, const DocumentKeys& keys) {
    const std::size_t end = std::size_t{document} + 1;
    if (content_hashes.size() < end) content_hashes.resize(end, 0);
    content_hashes[document] = keys.content_hash;
    if (keys.histogram.is_known()) histograms.put(document, keys.histogram);
    if (const std::uint64_t kept_apart = keys.kept_apart(); kept_apart != 0) {
        if (apart.size() < end) apart.resize(std::max(end, content_hashes.size()), 0);
        apart[document] = kept_apart;
    }
    visit_band_keys(keys, [&](std::uint64_t key) { bands.add({key, document}); });
    if (!keys.characters) return;
    if (sketches.size() < end)
        sketches.resize(std::max(end, content_hashes.size()), CharacterSketch{});
    sketches[document] = *keys.characters;
}

void add_keys(const Collection& collection, const Model& model, DocumentNumber before,
              CollectionKeys& keys) {
    const std::uint64_t end = collection.end();
    keys.content_hashes.resize(before + end, 0);
    std::mutex mutex;
    const std::size_t pieces = (end + DOCUMENTS_A_PIECE - 1) / DOCUMENTS_A_PIECE;
    SharedProgress progress(collection.progress(), "documents keyed", end - 1);
    parallel_for(collection.threads(), pieces, [&] {
        return [&, reader = collection.reader(), signer = DocumentKeySigner(model),
                sequences = SequenceKeySigner(model.parameters())](std::size_t piece) mutable {
            std::vector<std::pair<DocumentNumber, DocumentKeys>> found;
            const std::uint64_t first = piece * DOCUMENTS_A_PIECE;
            reader->read_range(static_cast<DocumentNumber>(first), first + DOCUMENTS_A_PIECE, end,
                               [&](DocumentNumber document) {
                                   if (reader->terms().empty()) return;
                                   found.emplace_back(
                                       document, signer.sign_read(*reader, document, sequences));
                               });
            const std::lock_guard lock(mutex);
            for (const auto& [document, document_keys] : found)
                keys.add(before + document, document_keys);
            progress.step(std::min<std::uint64_t>(DOCUMENTS_A_PIECE, end - first));
        };
    });
}

CollectionKeys compute_keys(const Collection& collection, const Model& model) {
    CollectionKeys keys(collection.work());
    add_keys(collection, model, 0, keys);
    return keys;
}

}  // namespace descry
