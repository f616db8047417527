#include <algorithm>
#include <bit>
#include <concepts>

#include <nlohmann/json.hpp>

#include <descry/hashing/coding.h>
#include <descry/model/model.h>

namespace descry {

namespace {

using nlohmann::json;

constexpr std::size_t MAX_TERM_BYTES = 245;
constexpr std::size_t MAX_WORDS = 65535;
constexpr std::uint64_t CHECKSUM_SEED = 0;
// A key and the number of its band are 64 bits together.
constexpr std::uint32_t MAX_STORED_KEY_BITS = 56;

template <std::unsigned_integral Integer>
void append(std::string& out, Integer value) {
    append_little_endian(out, value, sizeof value);
}

// Takes little-endian integers and byte strings off the front of a model.
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

// The parameters as JSON: names are kept, so that a later version can add one without a new layout.
json to_json(const ModelParameters& p) {
    return {{"analyzer", p.analyzer},
            {"term_prefix", p.term_prefix},
            {"hash", "xxh64"},
            {"hash_seed", p.hash_seed},
            {"min_body_length", p.min_body_length},
            {"documents", p.documents},
            {"occurrences", p.occurrences},
            {"wanted_words", p.wanted_words},
            {"change_millionths", p.change_millionths},
            {"flip_weight_millionths", p.flip_weight_millionths},
            {"min_ones", p.min_ones},
            {"stable_words", p.stable_words},
            {"stable_bits", p.stable_bits},
            {"min_stable_bits", p.min_stable_bits},
            {"learned_pairs", p.learned_pairs},
            {"bands", p.bands},
            {"band_words", p.band_words},
            {"band_information", p.band_information.units},
            {"term_band_information", p.term_band_information.units},
            {"band_key_bits", p.band_key_bits},
            {"min_band_bits", p.min_band_bits},
            {"min_stable_terms", p.min_stable_terms},
            {"distance_millionths", p.grouping.distance},
            {"near_millionths", p.grouping.near},
            {"max_heads", p.grouping.max_heads},
            {"group_order", p.group_order},
            {"any_order", p.any_order}};
}

ModelParameters parameters_from_json(std::string_view text) {
    ModelParameters p;
    json object;
    try {
        object = json::parse(text);
        object.at("analyzer").get_to(p.analyzer);
        object.at("term_prefix").get_to(p.term_prefix);
        object.at("hash_seed").get_to(p.hash_seed);
        object.at("min_body_length").get_to(p.min_body_length);
        object.at("documents").get_to(p.documents);
        object.at("occurrences").get_to(p.occurrences);
        object.at("wanted_words").get_to(p.wanted_words);
        object.at("change_millionths").get_to(p.change_millionths);
        object.at("flip_weight_millionths").get_to(p.flip_weight_millionths);
        object.at("min_ones").get_to(p.min_ones);
        object.at("stable_words").get_to(p.stable_words);
        object.at("stable_bits").get_to(p.stable_bits);
        object.at("min_stable_bits").get_to(p.min_stable_bits);
        object.at("learned_pairs").get_to(p.learned_pairs);
        object.at("bands").get_to(p.bands);
        object.at("band_words").get_to(p.band_words);
        object.at("band_information").get_to(p.band_information.units);
        object.at("term_band_information").get_to(p.term_band_information.units);
        object.at("band_key_bits").get_to(p.band_key_bits);
        object.at("min_band_bits").get_to(p.min_band_bits);
        object.at("min_stable_terms").get_to(p.min_stable_terms);
        object.at("distance_millionths").get_to(p.grouping.distance);
        object.at("near_millionths").get_to(p.grouping.near);
        object.at("max_heads").get_to(p.grouping.max_heads);
        object.at("group_order").get_to(p.group_order);
        object.at("any_order").get_to(p.any_order);
    } catch (const json::exception& error) {
        throw ModelFormatError(std::string("the model's parameters are unreadable: ") +
                               error.what());
    }
    // A parameter of a later version may change what signatures mean; it is not ignored.
    const json known = to_json(p);
    for (const auto& [name, value] : object.items()) {
        if (known.contains(name) && known.at(name) == value) continue;
        // Only a text is printed: anything else may be nested without end.
        const std::string shown = value.is_string() ? " = " + value.get<std::string>() : "";
        throw ModelFormatError("the model has parameters this version does not know: " + name +
                               shown);
    }
    return p;
}

std::string serialise(const ModelParameters& parameters, const std::vector<ModelWord>& words,
                      const std::vector<StableTerm>& stable_terms) {
    std::string out(Model::MAGIC);
    append(out, Model::FORMAT_VERSION);
    const std::string parameter_text = parameters.json();
    append(out, static_cast<std::uint32_t>(parameter_text.size()));
    out += parameter_text;
    append(out, static_cast<std::uint32_t>(words.size()));
    for (const ModelWord& word : words) {
        append(out, static_cast<std::uint8_t>(word.term.size()));
        out += word.term;
        append(out, word.threshold);
        append(out, word.flip_rate.units);
        append(out, word.information.units);
    }
    append(out, static_cast<std::uint32_t>(stable_terms.size()));
    for (const StableTerm& stable : stable_terms) {
        append(out, static_cast<std::uint8_t>(stable.term.size()));
        out += stable.term;
        append(out, stable.weight.units);
        append(out, stable.information.units);
    }
    append(out, hash64(out, CHECKSUM_SEED));
    return out;
}

// Sorts words or stable terms, and refuses terms that no index could hold.
template <typename Entry>
void sort_by_term(std::vector<Entry>& entries) {
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.term < b.term; });
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

// A model may come from anywhere, and everything that signs and groups relies on these.
void check(const ModelParameters& p) {
    const bool is_key =
        p.band_key_bits % 8 == 0 && p.band_key_bits >= 8 && p.band_key_bits <= MAX_STORED_KEY_BITS;
    if (p.bands == 0 || p.bands > MAX_BANDS || p.band_words == 0 || p.band_words > MAX_BAND_WORDS ||
        !is_key) {
        throw std::invalid_argument("Model: bands of another kind than there are");
    }
}

BandParameters band_parameters(const ModelParameters& p, Fixed24 information) {
    return {p.bands, p.band_words, information, p.band_key_bits, p.hash_seed};
}

}  // namespace

BandParameters ModelParameters::one_bands() const {
    return band_parameters(*this, band_information);
}

PairLimits pair_limits(const ModelParameters& parameters) {
    return {.distance = parameters.grouping.distance,
            .strict = parameters.grouping.distance < STRICT_BELOW,
            .same_order = !parameters.any_order,
            .min_words = parameters.min_body_length};
}

BandParameters ModelParameters::term_bands() const {
    return band_parameters(*this, term_band_information);
}

std::string ModelParameters::json() const {
    try {
        return to_json(*this).dump();
    } catch (const json::exception&) {
        throw std::invalid_argument("Model: the analyzer, the prefix or the order is no UTF-8");
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
    if (!bytes.starts_with(MAGIC)) throw ModelFormatError("this is not a descry model");
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
    std::vector<ModelWord> words;
    for (auto left = reader.integer<std::uint32_t>(); left > 0; --left) {
        ModelWord word;
        word.term = reader.take(reader.integer<std::uint8_t>());
        word.threshold = reader.integer<std::uint32_t>();
        word.flip_rate.units = reader.integer<std::uint32_t>();
        word.information.units = reader.integer<std::uint32_t>();
        words.push_back(std::move(word));
    }
    std::vector<StableTerm> stable_terms;
    for (auto left = reader.integer<std::uint32_t>(); left > 0; --left) {
        StableTerm stable;
        stable.term = reader.take(reader.integer<std::uint8_t>());
        stable.weight.units = reader.integer<std::uint32_t>();
        stable.information.units = reader.integer<std::uint32_t>();
        stable_terms.push_back(std::move(stable));
    }
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
