#include "arguments/term_prefix.h"

#include <algorithm>

#include <fmt/format.h>

#include <descry/reading/term_survey.h>
#include <descry/schema/body_terms.h>

#include "arguments/option.h"
#include "output/text.h"

namespace descry {

namespace {

std::string check_prefix(const std::string& prefix) {
    constexpr std::size_t MAX_PREFIX = 64;
    const bool is_prefix =
        prefix.size() <= MAX_PREFIX &&
        std::all_of(prefix.begin(), prefix.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return is_prefix ? std::string()
                     : "a prefix of terms is ASCII capitals, 64 at most, or empty: " + prefix;
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
    return add_option(
               command, "--term-prefix", prefix, "PREFIX",
               "prefix of the terms that are the words of texts, as B in mu's index; kept in "
               "the index [default: none; Z where there are stems only]")
        ->check(check_prefix);
}

void warn_of_missing_words(const Xapian::Database& db, const Schema& schema, Console& console) {
    if (!schema.analyzer.empty()) return;
    const TermSurvey survey = survey_terms(db, TermSpace(schema.term_prefix));
    if (!survey.are_body_terms_missing()) return;
    const std::string terms =
        schema.term_prefix.empty() ? "terms without a prefix" : "terms under " + schema.term_prefix;
    const std::string prefixes = describe(survey);
    console.note(
        "warning: {} of {} looked at have no words ({}), so that nothing is known of their texts; "
        "{}",
        survey.documents - survey.with_body_terms, counted(survey.documents, "document"), terms,
        prefixes.empty()
            ? std::string("they have no other words either")
            : fmt::format("the words there are have these prefixes: {}; name that of the texts by "
                          "--term-prefix",
                          prefixes));
}

}  // namespace descry
