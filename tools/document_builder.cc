#include "document_builder.h"

#include <nlohmann/json.hpp>

#include <descry/document_id.h>

namespace descry {

namespace {

std::string document_data(const InputDocument& input, bool store_text) {
    nlohmann::ordered_json data;
    data["id"] = input.id;
    for (const auto& [name, value] : input.fields)
        data[name] = value;
    // The text last, so that whoever looks at the data sees the fields first.
    if (store_text) data["text"] = input.text;
    return data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

DocumentBuilder::DocumentBuilder(const Schema& schema, bool store_text)
    : id_prefix_(schema.id_prefix),
      words_(AnalyzerRecipe::parse(schema.analyzer)),
      store_text_(store_text) {}

Xapian::Document DocumentBuilder::build(const InputDocument& input) {
    Xapian::Document document;
    Xapian::termpos position = 0;
    words_.analyze(input.text, [&](std::string_view word) {
        document.add_posting(std::string(word), ++position);
    });
    document.set_data(document_data(input, store_text_));
    return document;
}

std::string DocumentBuilder::unique_term_of(const InputDocument& input) const {
    return unique_term(id_prefix_, input.id);
}

}  // namespace descry
