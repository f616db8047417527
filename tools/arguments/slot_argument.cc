#include "tools/arguments/slot_argument.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/schema/body_terms.h>

#include "plugin/reading/term_survey.h"
#include "plugin/schema/schema_checks.h"
#include "tools/arguments/option.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::string_view SLOT_PREFIX = "slot:";

// Of descry's own slots, only those of signatures can be compared.
void check_is_for_users(Xapian::valueno slot, const Schema& schema) {
    if (!is_own_value_slot(schema, slot)) return;
    for (const SignatureMethod& method : signature_methods()) {
        if (method.is_collapsible && slot == schema.slot(method.slot)) return;
    }
    throw std::invalid_argument(
        fmt::format("slot {} belongs to descry and holds no signature", slot));
}

std::string check_prefix(const std::string& prefix) {
    constexpr std::size_t MAX_PREFIX = 64;
    const bool is_prefix =
        prefix.size() <= MAX_PREFIX &&
        std::all_of(prefix.begin(), prefix.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return is_prefix ? std::string() : "must be at most 64 ASCII capitals, or empty, not " + prefix;
}

// The prefixes with the most words, and their mean number of words per document.
std::string describe(const TermSurvey& survey) {
    constexpr std::size_t SHOWN = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(SHOWN, survey.prefixes.size()); ++i) {
        const TermPrefixUse& use = survey.prefixes[i];
        text += fmt::format("{}{} ({:.0f} in a document, in {} of {})", i == 0 ? "" : ", ",
                            use.prefix.empty() ? "no prefix" : use.prefix,
                            static_cast<double>(use.words) / use.documents, use.documents,
                            survey.documents);
    }
    return text;
}

}  // namespace

Xapian::valueno parse_slot(std::string_view name, const Schema& schema) {
    if (name.starts_with(SLOT_PREFIX)) {
        const auto slot = number_of<Xapian::valueno>(name.substr(SLOT_PREFIX.size()));
        if (slot && *slot != Xapian::BAD_VALUENO) {
            check_is_for_users(*slot, schema);
            return *slot;
        }
    } else if (const auto* method = find_signature_method(name);
               method != nullptr && method->is_collapsible) {
        return schema.has(method->slot) ? schema.slot(method->slot) : EMPTY_SLOT;
    } else if (const ValueField* field = schema.fields.value_field(name)) {
        return field->slot;
    }
    std::string fields;
    for (const ValueField& field : schema.fields.values)
        fields += fmt::format("{}, ", field.name);
    throw std::invalid_argument(fmt::format("\"{}\" is not a signature{}; use {}, {}slot:N", name,
                                            fields.empty() ? "" : " or field", signature_names(),
                                            fields.empty() ? "or " : fields + "or "));
}

TypedSlot resolve_slot(std::string_view parameter, std::string_view name, const Schema& schema) {
    if (const ValueField* field = schema.fields.value_field(name))
        return {field->slot, field->type, true};
    const bool is_bare = !name.empty() && name.find_first_not_of("0123456789") == name.npos;
    try {
        return {parse_slot(is_bare ? fmt::format("slot:{}", name) : std::string(name), schema)};
    } catch (const std::invalid_argument& error) {
        throw Xapian::InvalidArgumentError(fmt::format("{}: {}", parameter, error.what()));
    }
}

std::vector<Slot> parse_methods(std::string_view list) {
    std::vector<Slot> methods;
    for (const std::string_view name : split_list(list)) {
        const SignatureMethod* const method = find_signature_method(name);
        if (method == nullptr || !method->is_collapsible) {
            throw std::invalid_argument(
                fmt::format("\"{}\" is not a method; use {}", name, signature_names()));
        }
        methods.push_back(method->slot);
    }
    return methods;
}

std::vector<Slot> parse_requested_methods(const std::string& list) {
    return list.empty() ? std::vector<Slot>() : parse_methods(list);
}

CLI::Option* add_methods_option(CLI::App& command, std::string& methods) {
    return add_option(command, "--methods", methods, "LIST",
                      fmt::format("Signatures to store, in addition to those the index has: {} "
                                  "[default: for a new index, all but inside, simhash and bbit]",
                                  signature_names()));
}

CLI::Option* add_term_prefix_option(CLI::App& command, std::optional<std::string>& prefix,
                                    bool is_stored) {
    return add_option(command, "--term-prefix", prefix, "PREFIX",
                      fmt::format("Prefix of the terms that are words of texts, such as B in mu's "
                                  "index{} [default: none; Z if the index has only stems]",
                                  is_stored ? "; stored in the index" : ""))
        ->check(check_prefix);
}

void warn_of_missing_words(const Xapian::Database& db, const Schema& schema, Console& console) {
    if (!schema.analyzer.empty()) return;
    const TermSurvey survey = survey_terms(db, TermSpace(schema.term_prefix));
    if (!survey.are_body_terms_missing()) return;
    const std::string terms =
        schema.term_prefix.empty() ? "terms without a prefix" : "terms under " + schema.term_prefix;
    const std::string prefixes = describe(survey);
    console.note("warning: {} of {} examined have no words ({}), so their texts are unknown; {}",
                 survey.documents - survey.with_body_terms, counted(survey.documents, "document"),
                 terms,
                 prefixes.empty() ? std::string("they have no words with other prefixes either")
                                  : fmt::format("words with these prefixes exist: {}; name the "
                                                "prefix of the texts with --term-prefix",
                                                prefixes));
}

}  // namespace descry
