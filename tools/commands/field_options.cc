#include <charconv>

#include <fmt/format.h>

#include "commands/commands.h"
#include "input/formats/formats.h"

namespace descry {

namespace {

constexpr const char* AUTO_FORMAT = "auto";

// Cuts what follows the last colon off @a text; nullopt where there is none.
std::optional<std::string_view> cut_last_part(std::string_view& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view part = text.substr(colon + 1);
    text = text.substr(0, colon);
    return part;
}

TextField parse_text_field(std::string_view given) {
    std::string_view name = given;
    const auto prefix = cut_last_part(name);
    if (!prefix) {
        throw CLI::ValidationError("--field", fmt::format("\"{}\" is not NAME:PREFIX", given));
    }
    return {std::string(name), std::string(*prefix)};
}

ValueField parse_value_field(std::string_view given) {
    const auto refuse = [&] {
        throw CLI::ValidationError(
            "--value",
            fmt::format("\"{}\" is not NAME:SLOT, NAME:SLOT:string, :number or :date", given));
    };
    std::string_view name = given;
    auto part = cut_last_part(name);
    ValueField field;
    if (const auto type = part ? value_type_of_name(*part) : std::nullopt) {
        field.type = *type;
        part = cut_last_part(name);
    }
    if (!part) refuse();
    const auto [end, error] =
        std::from_chars(part->data(), part->data() + part->size(), field.slot);
    if (error != std::errc() || end != part->data() + part->size()) refuse();
    field.name = name;
    return field;
}

// An option that may be given several times, for a field each time.
template <class Parse>
CLI::Option* add_list(CLI::App& command, const char* name, DocumentFields& fields, Parse parse,
                      const char* description) {
    return command
        .add_option_function<std::vector<std::string>>(
            name,
            [&fields, name, parse](const std::vector<std::string>& given) {
                try {
                    for (const std::string& field : given)
                        fields.add(parse(field));
                } catch (const Xapian::InvalidArgumentError& error) {
                    throw CLI::ValidationError(name, error.get_msg());
                }
            },
            description)
        ->allow_extra_args(false);
}

}  // namespace

void add_field_options(CLI::App& command, InputOptions& input) {
    command
        .add_option("--id-field", input.id_field,
                    "member of a JSON document, or column of CSV, that holds the id")
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option("--text-field", input.text_field,
                    "member of a JSON document, or column of CSV, that holds the text")
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option_function<std::string>(
            "--id-from",
            [&input](const std::string& way) {
                input.id_from = way == "hash" ? IdFrom::HASH : IdFrom::LINE;
            },
            "what makes an id for JSON documents and rows of CSV without one: line, FILE:LINE; "
            "hash, 32 hex digits of their bytes [default: they are refused]")
        ->type_name("WAY")
        ->check(CLI::IsMember({"line", "hash"}));
    std::vector<std::string> formats = format_names();
    formats.insert(formats.begin(), AUTO_FORMAT);
    command
        .add_option_function<std::string>(
            "--input-format",
            [&input](const std::string& format) {
                input.format = format == AUTO_FORMAT ? "" : format;
            },
            "format of every INPUT, decompressed; auto: that of each file, by its extension and "
            "content [default: auto]")
        ->type_name("FORMAT")
        ->check(CLI::IsMember(formats));
}

void add_indexed_field_options(CLI::App& command, DocumentFields& fields) {
    add_list(command, "--field", fields, parse_text_field,
             "a member whose words become terms with this prefix (capital letters), to be searched "
             "as NAME:word; kept in the index")
        ->type_name("NAME:PREFIX");
    add_list(command, "--value", fields, parse_value_field,
             "a member that becomes the value of a slot, as string, number or date [string]; kept "
             "in the index, where the slot may be called NAME")
        ->type_name("NAME:SLOT[:TYPE]");
}

}  // namespace descry
