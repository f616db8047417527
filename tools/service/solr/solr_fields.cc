#include "tools/service/solr/solr_fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/answers/search_answer.h"
#include "tools/arguments/slot_argument.h"
#include "tools/service/solr/solr_parameters.h"

namespace descry {

std::string SolrField::slot_value(const std::string& text) const {
    auto value = encode_value(type, text);
    if (!value) throw SolrRefused("not a value of the field " + name + ": " + text);
    return *std::move(value);
}

nlohmann::json SolrField::shown(const std::string& value) const {
    if (value.empty()) return nullptr;
    nlohmann::json shown = json_of(value, type);
    constexpr double MOST_WHOLE = 9007199254740992.0;
    if (!shown.is_number()) return shown;
    const double number = shown;
    if (std::trunc(number) != number || std::abs(number) > MOST_WHOLE) return shown;
    return static_cast<std::int64_t>(number);
}

std::string SolrField::shown_name(const std::string& value) const {
    const nlohmann::json json = shown(value);
    return json.is_string() ? json.get<std::string>() : json.dump();
}

const SolrField& SolrCore::field(std::string_view name) const {
    const auto found = std::ranges::find(fields, name, &SolrField::name);
    if (found != fields.end()) return *found;
    throw SolrRefused("undefined field: \"" + std::string(name) + "\"");
}

SolrCore solr_core(const OpenIndex& index, std::shared_ptr<DocValues> columns) {
    const Schema& schema = index.schema;
    SolrCore core{index.db, schema, {}, std::move(columns)};
    const auto named = [&core](const std::string& name) -> SolrField& {
        const auto found = std::ranges::find(core.fields, name, &SolrField::name);
        return found != core.fields.end() ? *found : core.fields.emplace_back(SolrField{name});
    };
    core.fields = {{.name = "id", .terms = SolrField::Terms::WHOLE, .prefix = schema.id_prefix},
                   {.name = "text", .terms = SolrField::Terms::WORDS}};
    for (const TextField& text : schema.fields.text) {
        SolrField& field = named(text.name);
        if (field.terms != SolrField::Terms::NONE) continue;
        field.terms = SolrField::Terms::WORDS;
        field.prefix = text.prefix;
    }
    for (const ValueField& value : schema.fields.values) {
        SolrField& field = named(value.name);
        field.slot = value.slot;
        field.type = value.type;
        field.is_collapsible = value.type != ValueType::DATE;  // as in Solr
    }
    for (const SignatureMethod& method : signature_methods())
        if (method.is_collapsible)
            named(std::string(method.name)).slot = parse_slot(method.name, schema);
    return core;
}

}  // namespace descry
