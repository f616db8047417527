#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/sketches/minhash.h>
#include <descry/texts/text_order.h>

#include "tools/commands/shared/commands.h"
#include "tools/input/formats/formats.h"
#include "tools/output/text.h"

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

std::string check_keep(const std::string& name, bool may_be_none) {
    try {
        const bool is_of_uniq = TextOrder(name).keeps_none() && !may_be_none;
        return is_of_uniq ? "none is for uniq; here, a document of each group is kept" : "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
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
    const auto slot = number_of<Xapian::valueno>(*part);
    if (!slot) refuse();
    field.slot = *slot;
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

void add_keep_options(CLI::App& command, std::string& order, bool may_be_none) {
    struct Given {
        std::string prefer;
        std::string keep;
    };
    const auto given = std::make_shared<Given>(Given{"", order});
    command
        .add_option_function<std::string>(
            "--keep",
            [&order, given](const std::string& name) {
                given->keep = name;
                order = given->prefer + given->keep;
            },
            std::string("Which document of a group to keep: first, last (near all others), "
                        "longest, shortest, newest:FIELD, min:FIELD, max:FIELD") +
                (may_be_none ? ", or none" : "") + "; several, separated by commas, for ties")
        ->type_name("ORDER")
        ->default_str(order)
        ->check([may_be_none](const std::string& name) { return check_keep(name, may_be_none); });
    command
        .add_option_function<std::vector<std::string>>(
            "--prefer",
            [&order, given](const std::vector<std::string>& all) {
                for (const std::string& values : all)
                    given->prefer += TextOrder::preferring(values) + ",";
                order = given->prefer + given->keep;
            },
            "Prefer documents with the first VALUE of FIELD, then the second, then others; --keep "
            "decides ties; repeatable")
        ->type_name("FIELD=VALUE,...")
        ->check([](const std::string& values) {
            try {
                TextOrder::preferring(values);
                return std::string();
            } catch (const std::invalid_argument& error) {
                return std::string(error.what());
            }
        })
        ->allow_extra_args(false);
}

void add_field_options(CLI::App& command, InputOptions& input, MissingIds missing) {
    CLI::Option* const id =
        add_option(command, "--id-field", input.id_field, "NAME",
                   "JSON field or CSV column with the id; paths such as meta.id");
    add_option(command, "--text-field", input.text_fields, "NAME",
               "JSON fields or CSV columns with the text, separated by commas, joined in order; "
               "paths such as messages[*].content [default: text]")
        ->delimiter(',');
    if (missing == MissingIds::NUMBERED) {
        input.id_from = IdFrom::LINE;
        // Who names a member wants it.
        id->each([&input](const std::string&) {
            if (!input.is_id_from_given) input.id_from = IdFrom::MEMBER;
        });
    }
    command
        .add_option_function<std::string>(
            "--id-from",
            [&input](const std::string& way) {
                input.id_from = way == "hash" ? IdFrom::HASH : IdFrom::LINE;
                input.is_id_from_given = true;
            },
            std::string(
                "How to name documents without an id: line (FILE:LINE) or hash (of their bytes) ") +
                (missing == MissingIds::NUMBERED
                     ? "[default: line; with --id-field, such documents are rejected]"
                     : "[default: reject such documents]"))
        ->type_name("WAY")
        ->check(CLI::IsMember({"line", "hash"}));
    command
        .add_option_function<std::string>(
            "--encoding",
            [&input](const std::string& name) {
                input.encoding = TextEncoding::named(name);
                if (!input.encoding) {
                    throw CLI::ValidationError("--encoding",
                                               fmt::format("unknown encoding \"{}\"", name));
                }
                if (!input.encoding->holds_ascii()) {
                    throw CLI::ValidationError(
                        "--encoding", fmt::format("{} is not a superset of ASCII; UTF-16 and "
                                                  "UTF-32 are recognised by their byte order mark",
                                                  name));
                }
            },
            "Encoding of input that is not UTF-8 and declares none, such as windows-1251 [default: "
            "detect]")
        ->type_name("NAME");
    command
        .add_option_function<std::string>(
            "--html",
            [&input](const std::string& parts) {
                input.page_parts = parts == "all" ? PageParts::ALL : PageParts::MAIN;
            },
            "Text to take from HTML: main (no menus, headers or footers) or all [default: main]")
        ->type_name("PARTS")
        ->check(CLI::IsMember({"main", "all"}));
    command
        .add_option_function<std::string>(
            "--csv-quoting",
            [&input](const std::string& quoting) {
                input.csv_quotes =
                    quoting == AUTO_FORMAT ? std::nullopt : std::optional(quoting == "all");
            },
            "Treat quotes in CSV and TSV as quoting; auto: by the first 64 KiB of rows [default: "
            "auto]")
        ->type_name("QUOTING")
        ->check(CLI::IsMember({AUTO_FORMAT, "all", "none"}));
    std::vector<std::string> formats = format_names();
    formats.insert(formats.begin(), AUTO_FORMAT);
    command
        .add_option_function<std::string>(
            "--input-format",
            [&input](const std::string& format) {
                input.format = format == AUTO_FORMAT ? "" : format;
            },
            "Format of all inputs, decompressed; auto: from each file's name and content; lines: "
            "one document per line [default: auto]")
        ->type_name("FORMAT")
        ->check(CLI::IsMember(formats));
}

void add_indexed_field_options(CLI::App& command, DocumentFields& fields) {
    add_list(command, "--field", fields, parse_text_field,
             "Index a field with this term prefix (capital letters); search it as NAME:word; "
             "stored in the index")
        ->type_name("NAME:PREFIX");
    add_list(command, "--value", fields, parse_value_field,
             "Store a field in a value slot as string, number or date [default: string]; commands "
             "then know the slot as NAME")
        ->type_name("NAME:SLOT[:TYPE]");
}

void add_chain_options(CLI::App& command, ChainArguments& chain) {
    declare(add_option(command, "--chain", chain.file, "FILE",
                       "JSON file with the parameters of Solr's signature processor "
                       "(signatureClass, fields, signatureField, overwriteDupes, enabled, "
                       "quantRate, minTokenLen); none: ignore the index's chain"),
            FileUse::FILES, NO_CHAIN);
    command.add_flag("--solr-strict", chain.solr_strict,
                     "With --chain, match Solr on empty documents and on spaces in field lists");
}

std::optional<SignatureChainOptions> read_chain_file(const ChainArguments& chain) {
    if (chain.file.empty() || chain.file == NO_CHAIN) {
        if (!chain.solr_strict) return std::nullopt;
        throw std::invalid_argument("--solr-strict needs --chain FILE");
    }
    std::ifstream file(chain.file, std::ios::binary);
    std::ostringstream text;
    // Of an empty file, or a folder, nothing is read.
    if (!file.is_open() ||
        (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf()))) {
        throw std::runtime_error(fmt::format("{} cannot be read", chain.file));
    }
    return parse_signature_chain(text.str(), chain.file, chain.solr_strict);
}

void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles,
                         unsigned& permutations) {
    add_shingle_options(command, shingles);
    add_option(command, "--permutations", permutations, "N",
               "Number of MinHash values per signature")
        ->check(CLI::Range(1u, MAX_PERMUTATIONS));
}

void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles) {
    add_option(command, "--shingles", shingles.shingles, "KIND",
               "Shingles to hash: word:N, char:N, grapheme:N (N successive words, code points, "
               "grapheme clusters), char9 or broder");
    add_option(command, "--stem", shingles.stemmer, "LANGUAGE",
               "Stem words first; a Xapian stemmer such as english [default: off]");
    command.add_flag("--multiset", shingles.multiset, "Count repeated shingles separately");
    command.add_flag("--fold-digits", shingles.fold_digits,
                     "Replace every digit by 0 before making shingles");
}

}  // namespace descry
