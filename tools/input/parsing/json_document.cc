#include "input/parsing/json_document.h"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <descry/documents/excerpt.h>

#include "input/bytes/line_reader.h"
#include "input/documents/document.h"

namespace descry {

namespace {

namespace ondemand = simdjson::ondemand;
using simdjson::error_code;

static_assert(LineReader::PADDING >= simdjson::SIMDJSON_PADDING);

// Buffers larger than this are given back after the line that needed them.
constexpr std::size_t KEPT_JSON_CAPACITY = std::size_t{16} << 20;

// Of arrays and objects in each other; the stack must hold as many calls.
constexpr int MAX_DEPTH = 1024;

std::size_t skip_digits(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] >= '0' && text[at] <= '9')
        ++at;
    return at;
}

// RFC 8259, section 6. simdjson's own check would refuse numbers beyond 64 bits.
bool is_json_number(std::string_view text) {
    std::size_t at = text.starts_with('-') ? 1 : 0;
    std::size_t end = skip_digits(text, at);
    if (end == at || (text[at] == '0' && end - at > 1)) return false;
    if (end < text.size() && text[end] == '.') {
        at = end + 1;
        end = skip_digits(text, at);
        if (end == at) return false;
    }
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        at = end + 1;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        end = skip_digits(text, at);
        if (end == at) return false;
    }
    return end == text.size();
}

std::string_view read_number(ondemand::value value) {
    // simdjson's token reaches to the next one.
    std::string_view number = value.raw_json_token();
    number = number.substr(0, number.find_last_not_of(" \t\r\n") + 1);
    if (!is_json_number(number)) throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
    return number;
}

void read_null(ondemand::value value) {
    const bool is_null = value.is_null();
    if (!is_null) throw simdjson::simdjson_error(simdjson::N_ATOM_ERROR);
}

void check(ondemand::value value, int depth);

// A value that is no array to be taken apart.
struct Scalar {
    InputValue::Kind kind = InputValue::Kind::NESTED;
    std::string_view text;  // of the line or simdjson's buffer
};

// `depth` arrays and objects are around the value.
Scalar read_scalar(ondemand::value value, ondemand::json_type type, int depth) {
    switch (type) {
        case ondemand::json_type::string:
            return {InputValue::Kind::STRING, value.get_string()};
        case ondemand::json_type::number:
            return {InputValue::Kind::NUMBER, read_number(value)};
        case ondemand::json_type::boolean:
            return {InputValue::Kind::BOOLEAN, value.get_bool() ? "true" : "false"};
        case ondemand::json_type::null:
            read_null(value);
            return {InputValue::Kind::NOTHING, {}};
        default:
            check(value, depth);
            return {};
    }
}

// Reads a value that nobody asked for, to the end: simdjson checks only what is read, and no depth.
// `depth` arrays and objects are around the value.
void check(ondemand::value value, int depth) {
    const ondemand::json_type type = value.type();
    if (type != ondemand::json_type::object && type != ondemand::json_type::array) {
        read_scalar(value, type, depth);
        return;
    }
    if (depth == MAX_DEPTH) throw simdjson::simdjson_error(simdjson::DEPTH_ERROR);
    if (type == ondemand::json_type::array) {
        ondemand::array array = value.get_array();
        for (ondemand::value element : array)
            check(element, depth + 1);
        return;
    }
    ondemand::object object = value.get_object();
    for (ondemand::field member : object) {
        [[maybe_unused]] const std::string_view name = member.unescaped_key();
        check(member.value(), depth + 1);
    }
}

}  // namespace

struct JsonDocumentParser::Impl {
    explicit Impl(const InputOptions& given) : options(given) {}

    const InputOptions options;
    ondemand::parser parser;
    std::string repaired;
    // What they are; nullopt: not there.
    std::optional<InputValue::Kind> id;
    std::optional<InputValue::Kind> text;
    bool is_object = false;

    error_code read_line(std::string_view line, InputDocument& document);
    void read_object(std::string_view line, InputDocument& document);
    void read_member(std::string_view name, ondemand::value value, InputDocument& document);
    void read_array(std::string_view name, ondemand::value value, InputDocument& document);
    std::string refusal(const InputDocument& document) const;
};

namespace {

// "; members are: url, content": what may have been meant. @param known the one that is there of
// those that were looked for; empty where none is
std::string names_of_members(const std::string& known, const InputDocument& document) {
    constexpr std::size_t MOST_SHOWN = 12;
    constexpr std::size_t WIDTH = 40;
    std::vector<std::string> names;
    if (!known.empty()) names.push_back(known);
    for (const InputField& field : document.fields) {
        if (names.size() == MOST_SHOWN) break;
        names.push_back(excerpt(field.name, WIDTH));
    }
    if (names.empty()) return {};
    const bool are_all = document.fields.size() < MOST_SHOWN;
    return fmt::format("; members are: {}{}", fmt::join(names, ", "), are_all ? "" : " and others");
}

}  // namespace

void JsonDocumentParser::Impl::read_member(std::string_view name, ondemand::value value,
                                           InputDocument& document) {
    const ondemand::json_type type = value.type();
    if (type == ondemand::json_type::array) return read_array(name, value, document);
    const Scalar scalar = read_scalar(value, type, 1);
    if (name == options.id_field) {
        id = scalar.kind;
        document.id = scalar.text;
        document.id_kind = scalar.kind;
    } else if (name == options.text_field) {
        text = scalar.kind;
        document.text = scalar.text;
        document.text_kind = scalar.kind;
    } else {
        InputField& field = document.fields.emplace_back();
        field.name = name;
        field.values.push_back({scalar.kind, std::string(scalar.text)});
    }
}

// Neither an id nor a text can be one.
void JsonDocumentParser::Impl::read_array(std::string_view name, ondemand::value value,
                                          InputDocument& document) {
    if (name == options.id_field) id = InputValue::Kind::NESTED;
    if (name == options.text_field) text = InputValue::Kind::NESTED;
    InputField field{std::string(name), {}, true};
    ondemand::array array = value.get_array();
    for (ondemand::value element : array) {
        const Scalar scalar = read_scalar(element, element.type(), 2);
        field.values.push_back({scalar.kind, std::string(scalar.text)});
    }
    document.fields.push_back(std::move(field));
}

void JsonDocumentParser::Impl::read_object(std::string_view line, InputDocument& document) {
    simdjson::padded_string_view padded(line, line.size() + simdjson::SIMDJSON_PADDING);
    ondemand::document json = parser.iterate(padded);
    is_object = json.type() == ondemand::json_type::object;
    if (!is_object) return;
    ondemand::object object = json.get_object();
    for (ondemand::field member : object) {
        const std::string_view name = member.unescaped_key();
        read_member(name, member.value(), document);
    }
    // There is a current location as long as something follows the object.
    if (json.current_location().error() != simdjson::OUT_OF_BOUNDS) {
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
    }
}

error_code JsonDocumentParser::Impl::read_line(std::string_view line, InputDocument& document) try {
    id = text = std::nullopt;
    is_object = true;
    document.clear();
    document.id_kind = InputValue::Kind::NOTHING;
    document.text_kind.reset();
    read_object(line, document);
    return simdjson::SUCCESS;
} catch (const simdjson::simdjson_error& error) {
    return error.error();
}

std::string JsonDocumentParser::Impl::refusal(const InputDocument& document) const {
    using Kind = InputValue::Kind;
    if (!is_object) return "not a JSON object";
    const auto is_missing = [](std::optional<Kind> found) {
        return found.value_or(Kind::NOTHING) == Kind::NOTHING;
    };
    const std::string known = id ? options.id_field : text ? options.text_field : std::string();
    const auto complaint = [&](const std::string& name, std::optional<Kind> found,
                               const char* wanted) {
        if (!found)
            return fmt::format("no member \"{}\"{}", name, names_of_members(known, document));
        if (found == Kind::NOTHING) return fmt::format("member \"{}\" is null", name);
        return fmt::format("member \"{}\" is not a {}", name, wanted);
    };
    if (is_missing(id)) {
        if (options.id_from == IdFrom::MEMBER)
            return complaint(options.id_field, id, "").append(WAYS_TO_AN_ID);
    } else if (id != Kind::STRING && id != Kind::NUMBER) {
        return complaint(options.id_field, id, "string or number");
    }
    if (text == Kind::STRING || (options.text_optional && is_missing(text))) return {};
    return complaint(options.text_field, text, "string");
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
        // Even where nothing is to be repaired: which error simdjson names may depend on the bytes
        // that follow the line, which are other ones in each run.
        repair_json(line, impl_->repaired, stray_bytes);
        error = impl_->read_line(with_padding(impl_->repaired), document);
    }
    document.stray_bytes = stray_bytes;
    if (impl_->parser.capacity() > KEPT_JSON_CAPACITY) {
        impl_->parser = ondemand::parser();
        impl_->repaired = std::string();
    }
    if (error == simdjson::SUCCESS) return impl_->refusal(document);
    std::string_view reason = simdjson::error_message(error);
    // "TAPE_ERROR: The JSON document ...": the name says nothing to users.
    std::size_t colon = reason.find(": ");
    if (colon != std::string_view::npos) reason.remove_prefix(colon + 2);
    return fmt::format("invalid JSON: {}", reason);
}

}  // namespace descry
