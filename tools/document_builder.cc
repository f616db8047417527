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

DocumentBuilder::DocumentBuilder(IndexingStage stage, bool store_text)
    : stage_(std::move(stage)),
      words_(AnalyzerRecipe::parse(stage_.schema().analyzer)),
      store_text_(store_text) {}

Xapian::Document DocumentBuilder::build(const InputDocument& input) {
    Xapian::Document document;
    Xapian::termpos position = 0;
    words_.analyze(input.text, [&](std::string_view word) {
        document.add_posting(std::string(word), ++position);
    });
    document.set_data(document_data(input, store_text_));
    stage_.sign(document, input.text);
    document.add_boolean_term(unique_term_of(input));
    return document;
}

std::string DocumentBuilder::unique_term_of(const InputDocument& input) const {
    return unique_term(stage_.schema().id_prefix, input.id);
}

}  // namespace descry
