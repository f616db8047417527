#include "tools/input/parsing/json_document.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include "analyzers/utf8.h"
#include "tools/input/bytes/line_reader.h"
#include "tools/input/documents/document.h"
#include "tools/input/parsing/json_members.h"

namespace descry {

namespace {

namespace ondemand = simdjson::ondemand;
using simdjson::error_code;

static_assert(LineReader::PADDING >= simdjson::SIMDJSON_PADDING);

// Larger buffers are released after the line that needed them.
constexpr std::size_t KEPT_JSON_CAPACITY = std::size_t{16} << 20;

}  // namespace

struct JsonDocumentParser::Impl {
    explicit Impl(const InputOptions& given) : options(given), id(given.id_field) {
        for (const std::string& name : given.text_fields)
            texts.emplace_back(name, true);
    }

    const InputOptions options;
    ondemand::parser parser;
    ondemand::document json;
    std::string repaired;
    WantedMember id;
    std::vector<WantedMember> texts;
    bool is_object = false;
    std::string_view line_read;
    simdjson::dom::parser parser_of_paths;

    error_code read_line(std::string_view line, InputDocument& document);
    void read_object(std::string_view line, InputDocument& document);
    void read_member(std::string_view name, ondemand::value value, InputDocument& document);
    InputField field_of(std::string_view name, ondemand::value value, ondemand::json_type type);
    InputValue value_of(ondemand::value value, int depth);
    void join_texts(InputDocument& document);
    std::string rejection(const InputDocument& document);
};

namespace {

constexpr std::size_t MOST_MEMBERS_SHOWN = 12;
constexpr std::size_t WIDTH_OF_A_MEMBER = 40;

bool is_nested(const InputField& field) {
    return std::ranges::any_of(field.values, [](const InputValue& value) {
        return value.kind == InputValue::Kind::NESTED;
    });
}

// The paths of values inside @a value; for an array, of those in the first element.
void add_paths(const std::string& path, simdjson::dom::element value,
               std::vector<std::string>& paths) {
    if (paths.size() > MOST_MEMBERS_SHOWN) return;
    if (value.is_object()) {
        for (const auto [name, member] : value.get_object()) {
            const bool is_a_step = !name.empty() && name.find_first_of(".[]'*") == name.npos;
            if (!is_a_step) continue;
            add_paths(fmt::format("{}.{}", path, excerpt(name, WIDTH_OF_A_MEMBER)), member, paths);
        }
    } else if (value.is_array() && value.get_array().size() > 0) {
        add_paths(path + "[*]", value.get_array().at(0), paths);
    } else {
        paths.push_back(path);
    }
}

// Names to suggest for a missing field: a document's fields, and the paths into nested ones.
std::vector<std::string> paths_of(const InputDocument& document, std::string_view line,
                                  simdjson::dom::parser& parser) {
    constexpr std::size_t MOST_BYTES = std::size_t{1} << 20;
    simdjson::dom::element all;
    const bool is_any_nested = std::ranges::any_of(document.fields, is_nested);
    const bool is_read =
        is_any_nested && line.size() <= MOST_BYTES &&
        parser.parse(line.data(), line.size(), false).get(all) == simdjson::SUCCESS;
    std::vector<std::string> paths;
    for (const InputField& field : document.fields) {
        if (paths.size() > MOST_MEMBERS_SHOWN) break;
        const std::string name = excerpt(field.name, WIDTH_OF_A_MEMBER);
        simdjson::dom::element value;
        if (is_read && is_nested(field) && all[field.name].get(value) == simdjson::SUCCESS) {
            add_paths(name, value, paths);
        } else {
            paths.push_back(name);
        }
    }
    return paths;
}

// "; members are: url, content". @param known the wanted one that exists; empty if none does
std::string names_of_members(const std::string& known, const InputDocument& document,
                             std::string_view line, simdjson::dom::parser& parser) {
    std::vector<std::string> names = paths_of(document, line, parser);
    if (!known.empty()) names.insert(names.begin(), known);
    if (names.empty()) return {};
    const bool are_all = names.size() <= MOST_MEMBERS_SHOWN;
    names.resize(std::min(names.size(), MOST_MEMBERS_SHOWN));
    return fmt::format("; found: {}{}", fmt::join(names, ", "), are_all ? "" : " and others");
}

std::string invalid_json(error_code error) {
    std::string_view reason = simdjson::error_message(error);
    // "TAPE_ERROR: The JSON document ...": the name means nothing to users.
    const std::size_t colon = reason.find(": ");
    if (colon != std::string_view::npos) reason.remove_prefix(colon + 2);
    return fmt::format("invalid JSON: {}", reason);
}

std::string minified(std::string_view json) {
    std::string shorter(json.size(), '\0');
    std::size_t size = 0;
    if (simdjson::minify(json.data(), json.size(), shorter.data(), size) != simdjson::SUCCESS)
        return std::string(json);
    shorter.resize(size);
    return shorter;
}

}  // namespace

InputValue JsonDocumentParser::Impl::value_of(ondemand::value value, int depth) {
    const char* const begin = value.raw_json_token().data();
    const JsonScalar scalar = read_scalar(value, value.type(), depth);
    if (scalar.kind != InputValue::Kind::NESTED || !options.nested_values)
        return {scalar.kind, std::string(scalar.text)};
    const char* const end = json.current_location();  // the next token
    return {scalar.kind, minified({begin, end})};
}

InputField JsonDocumentParser::Impl::field_of(std::string_view name, ondemand::value value,
                                              ondemand::json_type type) {
    InputField field{std::string(name), {}, type == ondemand::json_type::array};
    if (!field.is_array) {
        field.values.push_back(value_of(value, 1));
        return field;
    }
    ondemand::array array = value.get_array();
    for (ondemand::value element : array)
        field.values.push_back(value_of(element, 2));
    return field;
}

void JsonDocumentParser::Impl::read_member(std::string_view name, ondemand::value value,
                                           InputDocument& document) {
    WaysToMembers ways;
    WantedMember* text_of_that_name = nullptr;
    const auto look_for = [&](WantedMember& wanted) {
        const bool leads_there = wanted.path.leads_to(0, name);
        const bool is_that = name == wanted.path.text() || (leads_there && wanted.path.is_name());
        if (!is_that && (!leads_there || wanted.is_by_name)) return false;
        // The last of two fields of one name counts.
        if (is_that || !wanted.path.leads_to(0, "*")) wanted.forget();
        wanted.is_by_name = is_that;
        ways.push_back({&wanted, is_that ? wanted.path.size() : 1});
        return is_that;
    };
    bool is_of_that_name = look_for(id);
    for (WantedMember& text : texts) {
        if (!look_for(text)) continue;
        is_of_that_name = true;
        text_of_that_name = &text;
    }
    if (ways.empty()) {
        document.fields.push_back(field_of(name, value, value.type()));
        return;
    }
    // By path: the field's index, and the last element that has it.
    std::map<std::string, std::pair<std::size_t, std::size_t>> known;
    OtherMembers beside;
    beside.path = name;
    beside.take = [&](const std::string& path, std::size_t element, ondemand::value other,
                      int depth) {
        InputValue beside_it = value_of(other, depth);
        if (beside_it.kind == InputValue::Kind::NOTHING) return;
        const auto [place, is_new] = known.try_emplace(path, document.fields.size(), 0);
        auto& [field, last] = place->second;
        if (is_new) document.fields.push_back(InputField{path, {}, element > 0});
        std::vector<InputValue>& values = document.fields[field].values;
        // Fills in earlier elements without a value, so that each value belongs to its element.
        if (element > last + 1)
            values.push_back({InputValue::Kind::NESTED, fmt::format("#{}", element)});
        last = element;
        values.push_back(std::move(beside_it));
    };
    follow(value, ways, 1, options.nested_values ? &beside : nullptr);
    // One of several texts may be a title, or a date to order by.
    const bool is_one_of_several = text_of_that_name != nullptr && texts.size() > 1;
    if (is_of_that_name && !is_one_of_several) return;
    InputField& field = document.fields.emplace_back(InputField{std::string(name), {{}}});
    field.values[0].kind = InputValue::Kind::NESTED;
    if (is_one_of_several && text_of_that_name->values == 1)
        field.values[0] = {*text_of_that_name->kind, text_of_that_name->text};
}

void JsonDocumentParser::Impl::join_texts(InputDocument& document) {
    document.id.swap(id.text);
    document.id_kind = id.kind.value_or(InputValue::Kind::NOTHING);
    bool is_first = true;
    for (WantedMember& text : texts) {
        if (!text.kind) continue;
        if (text.kind != InputValue::Kind::NOTHING || !document.text_kind)
            document.text_kind = text.kind;
        if (text.values == 0) continue;
        if (texts.size() == 1) {
            document.text.swap(text.text);
            return;
        }
        if (!is_first) document.text += '\n';
        is_first = false;
        document.text += text.text;
    }
}

void JsonDocumentParser::Impl::read_object(std::string_view line, InputDocument& document) {
    simdjson::padded_string_view padded(line, line.size() + simdjson::SIMDJSON_PADDING);
    json = parser.iterate(padded);
    is_object = json.type() == ondemand::json_type::object;
    if (!is_object) return;
    ondemand::object object = json.get_object();
    for (ondemand::field member : object) {
        const std::string_view name = member.unescaped_key();
        read_member(name, member.value(), document);
    }
    if (json.current_location().error() != simdjson::OUT_OF_BOUNDS) {
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
    }
}

error_code JsonDocumentParser::Impl::read_line(std::string_view line, InputDocument& document) try {
    id.forget();
    for (WantedMember& text : texts)
        text.forget();
    is_object = true;
    document.clear();
    document.text_kind.reset();
    line_read = line;
    read_object(line, document);
    join_texts(document);
    return simdjson::SUCCESS;
} catch (const simdjson::simdjson_error& error) {
    return error.error();
}

std::string JsonDocumentParser::Impl::rejection(const InputDocument& document) {
    using Kind = InputValue::Kind;
    if (!is_object) return "not a JSON object";
    const auto first_found = std::ranges::find_if(texts, [](const WantedMember& text) {
        return text.kind.has_value() && text.path.is_name();
    });
    const bool is_text_shown = texts.size() > 1 || first_found == texts.end();
    const std::string known = id.kind && id.path.is_name() ? id.path.text()
                              : is_text_shown              ? std::string()
                                                           : first_found->path.text();
    const auto complaint = [&](const std::string& name, std::optional<Kind> found,
                               const char* wanted) {
        if (!found)
            return fmt::format("no field \"{}\"{}", name,
                               names_of_members(known, document, line_read, parser_of_paths));
        if (found == Kind::NOTHING) return fmt::format("field \"{}\" is null", name);
        return fmt::format("field \"{}\" is not a {}", name, wanted);
    };
    if (id.kind.value_or(Kind::NOTHING) == Kind::NOTHING) {
        if (options.id_from == IdFrom::MEMBER)
            return complaint(options.id_field, id.kind, "").append(WAYS_TO_AN_ID);
    } else if (id.values != 1 || (id.kind != Kind::STRING && id.kind != Kind::NUMBER)) {
        return complaint(options.id_field, id.kind, "string or number");
    }
    for (const WantedMember& text : texts) {
        if (text.values != 0 && text.kind != Kind::STRING)
            return complaint(text.path.text(), text.kind, "string");
    }
    const bool is_missing = document.text_kind.value_or(Kind::NOTHING) == Kind::NOTHING;
    if (!is_missing || options.text_optional) return {};
    return complaint(fmt::format("{}", fmt::join(options.text_fields, "\" nor \"")),
                     document.text_kind, "string");
}

std::string_view with_padding(std::string& line) {
    const std::size_t size = line.size();
    line.append(simdjson::SIMDJSON_PADDING, '\0');
    return std::string_view(line).substr(0, size);
}

JsonDocumentParser::JsonDocumentParser(const InputOptions& options)
    : impl_(std::make_unique<Impl>(options)) {}

JsonDocumentParser::~JsonDocumentParser() = default;

std::string JsonDocumentParser::parse(std::string_view line, InputDocument& document) {
    error_code error = impl_->read_line(line, document);
    std::size_t stray_bytes = 0;
    if (error != simdjson::SUCCESS) {
        // Even if nothing needs repair: simdjson's error may depend on the varying bytes after the
        // line.
        repair_json(line, impl_->repaired, stray_bytes);
        error = impl_->read_line(with_padding(impl_->repaired), document);
    }
    document.stray_bytes = stray_bytes;
    std::string rejection =
        error == simdjson::SUCCESS ? impl_->rejection(document) : invalid_json(error);
    if (impl_->parser.capacity() > KEPT_JSON_CAPACITY) {
        impl_->parser = ondemand::parser();
        impl_->repaired = std::string();
    }
    return rejection;
}

}  // namespace descry
