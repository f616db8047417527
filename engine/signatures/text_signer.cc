#include "engine/signatures/text_signer.h"

#include <algorithm>
#include <ranges>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/hashing/hash.h>

#include "engine/sketches/bbit_minhash.h"
#include "engine/sketches/resemblance.h"
#include "engine/sketches/simhash.h"
#include "engine/texts/analyzed_texts.h"

namespace descry {

namespace {

constexpr BbitShape BBIT_SHAPE;

std::string name_in_output(std::string_view method) {
    std::string name(method);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

ShingleElementOptions broder_of(ShingleElementOptions options) {
    options.shingles = "broder";
    return options;
}

}  // namespace

std::vector<TextSigner::Method> TextSigner::all_methods() {
    std::vector<Method> methods = {
        {"exact", Needs::TEXT, true, nullptr},
        {"text-profile", Needs::TEXT, true, nullptr},
        {"lookup3", Needs::TEXT, false,
         [](TextSigner&, std::string_view text) {
             return SignatureValue(to_hex(lookup3_signature(text)));
         }},
        {"term-profile", Needs::TERMS, true, nullptr},
        {"descriptive", Needs::MODEL, true, nullptr},
        {"descriptive-stable", Needs::MODEL, true, nullptr},
        {"descriptive-bands", Needs::MODEL, true,
         [](TextSigner& s, std::string_view) {
             return s.bands(
                 s.one_bands_->sign(s.signer_->find_ones(s.terms_), body_length_of(s.terms_)));
         }},
        {"term-bands", Needs::MODEL, true,
         [](TextSigner& s, std::string_view) { return s.bands(s.term_bands_->sign(s.terms_)); }},
        {"minhash", Needs::SHINGLES, false,
         [](TextSigner& s, std::string_view) {
             return s.elements_.empty() ? SignatureValue() : s.minhash_.sign(s.elements_);
         }},
        {"sketch-200", Needs::SHINGLES, false,
         [](TextSigner& s, std::string_view) {
             return s.elements_.empty() ? SignatureValue() : s.permutations_.sign(s.elements_);
         }},
        // These two are of the requested shingles; an index holds those of the terms.
        {"bbit", Needs::SHINGLES, false,
         [](TextSigner& s, std::string_view) {
             std::string digits;
             if (s.elements_.empty()) return SignatureValue();
             for (const std::uint64_t word :
                  bbit_sketch(s.bbit_.sign(s.elements_), BBIT_SHAPE.bits))
                 digits += to_hex(word);
             return SignatureValue(digits);
         }},
        {"simhash", Needs::SHINGLES, false,
         [](TextSigner& s, std::string_view) {
             return s.elements_.empty() ? SignatureValue() : to_hex(SimHasher().sign(s.elements_));
         }},
        {"shingles-broder", Needs::SHINGLES, false,
         [](TextSigner& s, std::string_view text) {
             std::vector<std::string> shingles;
             for (const std::uint64_t fingerprint : to_set(s.broder_.read(text)))
                 shingles.push_back(fmt::format("{:0{}x}", fingerprint, RABIN_BITS / 4));
             return shingles.empty() ? SignatureValue() : shingles;
         }},
    };
    for (const SignatureMethod& stored : signature_methods()) {
        if (stored.make == nullptr) continue;
        auto method = std::ranges::find(methods, stored.name, &Method::name);
        if (method == methods.end()) {
            const Needs needs = stored.source == SignatureSource::TEXT    ? Needs::TEXT
                                : stored.source == SignatureSource::TERMS ? Needs::TERMS
                                                                          : Needs::MODEL;
            method = methods.insert(method, {stored.name, needs, false, nullptr});
        }
        method->stored = &stored;
    }
    return methods;
}

std::vector<TextSigner::Method> TextSigner::methods_named(const std::vector<std::string>& names) {
    const std::vector<Method> all = all_methods();
    std::vector<Method> methods;
    for (const std::string_view name : names) {
        const auto found = std::ranges::find(all, name, &Method::name);
        if (found == all.end()) {
            throw std::invalid_argument(
                fmt::format("\"{}\" is not a method; use {}", name,
                            fmt::join(all | std::views::transform(&Method::name), ", ")));
        }
        if (std::ranges::find(methods, name, &Method::name) == methods.end())
            methods.push_back(*found);
    }
    return methods;
}

TextSigner::TextSigner(TextSigningOptions options)
    : options_(std::move(options)),
      shingles_(options_.shingles),
      broder_(broder_of(options_.shingles)),
      minhash_(options_.permutations),
      bbit_(BBIT_SHAPE.permutations, DEFAULT_HASH_SEED, MinHashFamily::MURMUR3) {
    if (options_.methods) methods_ = methods_named(*options_.methods);
    words_.emplace(recipe_of_texts(options_.model ? &*options_.model : nullptr));
    if (options_.model) {
        signer_.emplace(*options_.model);
        one_bands_.emplace(*options_.model);
        term_bands_.emplace(*options_.model);
    }
    if (!options_.methods) {
        methods_ = all_methods();
        std::erase_if(methods_, [this](const Method& method) {
            return !method.by_default || (!signer_ && method.needs == Needs::MODEL);
        });
    }
    for (Method& method : methods_) {
        if (method.stored != nullptr) method.sign = method.stored->make(options_.text_profile);
        if (method.needs == Needs::MODEL && !signer_)
            throw std::invalid_argument(fmt::format("{} needs a model", method.name));
    }
}

bool TextSigner::needs_model(std::string_view method) {
    return std::ranges::any_of(all_methods(), [&](const Method& known) {
        return known.name == method && known.needs == Needs::MODEL;
    });
}

bool TextSigner::any_needs(Needs needs) const {
    return std::ranges::find(methods_, needs, &Method::needs) != methods_.end();
}

NamedSignatures TextSigner::sign(std::string_view text) {
    NamedSignatures out;
    const bool keys_need_terms = options_.keys && any_needs(Needs::SHINGLES);
    if (any_needs(Needs::TERMS) || any_needs(Needs::MODEL) || keys_need_terms ||
        options_.counts_terms) {
        count_terms(text);
        if (signer_) descriptive_ = signer_->sign_terms(terms_);
    }
    if (any_needs(Needs::SHINGLES)) elements_ = shingles_.read(text);
    for (const Method& method : methods_)
        add(method, text, out);
    return out;
}

void TextSigner::count_terms(std::string_view text) {
    counts_.clear();
    words_->analyze(text, [this](std::string_view word) {
        auto found = counts_.find(word);
        if (found == counts_.end()) found = counts_.emplace(word, 0).first;
        ++found->second;
    });
    terms_.clear();
    for (const auto& [term, wdf] : counts_)
        terms_.push_back({term, wdf});
}

void TextSigner::add(const Method& method, std::string_view text, NamedSignatures& out) {
    const std::string name = name_in_output(method.name);
    std::string signature;
    if (method.value == nullptr || (options_.keys && method.stored != nullptr)) {
        signature = method.sign({.text = text, .terms = terms_, .vector = &descriptive_});
    }
    const auto or_null = [](std::string value) {
        return value.empty() ? SignatureValue() : SignatureValue(std::move(value));
    };
    out.emplace_back(
        name, method.value != nullptr ? method.value(*this, text) : or_null(to_hex(signature)));
    if (options_.keys && method.stored != nullptr) {
        // As stored in an index: none for a document without anything to sign.
        out.emplace_back(name + "_key",
                         or_null(slot_key(*method.stored, signature,
                                          options_.model ? options_.model->id() : std::string())));
    }
    if (method.name == "descriptive") out.emplace_back("ones", std::uint64_t{descriptive_.ones});
}

SignatureValue TextSigner::bands(std::span<const std::uint64_t> keys) const {
    const std::size_t digits = options_.model->parameters().band_key_bits / 4;
    std::vector<std::string> bands;
    for (const std::uint64_t key : keys)
        bands.push_back(fmt::format("{:0{}x}", key, digits));
    return bands;
}

}  // namespace descry
