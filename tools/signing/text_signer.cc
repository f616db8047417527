#include "signing/text_signer.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <descry/hashing/hash.h>
#include <descry/schema/stored_format.h>
#include <descry/sketch_pairs/resemblance.h>
#include <descry/sketches/bbit_minhash.h>
#include <descry/sketches/simhash.h>

#include "arguments/model_file.h"
#include "arguments/option.h"
#include "output/text.h"

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
         [](TextSigner&, const std::string& text) {
             return SignatureValue(to_hex(lookup3_signature(text)));
         }},
        {"term-profile", Needs::TERMS, true, nullptr},
        {"descriptive", Needs::MODEL, true, nullptr},
        {"descriptive-stable", Needs::MODEL, true, nullptr},
        {"descriptive-bands", Needs::MODEL, true,
         [](TextSigner& s, const std::string&) {
             return s.bands(
                 s.one_bands_->sign(s.signer_->find_ones(s.terms_), body_length_of(s.terms_)));
         }},
        {"term-bands", Needs::MODEL, true,
         [](TextSigner& s, const std::string&) { return s.bands(s.term_bands_->sign(s.terms_)); }},
        {"minhash", Needs::SHINGLES, false,
         [](TextSigner& s, const std::string&) {
             return s.elements_.empty() ? SignatureValue() : s.minhash_.sign(s.elements_);
         }},
        {"sketch-200", Needs::SHINGLES, false,
         [](TextSigner& s, const std::string&) {
             return s.elements_.empty() ? SignatureValue() : s.permutations_.sign(s.elements_);
         }},
        // These two are printed of the shingles asked for; an index holds those of the terms.
        {"bbit", Needs::SHINGLES, false,
         [](TextSigner& s, const std::string&) {
             std::string digits;
             if (s.elements_.empty()) return SignatureValue();
             for (const std::uint64_t word :
                  bbit_sketch(s.bbit_.sign(s.elements_), BBIT_SHAPE.bits))
                 digits += to_hex(word);
             return SignatureValue(digits);
         }},
        {"simhash", Needs::SHINGLES, false,
         [](TextSigner& s, const std::string&) {
             return s.elements_.empty() ? SignatureValue() : to_hex(SimHasher().sign(s.elements_));
         }},
        {"shingles-broder", Needs::SHINGLES, false,
         [](TextSigner& s, const std::string& text) {
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

std::vector<TextSigner::Method> TextSigner::methods_named(const std::string& list) {
    const std::vector<Method> all = all_methods();
    std::vector<Method> methods;
    for (const std::string_view name : split_list(list)) {
        if (std::ranges::find(methods, name, &Method::name) == methods.end())
            methods.push_back(method_named(all, name));
    }
    return methods;
}

TextSigner::TextSigner(const TextSigningOptions& options)
    : keys_(options.keys),
      members_(options.names, options.chain),
      shingles_(options.shingles),
      broder_(broder_of(options.shingles)),
      minhash_(options.permutations),
      bbit_(BBIT_SHAPE.permutations, DEFAULT_HASH_SEED, MinHashFamily::MURMUR3) {
    if (!options.methods.empty()) methods_ = methods_named(options.methods);
    AnalyzerRecipe recipe;
    if (!options.model_file.empty()) {
        load_model(options.model_file);
        recipe = AnalyzerRecipe::parse(model_->parameters().analyzer);
    }
    words_.emplace(recipe);
    if (options.chain) {
        if (options.chain->signature_class == SignatureClass::DESCRIPTIVE && !model_) {
            throw std::invalid_argument("signatureClass descriptive needs a model: --model FILE");
        }
        chain_.emplace(*options.chain);
    }
    if (options.methods.empty() && !chain_) {
        methods_ = all_methods();
        std::erase_if(methods_, [this](const Method& method) {
            return !method.by_default || (!model_ && method.needs == Needs::MODEL);
        });
    }
    for (Method& method : methods_) {
        if (method.stored != nullptr) method.sign = method.stored->make(options.text_profile);
        if (method.needs == Needs::MODEL && !model_) {
            throw std::invalid_argument(fmt::format("{} needs a model: --model FILE", method.name));
        }
    }
}

void TextSigner::load_model(const std::string& file) {
    model_ = std::make_unique<Model>(read_model_file(file));
    if (model_->parameters().analyzer.empty()) {
        throw std::runtime_error(file +
                                 ": the model was made for terms of another program, which cannot "
                                 "be made from text here");
    }
    signer_.emplace(*model_);
    one_bands_.emplace(*model_);
    term_bands_.emplace(*model_);
}

NamedSignatures TextSigner::sign(const InputDocument& document) {
    NamedSignatures out;
    const auto any_needs = [this](Needs needs) {
        return std::ranges::find(methods_, needs, &Method::needs) != methods_.end();
    };
    const bool keys_need_terms = keys_ && any_needs(Needs::SHINGLES);
    if (any_needs(Needs::TERMS) || any_needs(Needs::MODEL) || keys_need_terms ||
        (chain_ && chain_->options().is_of_terms())) {
        count_terms(document.text);
        if (signer_) descriptive_ = signer_->sign_terms(terms_);
    }
    if (any_needs(Needs::SHINGLES)) elements_ = shingles_.read(document.text);
    for (const Method& method : methods_)
        add(method, document, out);
    if (chain_) out.emplace_back("signature", sign_chain(document));
    return out;
}

SignatureValue TextSigner::sign_chain(const InputDocument& document) {
    if (!chain_->options().enabled) return {};
    if (!chain_->options().is_of_terms()) return chain_->sign(members_.read(document)).hex;
    const auto signature = chain_->sign_terms(terms_, signer_ ? &descriptive_ : nullptr);
    return signature ? SignatureValue(signature->hex) : SignatureValue();
}

void TextSigner::count_terms(const std::string& text) {
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

void TextSigner::add(const Method& method, const InputDocument& document, NamedSignatures& out) {
    const std::string name = name_in_output(method.name);
    std::string signature;
    if (method.value == nullptr || (keys_ && method.stored != nullptr)) {
        signature = method.sign({.text = document.text, .terms = terms_, .vector = &descriptive_});
    }
    const auto or_null = [](std::string text) {
        return text.empty() ? SignatureValue() : SignatureValue(std::move(text));
    };
    out.emplace_back(name, method.value != nullptr ? method.value(*this, document.text)
                                                   : or_null(to_hex(signature)));
    if (keys_ && method.stored != nullptr) {
        // What an index would hold: nothing for a document without anything to sign.
        out.emplace_back(name + "_key", or_null(slot_key(*method.stored, signature,
                                                         model_ ? model_->id() : std::string())));
    }
    if (method.name == "descriptive") out.emplace_back("ones", std::uint64_t{descriptive_.ones});
}

SignatureValue TextSigner::bands(std::span<const std::uint64_t> keys) const {
    const std::size_t digits = model_->parameters().band_key_bits / 4;
    std::vector<std::string> bands;
    for (const std::uint64_t key : keys)
        bands.push_back(fmt::format("{:0{}x}", key, digits));
    return bands;
}

}  // namespace descry
