#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <compare>
#include <limits>
#include <ranges>
#include <set>

#include <boost/iterator/iterator_facade.hpp>
#include <fmt/format.h>

#include <descry/solr/signature_chain.h>

#include "engine/solr/java_hash_order.h"
#include "plugin/base/json_record.h"

namespace descry {

namespace {

using nlohmann::json;

struct ClassName {
    std::string_view name;
    SignatureClass value;
    bool is_solrs;
};

constexpr std::array CLASS_NAMES = {
    ClassName{"TextProfileSignature", SignatureClass::TEXT_PROFILE, true},
    ClassName{"MD5Signature", SignatureClass::MD5, true},
    ClassName{"Lookup3Signature", SignatureClass::LOOKUP3, true},
    ClassName{"term-profile", SignatureClass::TERM_PROFILE, false},
    ClassName{"descriptive", SignatureClass::DESCRIPTIVE, false},
};

constexpr std::string_view NAMES =
    "signatureClass, fields, signatureField, overwriteDupes, enabled, quantRate, minTokenLen";

// Strips what SolrResourceLoader.findClass() accepts before a class: its full package, or "solr"
// and one character, and packages below org.apache.solr.
std::string_view without_package(std::string_view name) {
    constexpr std::string_view FULL = "org.apache.solr.update.processor.";
    constexpr std::string_view SHORT = "solr";
    if (name.starts_with(FULL)) return name.substr(FULL.size());
    if (name.starts_with(SHORT)) name.remove_prefix(std::min(SHORT.size() + 1, name.size()));
    for (const std::string_view package : {"update.processor.", "processor."}) {
        if (name.starts_with(package)) return name.substr(package.size());
    }
    return name;
}

std::optional<SignatureClass> class_of_name(std::string_view name) {
    const std::string_view bare = without_package(name);
    for (const ClassName& known : CLASS_NAMES) {
        if (known.name == (known.is_solrs ? bare : name)) return known.value;
    }
    return std::nullopt;
}

// StrUtils.splitSmart(list, ",", true), sorted as Java sorts.
std::vector<std::string> split_fields(std::string_view list) {
    std::vector<std::string> fields;
    std::string field;
    const auto end_field = [&] {
        if (!field.empty()) fields.push_back(std::move(field));
        field.clear();
    };
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i] == ',') {
            end_field();
        } else if (list[i] != '\\') {
            field += list[i];
        } else if (++i < list.size()) {
            constexpr std::string_view LETTERS = "ntrbf";
            constexpr std::string_view MEANT = "\n\t\r\b\f";
            const std::size_t at = LETTERS.find(list[i]);
            field += at == std::string_view::npos ? list[i] : MEANT[at];
        }
    }
    end_field();
    std::stable_sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) {
        return std::is_lt(java_string_order(a, b));
    });
    return fields;
}

std::string join_fields(const std::vector<std::string>& fields) {
    std::string list;
    for (const std::string& field : fields) {
        if (!list.empty()) list += ',';
        for (const char c : field) {
            if (c == ',' || c == '\\') list += '\\';
            list += c;
        }
    }
    return list;
}

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Counts the line feeds passed: the end of a number is known only from the next character.
class LineIterator
    : public boost::iterator_facade<LineIterator, const char, boost::single_pass_traversal_tag> {
  public:
    LineIterator(const char* at, std::size_t* line) : at_(at), line_(line) {}

  private:
    friend class boost::iterator_core_access;

    const char& dereference() const { return *at_; }
    bool equal(const LineIterator& other) const { return at_ == other.at_; }
    void increment() {
        if (after_line_feed_) ++*line_;
        after_line_feed_ = *at_ == '\n';
        ++at_;
    }

    const char* at_;
    std::size_t* line_;
    bool after_line_feed_ = false;
};

// Interprets the object while parsing it, so that errors have line numbers.
class ChainReader : public nlohmann::json_sax<json> {
  public:
    ChainReader(SignatureChainOptions& options, std::string_view source, const std::size_t& line)
        : options_(options), source_(source), line_(line) {}

    bool null() override { return reject_value("null"); }
    bool boolean(bool value) override {
        if (key_ == "overwriteDupes") {
            options_.overwrite_dupes = value;
        } else if (key_ == "enabled") {
            options_.enabled = value;
        } else {
            reject_value(value ? "true" : "false");
        }
        return true;
    }
    bool number_integer(number_integer_t value) override {
        return whole(value, std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value) override {
        constexpr auto MOST = static_cast<number_unsigned_t>(std::numeric_limits<int>::max());
        return whole(static_cast<number_integer_t>(std::min(value, MOST + 1)),
                     std::to_string(value));
    }
    bool number_float(number_float_t value, const string_t& text) override {
        if (key_ != "quantRate") return reject_value(text);
        options_.quant_rate = static_cast<float>(value);
        return true;
    }
    bool string(string_t& value) override {
        if (key_ == "signatureClass") {
            const auto known = class_of_name(value);
            if (!known) {
                reject(
                    fmt::format("signatureClass \"{}\" does not exist: use "
                                "TextProfileSignature, MD5Signature, Lookup3Signature, "
                                "term-profile or descriptive",
                                value));
            }
            options_.signature_class = *known;
        } else if (key_ == "fields") {
            options_.fields = split_fields(value);
            for (const std::string& field : options_.fields) {
                if (options_.solr_strict || (!is_blank(field.front()) && !is_blank(field.back())))
                    continue;
                reject(
                    fmt::format("fields: \"{}\" has a space at its end, which Solr takes as part "
                                "of the name; write the list without spaces",
                                field));
            }
        } else if (key_ == "signatureField") {
            if (value.empty()) reject("signatureField is empty");
            options_.signature_field = value;
        } else if (!take_text(value)) {
            reject_value('"' + value + '"');
        }
        return true;
    }
    bool binary(binary_t&) override { return reject_value("binary"); }
    bool start_object(std::size_t) override {
        if (depth_++ > 0) reject_value("an object");
        return true;
    }
    bool key(string_t& value) override {
        if (!is_name(value)) {
            reject(fmt::format("unknown parameter \"{}\": use {}", value, NAMES));
        }
        if (!seen_.insert(value).second) reject(fmt::format("{} is given twice", value));
        key_ = value;
        return true;
    }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return reject_value("an array"); }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override {
        std::string_view reason = error.what();
        // "[json.exception.parse_error.101] parse error at line 1, column 2: ...".
        const std::size_t colon = reason.find(": ");
        if (colon != std::string_view::npos) reason.remove_prefix(colon + 2);
        reject(fmt::format("invalid JSON: {}", reason));
    }

  private:
    static bool is_name(std::string_view value) {
        return std::ranges::any_of(
            std::views::split(NAMES, std::string_view(", ")),
            [&](const auto& name) { return std::ranges::equal(name, value); });
    }

    // Solr's configuration may have all values as text.
    bool take_text(const std::string& value) {
        const auto read = [&](auto& number) {
            const char* const end = value.data() + value.size();
            const auto [stop, error] = std::from_chars(value.data(), end, number);
            return error == std::errc() && stop == end;
        };
        if (key_ == "quantRate") return read(options_.quant_rate);
        if (key_ == "minTokenLen") return read(options_.min_token_len);
        if (value != "true" && value != "false") return false;
        return boolean(value == "true");
    }

    bool whole(number_integer_t value, const std::string& text) {
        if (key_ == "quantRate") {
            options_.quant_rate = static_cast<float>(value);
        } else if (key_ == "minTokenLen" && value >= std::numeric_limits<int>::min() &&
                   value <= std::numeric_limits<int>::max()) {
            options_.min_token_len = static_cast<int>(value);
        } else {
            reject_value(text);
        }
        return true;
    }

    bool reject_value(std::string_view given) {
        if (key_.empty()) reject(fmt::format("must be an object with {}", NAMES));
        std::string_view wanted = "a string";
        if (key_ == "overwriteDupes" || key_ == "enabled") wanted = "true or false";
        if (key_ == "quantRate") wanted = "a number";
        if (key_ == "minTokenLen") wanted = "a whole number of 32 bits";
        reject(fmt::format("{} is {}, not {}", key_, wanted, given));
    }

    [[noreturn]] void reject(const std::string& reason) const {
        throw Xapian::InvalidArgumentError(fmt::format("{}:{}: {}", source_, line_, reason));
    }

    SignatureChainOptions& options_;
    std::string_view source_;
    const std::size_t& line_;
    std::string key_;
    std::set<std::string> seen_;
    int depth_ = 0;
};

}  // namespace

SignatureChainOptions parse_signature_chain(std::string_view text, std::string_view source,
                                            bool solr_strict) {
    SignatureChainOptions options;
    options.solr_strict = solr_strict;
    std::size_t line = 1;
    ChainReader reader(options, source, line);
    json::sax_parse(LineIterator(text.data(), &line),
                    LineIterator(text.data() + text.size(), &line), &reader);
    if (options.is_of_terms() && !options.fields.empty()) {
        throw Xapian::InvalidArgumentError(fmt::format(
            "{}: term-profile and descriptive are made of the terms of the text; omit fields",
            source));
    }
    return options;
}

std::optional<SignatureChainOptions> read_signature_chain(const Xapian::Database& db) try {
    return read_json_record(db, metadata_key::SIGNATURE_CHAIN, [](const json& record) {
        return parse_signature_chain(record.at("parameters").dump(), metadata_key::SIGNATURE_CHAIN,
                                     record.at("solr_strict").get<bool>());
    });
} catch (const Xapian::InvalidArgumentError& error) {
    throw Xapian::DatabaseCorruptError("a metadata record is damaged: " + error.get_msg());
}

void write_signature_chain(Xapian::WritableDatabase& db, const SignatureChainOptions& options) {
    const auto known = std::ranges::find(CLASS_NAMES, options.signature_class, &ClassName::value);
    json parameters = {{"signatureClass", known->name},
                       {"fields", join_fields(options.fields)},
                       {"signatureField", options.signature_field},
                       {"overwriteDupes", options.overwrite_dupes},
                       {"enabled", options.enabled},
                       {"quantRate", options.quant_rate},
                       {"minTokenLen", options.min_token_len}};
    const json record = {{"parameters", std::move(parameters)},
                         {"solr_strict", options.solr_strict}};
    db.set_metadata(metadata_key::SIGNATURE_CHAIN, record.dump());
}

}  // namespace descry
