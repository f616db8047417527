#include <algorithm>
#include <bit>
#include <concepts>
#include <tuple>

#include <nlohmann/json.hpp>

#include <descry/model/model.h>

#include "engine/distance/pair_verifier.h"
#include "engine/hashing/coding.h"
#include "engine/model/bands.h"

namespace descry {

namespace {

using nlohmann::json;

constexpr std::size_t MAX_TERM_BYTES = 245;
constexpr std::size_t MAX_WORDS = 65535;
constexpr std::uint64_t CHECKSUM_SEED = 0;
// A key and the number of its band make 64 bits.
constexpr std::uint32_t MAX_STORED_KEY_BITS = 56;

template <std::unsigned_integral Integer>
void append(std::string& out, Integer value) {
    append_little_endian(out, value, sizeof value);
}

// Reads little-endian integers and byte strings from the front of a model.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    std::string_view take(std::size_t size) {
        if (size > rest_.size()) throw ModelFormatError("the model is cut short");
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    template <std::unsigned_integral Integer>
    Integer integer() {
        return static_cast<Integer>(read_little_endian(take(sizeof(Integer))));
    }

    bool done() const { return rest_.empty(); }

  private:
    std::string_view rest_;
};

constexpr const char* CHARACTER_ROWS_NAME = "character_rows";
constexpr const char* CONTAINED_NAME = "contained_millionths";
constexpr const char* FIELDS_NAME = "keep_apart_fields";

// Calls visit(name, value) for each parameter of every model, in the order in which missing ones
// are reported.
template <typename Parameters, typename Visit>
void for_each_parameter(Parameters& p, Visit&& visit) {
    visit("analyzer", p.analyzer);
    visit("term_prefix", p.term_prefix);
    visit("hash_seed", p.hash_seed);
    visit("min_body_length", p.min_body_length);
    visit("documents", p.documents);
    visit("occurrences", p.occurrences);
    visit("wanted_words", p.wanted_words);
    visit("change_millionths", p.change_millionths);
    visit("flip_weight_millionths", p.flip_weight_millionths);
    visit("min_ones", p.min_ones);
    visit("stable_words", p.stable_words);
    visit("stable_bits", p.stable_bits);
    visit("min_stable_bits", p.min_stable_bits);
    visit("learned_pairs", p.learned_pairs);
    visit("bands", p.bands);
    visit("band_words", p.band_words);
    visit("band_information", p.band_information.units);
    visit("term_band_information", p.term_band_information.units);
    visit("band_key_bits", p.band_key_bits);
    visit("min_band_bits", p.min_band_bits);
    visit("min_stable_terms", p.min_stable_terms);
    visit("distance_millionths", p.grouping.distance);
    visit("near_millionths", p.grouping.near);
    visit("max_heads", p.grouping.max_heads);
    visit("group_order", p.group_order);
    visit("any_order", p.any_order);
    visit("min_short_length", p.min_short_length);
    visit("short_rows", p.short_rows);
    visit("keep_apart_numbers", p.keep_apart.numbers);
}

json to_json(const ModelParameters& parameters) {
    json object = {{"hash", "xxh64"}};
    for_each_parameter(parameters,
                       [&](const char* name, const auto& value) { object[name] = value; });
    if (parameters.character_rows != 0) object[CHARACTER_ROWS_NAME] = parameters.character_rows;
    if (parameters.contained != 0) object[CONTAINED_NAME] = parameters.contained;
    const std::vector<std::string>& fields = parameters.keep_apart.fields;
    if (!fields.empty()) object[FIELDS_NAME] = fields;
    return object;
}

ModelParameters parameters_from_json(std::string_view text) {
    ModelParameters p;
    json object;
    try {
        object = json::parse(text);
        for_each_parameter(p,
                           [&](const char* name, auto& value) { object.at(name).get_to(value); });
        p.character_rows = object.value(CHARACTER_ROWS_NAME, std::uint32_t{0});
        p.contained = object.value(CONTAINED_NAME, std::uint32_t{0});
        p.keep_apart.fields = object.value(FIELDS_NAME, std::vector<std::string>());
    } catch (const json::exception& error) {
        throw ModelFormatError(std::string("the model's parameters are unreadable: ") +
                               error.what());
    }
    // Parameters of later versions may change what signatures mean, so they are not ignored.
    const json known = to_json(p);
    for (const auto& [name, value] : object.items()) {
        if (known.contains(name) && known.at(name) == value) continue;
        // Only a text is printed: other values may be nested without end.
        const std::string shown = value.is_string() ? " = " + value.get<std::string>() : "";
        throw ModelFormatError("the model has parameters this version does not know: " + name +
                               shown);
    }
    return p;
}

// What is stored of an entry beside its term.
constexpr auto numbers_of = [](auto& entry) {
    if constexpr (requires { entry.threshold; }) {
        return std::tie(entry.threshold, entry.flip_rate.units, entry.information.units);
    } else {
        return std::tie(entry.weight.units, entry.information.units);
    }
};

template <typename Entry>
void append_entries(std::string& out, const std::vector<Entry>& entries) {
    append(out, static_cast<std::uint32_t>(entries.size()));
    for (const Entry& entry : entries) {
        append(out, static_cast<std::uint8_t>(entry.term.size()));
        out += entry.term;
        std::apply([&](const auto... numbers) { (append(out, numbers), ...); }, numbers_of(entry));
    }
}

template <typename Entry>
std::vector<Entry> take_entries(Reader& reader) {
    std::vector<Entry> entries;
    for (auto left = reader.integer<std::uint32_t>(); left > 0; --left) {
        Entry& entry = entries.emplace_back();
        entry.term = reader.take(reader.integer<std::uint8_t>());
        std::apply([&](auto&... numbers) { ((numbers = reader.integer<std::uint32_t>()), ...); },
                   numbers_of(entry));
    }
    return entries;
}

std::string serialise(const ModelParameters& parameters, const std::vector<ModelWord>& words,
                      const std::vector<StableTerm>& stable_terms) {
    std::string out(Model::MAGIC);
    append(out, Model::FORMAT_VERSION);
    const std::string parameter_text = parameters.json();
    append(out, static_cast<std::uint32_t>(parameter_text.size()));
    out += parameter_text;
    append_entries(out, words);
    append_entries(out, stable_terms);
    append(out, hash64(out, CHECKSUM_SEED));
    return out;
}

// Sorts words or stable terms, and rejects terms that no index could hold.
template <typename Entry>
void sort_by_term(std::vector<Entry>& entries) {
    std::ranges::sort(entries, {}, &Entry::term);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string& term = entries[i].term;
        if (term.empty() || term.size() > MAX_TERM_BYTES) {
            throw std::invalid_argument("Model: a term of " + std::to_string(term.size()) +
                                        " bytes");
        }
        if (i > 0 && entries[i - 1].term == term) {
            throw std::invalid_argument("Model: a word twice: " + term);
        }
    }
}

// A model may come from anywhere, and signing and grouping rely on these.
void check(const ModelParameters& p) {
    const bool is_key =
        p.band_key_bits % 8 == 0 && p.band_key_bits >= 8 && p.band_key_bits <= MAX_STORED_KEY_BITS;
    if (p.bands == 0 || p.bands > MAX_BANDS || p.band_words == 0 || p.band_words > MAX_BAND_WORDS ||
        !is_key || p.short_rows == 0 || p.short_rows > MAX_SHORT_ROWS) {
        throw std::invalid_argument("Model: bands of another kind than there are");
    }
    if (p.character_rows != 0 &&
        (p.character_rows < MIN_CHARACTER_ROWS || p.character_rows > MAX_CHARACTER_ROWS)) {
        throw std::invalid_argument("Model: keys of characters of another kind than there are");
    }
}

BandParameters band_parameters(const ModelParameters& p, Fixed24 information) {
    return {p.bands, p.band_words, information, p.band_key_bits, p.hash_seed};
}

}  // namespace

KeepApart KeepApart::of(const std::vector<std::string>& what) {
    KeepApart apart;
    for (const std::string& name : what) {
        if (name == "numbers") {
            apart.numbers = true;
        } else if (!name.empty() && name != "nothing") {
            apart.fields.push_back(name);
        }
    }
    std::ranges::sort(apart.fields);
    apart.fields.erase(std::ranges::unique(apart.fields).begin(), apart.fields.end());
    return apart;
}

std::string KeepApart::names() const {
    std::string names = numbers ? "numbers" : "";
    for (const std::string& field : fields)
        names.append(names.empty() ? "" : ",").append(field);
    return names;
}

BandParameters ModelParameters::one_bands() const {
    return band_parameters(*this, band_information);
}

PairLimits pair_limits(const ModelParameters& parameters) {
    return {.distance = parameters.grouping.distance,
            .any_order = parameters.any_order,
            .keep_apart_numbers = parameters.keep_apart.numbers,
            .keep_apart_fields = !parameters.keep_apart.fields.empty(),
            .by_characters = parameters.character_rows != 0,
            .contained = parameters.contained,
            .min_words = parameters.min_short_length};
}

BandParameters ModelParameters::term_bands() const {
    return band_parameters(*this, term_band_information);
}

std::string ModelParameters::json() const {
    try {
        return to_json(*this).dump();
    } catch (const json::exception&) {
        throw std::invalid_argument("Model: the analyzer, the prefix or the order is not UTF-8");
    }
}

Model::Model(ModelParameters parameters, std::vector<ModelWord> words,
             std::vector<StableTerm> stable_terms)
    : parameters_(std::move(parameters)),
      words_(std::move(words)),
      stable_terms_(std::move(stable_terms)) {
    check(parameters_);
    if (words_.size() > MAX_WORDS) throw std::invalid_argument("Model: too many words");
    sort_by_term(words_);
    sort_by_term(stable_terms_);
    bytes_ = descry::serialise(parameters_, words_, stable_terms_);
    id_ = hash80_base64url(bytes_);
}

Model Model::parse(std::string_view bytes) {
    if (!bytes.starts_with(MAGIC)) throw ModelFormatError("not a descry model");
    Reader reader(bytes.substr(MAGIC.size()));
    const auto version = reader.integer<std::uint32_t>();
    if (version != FORMAT_VERSION) {
        throw ModelFormatError("a model of format " + std::to_string(version) +
                               "; this version reads format " + std::to_string(FORMAT_VERSION));
    }
    if (bytes.size() < sizeof(std::uint64_t)) throw ModelFormatError("the model is cut short");
    const std::string_view checked = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
    if (Reader(bytes.substr(checked.size())).integer<std::uint64_t>() !=
        hash64(checked, CHECKSUM_SEED)) {
        throw ModelFormatError("the model is damaged: its checksum does not match");
    }
    ModelParameters parameters = parameters_from_json(reader.take(reader.integer<std::uint32_t>()));
    std::vector<ModelWord> words = take_entries<ModelWord>(reader);
    std::vector<StableTerm> stable_terms = take_entries<StableTerm>(reader);
    reader.take(sizeof(std::uint64_t));
    if (!reader.done()) throw ModelFormatError("the model has bytes after its end");
    try {
        Model model(std::move(parameters), std::move(words), std::move(stable_terms));
        if (model.bytes_ != bytes) throw ModelFormatError("the model's words are not in order");
        return model;
    } catch (const std::invalid_argument& error) {
        throw ModelFormatError(error.what());
    }
}

}  // namespace descry
