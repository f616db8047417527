#include <algorithm>

#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

#include "plugin/base/json_record.h"
#include "plugin/base/metadata_records.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

using nlohmann::json;

void read_fields(const json& object, DocumentFields& fields) {
    if (const auto text = object.find("text_fields"); text != object.end()) {
        for (const json& field : *text)
            fields.add(TextField{field.at("name"), field.at("prefix")});
    }
    const auto values = object.find("value_fields");
    if (values == object.end()) return;
    for (const json& field : *values) {
        const auto type = value_type_of_name(field.at("type").get<std::string>());
        if (!type) {
            throw Xapian::DatabaseVersionError(
                "the index holds values of a type this version does not know: " +
                field.at("type").get<std::string>());
        }
        fields.add(ValueField{field.at("name"), field.at("slot"), *type});
    }
}

void write_fields(const DocumentFields& fields, json& object) {
    json text = json::array();
    for (const TextField& field : fields.text)
        text.push_back({{"name", field.name}, {"prefix", field.prefix}});
    json values = json::array();
    for (const ValueField& field : fields.values) {
        values.push_back(
            {{"name", field.name}, {"slot", field.slot}, {"type", value_type_name(field.type)}});
    }
    object["text_fields"] = std::move(text);
    object["value_fields"] = std::move(values);
}

void check_format(unsigned format, unsigned least) {
    if (format >= least && format <= Schema::FORMAT_VERSION) return;
    std::string message = "the index holds descry values of format " + std::to_string(format) +
                          "; this version reads format " + std::to_string(Schema::FORMAT_VERSION);
    if (format < Schema::FORMAT_VERSION) message += "; run descry rebuild";
    throw Xapian::DatabaseVersionError(message);
}

std::string serialise(const Schema& schema) {
    json methods = json::array();
    for (const Slot method : schema.methods)
        methods.push_back(signature_method(method).name);
    json object = {{"format", Schema::FORMAT_VERSION},  {"slot_base", schema.slot_base},
                   {"term_prefix", schema.term_prefix}, {"id_prefix", schema.id_prefix},
                   {"analyzer", schema.analyzer},       {"methods", std::move(methods)}};
    if (!schema.stemmer.empty()) object["stemmer"] = schema.stemmer;
    if (!schema.fields.empty()) write_fields(schema.fields, object);
    return object.dump();
}

// @param least oldest accepted version of the format
std::optional<Schema> read_schema(const Xapian::Database& db, unsigned least) try {
    return read_json_record(db, metadata_key::SCHEMA, [least](const json& object) {
        check_format(object.at("format").get<unsigned>(), least);
        Schema schema;
        object.at("slot_base").get_to(schema.slot_base);
        object.at("term_prefix").get_to(schema.term_prefix);
        object.at("id_prefix").get_to(schema.id_prefix);
        object.at("analyzer").get_to(schema.analyzer);
        schema.stemmer = object.value("stemmer", std::string());
        for (const auto& name : object.at("methods").get<std::vector<std::string>>()) {
            const SignatureMethod* const method = find_signature_method(name);
            if (method == nullptr) {
                throw Xapian::DatabaseVersionError(
                    "the index holds values of a method this version does not know: " + name);
            }
            schema.add(method->slot);
        }
        read_fields(object, schema.fields);
        return schema;
    });
} catch (const Xapian::InvalidArgumentError& error) {
    throw Xapian::DatabaseCorruptError("the metadata record descry:schema is damaged: " +
                                       error.get_msg());
}

}  // namespace

std::string state_of_model(std::string_view model_id) {
    return std::string(model_id.substr(0, 4));
}

bool Schema::has(Slot method) const {
    return std::find(methods.begin(), methods.end(), method) != methods.end();
}

std::vector<Xapian::valueno> Schema::slots_in_use() const {
    std::vector<Xapian::valueno> slots;
    for (const Slot method : methods) {
        slots.push_back(slot(method));
        for (const Slot beside : related_slots(method))
            slots.push_back(slot(beside));
    }
    if (!methods.empty()) slots.push_back(slot(Slot::STATE));
    return slots;
}

void Schema::add(Slot method) {
    if (has(method)) return;
    methods.insert(std::upper_bound(methods.begin(), methods.end(), method), method);
}

void Schema::add(const DocumentFields& more) {
    DocumentFields all = fields;
    for (const TextField& field : more.text) {
        if (!id_prefix.empty() && field.prefix.starts_with(id_prefix)) {
            throw Xapian::InvalidArgumentError("the prefix " + field.prefix + " of field " +
                                               field.name + " begins as the unique terms do (" +
                                               id_prefix + ")");
        }
        all.add(field);
    }
    for (const ValueField& field : more.values) {
        if (field.slot >= slot_base && field.slot - slot_base < RESERVED_SLOTS) {
            throw Xapian::InvalidArgumentError(
                "slot " + std::to_string(field.slot) + " of field " + field.name +
                " belongs to descry (" + std::to_string(slot_base) + " to " +
                std::to_string(slot_base + RESERVED_SLOTS - 1) + ")");
        }
        all.add(field);
    }
    fields = std::move(all);
}

std::optional<Schema> read_schema(const Xapian::Database& db) {
    return read_schema(db, Schema::FORMAT_VERSION);
}

void upgrade_schema(Xapian::WritableDatabase& db) {
    const auto schema = read_schema(db, 1);
    // Writing makes a new revision even if nothing changes.
    if (!schema || serialise(*schema) == db.get_metadata(metadata_key::SCHEMA)) return;
    write_schema(db, *schema);
    for (const char* const prefix : {"descry:outlines:", "descry:places:"})
        remove_records(db, prefix);
}

void write_schema(Xapian::WritableDatabase& db, const Schema& schema) {
    db.set_metadata(metadata_key::SCHEMA, serialise(schema));
}

Schema schema_without_values(const Xapian::Database& db) {
    Schema schema;
    schema.term_prefix = TermSpace::detect(db).prefix();
    return schema;
}

Schema make_schema(const Xapian::Database& db, Xapian::valueno slot_base) {
    check_slot_base(slot_base);
    Schema schema;
    schema.slot_base = slot_base;
    for (const SignatureMethod& method : signature_methods())
        check_slot_is_free(db, schema, method.slot);
    schema.term_prefix = TermSpace::detect(db).prefix();
    return schema;
}

}  // namespace descry
