#include "query/query.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/analyzers/words.h>

#include "output/text.h"
#include "query/foreign_query.h"
#include "query/query_tokens.h"
#include "query/query_tree.h"

namespace descry {

namespace {

bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// A sentence for each name that is no field's, once.
std::vector<std::string> notes_on_fields(std::span<const QueryToken> tokens,
                                         std::vector<std::string> fields) {
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
    const std::string known =
        fields.empty() ? "the index has none" : fmt::format("fields: {}", fmt::join(fields, ", "));
    std::vector<std::string> told;
    std::vector<std::string> notes;
    for (const QueryToken& token : tokens) {
        if (token.kind != QueryToken::Kind::WORD || token.field != nullptr) continue;
        const std::string name(name_of_field(token.text));
        if (name.empty() || has(fields, name) || has(told, name)) continue;
        told.push_back(name);
        notes.push_back(fmt::format("no field named {} ({}); \"{}\" is taken as words",
                                    one_line(name, 40), known, one_line(token.text, 60)));
    }
    return notes;
}

ParsedQuery parse_own(const Schema& schema, std::string_view text) {
    WordAnalyzer analyzer(AnalyzerRecipe::parse(schema.analyzer));
    const std::vector<QueryToken> tokens = cut_query(text, schema.fields.text);
    std::vector<std::string> fields;
    for (const TextField& field : schema.fields.text)
        fields.push_back(field.name);
    return {QueryTree(analyzer).build(tokens), notes_on_fields(tokens, std::move(fields))};
}

ParsedQuery parse_foreign(const Xapian::Database& db, const Schema& schema, std::string_view text) {
    const bool may_have_fields = text.find(':') != std::string_view::npos;
    const std::vector<ForeignField> fields =
        may_have_fields ? foreign_fields(db) : std::vector<ForeignField>();
    ParsedQuery parsed{parse_foreign_query(db, schema, fields, text), {}};
    if (!may_have_fields) return parsed;
    std::vector<std::string> names;
    for (const ForeignField& field : fields)
        names.push_back(field.name);
    parsed.notes = notes_on_fields(cut_query(text, {}), std::move(names));
    return parsed;
}

}  // namespace

ParsedQuery parse_query(const Xapian::Database& db, const Schema& schema, std::string_view text) {
    return schema.analyzer.empty() ? parse_foreign(db, schema, text) : parse_own(schema, text);
}

}  // namespace descry
