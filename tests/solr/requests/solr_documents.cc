#include "tests/solr/requests/solr_documents.h"

#include <algorithm>
#include <set>

#include <descry/analyzers/words.h>
#include <descry/schema/document_id.h>

#include "engine/solr/java_hash_order.h"
#include "tools/service/solr/solr_parameters.h"

namespace descry::testing {

namespace {

using nlohmann::json;
using Terms = SolrField::Terms;

const std::set<std::string> MULTI_VALUED = {"sig_mv", "tags"};

const SolrField& field_named(const std::string& name) {
    const auto found = std::ranges::find(solr_fields(), name, &SolrField::name);
    if (found == solr_fields().end()) throw SolrRefused("undefined field: " + name);
    return *found;
}

std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void add_words(const SolrField& field, const std::string& text, Xapian::Document& document) {
    WordAnalyzer analyzer;
    const Xapian::termcount wdf = field.prefix.empty() ? 1 : 0;
    Xapian::termpos position = 0;
    analyzer.analyze(text, [&](std::string_view word) {
        document.add_posting(std::string(field.prefix) + std::string(word), ++position, wdf);
    });
}

void add_value(const SolrField& field, const std::string& text, Xapian::Document& document) {
    if (field.terms == Terms::WORDS) return add_words(field, text, document);
    if (field.terms == Terms::WHOLE) document.add_boolean_term(unique_term(field.prefix, text));
    if (field.slot != Xapian::BAD_VALUENO) document.add_value(field.slot, field.slot_value(text));
}

}  // namespace

// Collapsed by are those of type string, int and float.
const std::vector<SolrField>& solr_fields() {
    constexpr Xapian::valueno NONE = Xapian::BAD_VALUENO;
    static const std::vector<SolrField> FIELDS = {
        {"id", ValueType::STRING, 1, Terms::WHOLE, "Q"},
        {"sig", ValueType::STRING, 2, Terms::WHOLE, std::string(SIGNATURE_PREFIX)},
        {"signatureField", ValueType::STRING, 3, Terms::WHOLE, "XSIGNATUREFIELD"},
        {"sig_plain", ValueType::STRING, NONE, Terms::WHOLE, "XSIGPLAIN"},
        {"sig_noindex", ValueType::STRING, 5},
        {"sig_mv", ValueType::STRING, NONE, Terms::WHOLE, "XSIGMV"},
        {"cat", ValueType::STRING, 7, Terms::WHOLE, "XCAT"},
        {"tags", ValueType::STRING, NONE, Terms::WHOLE, "XTAGS"},
        {"num", ValueType::NUMBER, 9},
        {"price", ValueType::NUMBER, 10},
        {"numf", ValueType::NUMBER, 11, Terms::NONE, "", true, false},
        {"pricef", ValueType::NUMBER, 12, Terms::NONE, "", true, false},
        {"numl", ValueType::NUMBER, 13, Terms::NONE, "", false},
        {"numd", ValueType::NUMBER, 14, Terms::NONE, "", false, false},
        {"date", ValueType::DATE, 15, Terms::NONE, "", false},
        {"flag", ValueType::STRING, 16, Terms::WHOLE, "XFLAG", false},
        {"text", ValueType::STRING, NONE, Terms::WORDS},
        {"title", ValueType::STRING, NONE, Terms::WORDS, "S"},
    };
    return FIELDS;
}

Schema solr_schema() {
    Schema schema;
    schema.analyzer = AnalyzerRecipe().to_string();
    schema.fields.add(TextField{"title", "S"});
    return schema;
}

std::vector<SignatureField> signature_fields(const json& members, std::deque<std::string>& texts) {
    std::vector<SignatureField> fields;
    for (const auto& [name, value] : members.items()) {
        SignatureField& field = fields.emplace_back(texts.emplace_back(name));
        for (const json& one : value.is_array() ? value : json::array({value})) {
            if (one.is_null()) {
                field.values.emplace_back();
            } else {
                const std::string text = text_of(one);
                field.values.emplace_back(
                    texts.emplace_back(one.is_number() ? solr_number_text(text) : text));
            }
        }
    }
    return fields;
}

Xapian::Document make_solr_document(const json& members) {
    Xapian::Document document;
    json stored = json::object();
    for (const auto& [name, value] : members.items()) {
        const SolrField& field = field_named(name);
        const json values = value.is_array() ? value : json::array({value});
        if (values.size() > 1 && !MULTI_VALUED.contains(name)) {
            throw SolrRefused("several values of the field " + name);
        }
        json kept = json::array();
        for (const json& one : values) {
            if (one.is_null()) continue;
            if (one.is_structured()) throw SolrRefused("no value of the field " + name);
            add_value(field, text_of(one), document);
            kept.push_back(field.type == ValueType::NUMBER && one.is_string()
                               ? json::parse(text_of(one))
                               : one);
        }
        if (!kept.empty()) stored[name] = MULTI_VALUED.contains(name) ? kept : kept.front();
    }
    document.set_data(stored.dump());
    return document;
}

}  // namespace descry::testing
