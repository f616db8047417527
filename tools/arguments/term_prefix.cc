#include "tools/arguments/term_prefix.h"

#include <algorithm>

#include <fmt/format.h>

#include <descry/schema/body_terms.h>

#include "plugin/reading/term_survey.h"
#include "tools/arguments/option.h"
#include "tools/output/text.h"

namespace descry {

namespace {

std::string check_prefix(const std::string& prefix) {
    constexpr std::size_t MAX_PREFIX = 64;
    const bool is_prefix =
        prefix.size() <= MAX_PREFIX &&
        std::all_of(prefix.begin(), prefix.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return is_prefix ? std::string() : "must be at most 64 ASCII capitals, or empty, not " + prefix;
}

// The prefixes with the most words, and how many these are in a document.
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

CLI::Option* add_term_prefix_option(CLI::App& command, std::optional<std::string>& prefix) {
    return add_option(command, "--term-prefix", prefix, "PREFIX",
                      "Prefix of the terms that are words of texts, such as B in mu's index; "
                      "stored in the index [default: none; Z if the index has only stems]")
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
