#include "tools/commands/shared/index_options.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/collapse/collapse.h>
#include <descry/schema/model_store.h>
#include <descry/schema/stored_format.h>

#include "plugin/base/open_database.h"
#include "plugin/schema/group_order.h"
#include "tools/arguments/database.h"
#include "tools/arguments/option.h"
#include "tools/arguments/slot_argument.h"
#include "tools/output/text.h"

namespace descry {

namespace {

std::string check_order(const std::string& text) {
    try {
        check_group_order(text);
        return {};
    } catch (const Xapian::InvalidArgumentError& error) {
        return error.get_msg();
    }
}

// Removes the part after the last colon from @a text and returns it; nullopt without a colon.
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
    const auto reject = [&] {
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
    if (!part) reject();
    const auto slot = number_of<Xapian::valueno>(*part);
    if (!slot) reject();
    field.slot = *slot;
    field.name = name;
    return field;
}

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

// A document may be written for its signatures, and again for its group.
Xapian::doccount written_of(const AnnotateReport& report) {
    return std::max(report.written, report.grouped);
}

}  // namespace

void add_indexed_field_options(CLI::App& command, DocumentFields& fields) {
    add_list(command, "--field", fields, parse_text_field,
             "Index a field with this term prefix (capital letters); search it as NAME:word; "
             "stored in the index")
        ->type_name("NAME:PREFIX");
    add_list(command, "--value", fields, parse_value_field,
             "Store a field in a value slot as string, number or date [default: string]; commands "
             "then accept NAME for the slot")
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
    // Reading an empty file or a directory gives nothing.
    if (!file.is_open() ||
        (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf()))) {
        throw std::runtime_error(fmt::format("{} cannot be read", chain.file));
    }
    return parse_signature_chain(text.str(), chain.file, chain.solr_strict);
}

void IndexGroupingArguments::add_to(CLI::App& command) {
    command
        .add_option_function<std::string>(
            "--words",
            [this](const std::string& text) {
                if (text == "auto") return;
                choices_.words = number_of<std::uint16_t>(text).value_or(0);
                if (*choices_.words == 0) {
                    throw CLI::ValidationError(
                        "--words", "must be auto or a number from 1 to 65535, not " + text);
                }
            },
            "Number of descriptive words of a new model; auto: 2000, or more if these describe too "
            "few documents [default: auto]")
        ->type_name("N|auto");
    add_choices(command, "Largest edit distance from the head; stored in the model",
                "; stored in the model");
    add_option(command, "--group-order", choices_.order, "ORDER",
               "Which document of a group becomes its head, stored in the model: first (near all "
               "members), longest, newest:SLOT, min:SLOT, max:SLOT, shortest-url [default: first]")
        ->check(check_order);
    command.add_flag("--any-order", choices_.any_order, "Ignore word order; stored in the model");
    command
        .add_option_function<std::string>(
            "--grouping", [this](const std::string& way) { choices_.two_level = way != "fast"; },
            "two-level: group almost equal documents first; fast: one level, a fifth of the "
            "work; stored in the model [default: two-level]")
        ->type_name("WAY")
        ->check(CLI::IsMember({"two-level", "fast"}));
}

void IndexGroupingArguments::check_effective(const Xapian::Database& db,
                                             const std::string& path) const {
    const auto schema = read_schema(db);
    if (!schema) return;
    check_grouping(choices_, *schema);
    const auto stored = read_model(db);
    const std::optional<Model> model = stored ? std::optional(stored->model) : std::nullopt;
    if (needs_model(db, *schema, model)) return;
    // The same command line may be run again.
    const std::string option = first_unlike(model->parameters());
    if (option.empty()) return;
    throw std::runtime_error(
        fmt::format("{} already has a model, which {} does not change; run descry rebuild {} {}",
                    path, option, path, option));
}

std::string IndexGroupingArguments::first_unlike(const ModelParameters& made) const {
    const GroupingOptions& asked = choices_;
    const bool has_character_keys = made.character_rows > 0;
    const bool may_have_them = !made.any_order;
    const std::pair<const char*, bool> unlike[] = {
        {"--distance", asked.distance && distance_from(*asked.distance) != made.grouping.distance},
        {"--words", asked.words && *asked.words != made.wanted_words},
        {"--group-order", !asked.order.empty() && asked.order != made.group_order},
        {"--any-order", asked.any_order && !made.any_order},
        {"--keep-apart", asked.keep_apart && *asked.keep_apart != made.keep_apart},
        {"--contained", asked.contained && distance_from(*asked.contained) != made.contained},
        {"--character-keys",
         (asked.character_keys == CharacterKeyChoice::ON && !has_character_keys && may_have_them) ||
             (asked.character_keys == CharacterKeyChoice::OFF && has_character_keys)},
        {asked.bands == GroupingOptions::COMPACT_BANDS ? "--compact" : "--rich",
         asked.bands && *asked.bands != made.bands},
        {"--grouping", asked.two_level && *asked.two_level != (made.grouping.near > 0)}};
    const auto* const first =
        std::ranges::find_if(unlike, [](const auto& one) { return one.second; });
    return first != std::end(unlike) ? first->first : std::string();
}

void report_model(const MadeModel& made, Console& console) {
    const auto& [model, options, report, seconds, unreadable] = made;
    if (!unreadable.empty()) console.note("replacing an unreadable model: {}", unreadable);
    if (!model.words().empty()) {
        console.note("{} chosen from {} candidates in {}; flip rates learned from {} ({:.1f} s)",
                     counted(model.words().size(), "descriptive word"),
                     grouped_digits(report.candidate_words),
                     counted(report.collection.documents, "document"),
                     counted(report.learned_pairs, "pair"), seconds);
    } else if (report.collection.documents == 0) {
        return;  // nothing is compared
    } else if (report.collection.documents < options.min_documents) {
        console.note("small index: comparing each document with every head");
    } else {
        console.note("no descriptive words: no word separates the {}",
                     counted(report.collection.documents, "document"));
    }
}

ModelListener report_models(Console& console) {
    return [&console](const MadeModel& made) { report_model(made, console); };
}

void report_annotation(const std::string& path, const Xapian::Database& db,
                       const AnnotateReport& report, Console& console) {
    console.note("{} in the index, {} examined, {} written in {:.1f} s",
                 counted(report.documents, "document"), grouped_digits(report.examined),
                 grouped_digits(written_of(report)), console.seconds());
    report_groups({path}, console);
    if (report.examined == 0) return;
    if (const auto schema = read_schema(db)) warn_of_missing_words(db, *schema, console);
}

void report_annotation(const std::vector<ShardToWrite>& shards,
                       const std::vector<AnnotateReport>& reports, Console& console) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        paths.push_back(shards[i].path);
        console.note("{}: {} in the index, {} examined, {} written", shards[i].path,
                     counted(reports[i].documents, "document"), grouped_digits(reports[i].examined),
                     grouped_digits(written_of(reports[i])));
    }
    console.note("{} done in {:.1f} s", counted(shards.size(), "database"), console.seconds());
    report_groups(paths, console);
}

void report_groups(const std::vector<std::string>& paths, Console& console) {
    if (console.is_quiet()) return;
    Xapian::Database db;
    std::string arguments;
    for (const std::string& path : paths) {
        db.add_database(open_database(path));
        arguments += (arguments.empty() ? "" : " ") + as_argument(path);
    }
    const auto schema = read_schema(db);
    if (!schema || !schema->has(Slot::GROUP) || db.get_doccount() == 0) return;
    const std::vector<KeyGroup> groups = groups_by_key(db, schema->slot(Slot::GROUP));
    if (groups.empty()) {
        // A search takes one database, or a stub file of several.
        if (paths.size() > 1) return console.note("no groups of near-duplicates");
        return console.note("no groups of near-duplicates; next: descry search {} QUERY",
                            arguments);
    }
    std::size_t documents = 0;
    for (const KeyGroup& group : groups)
        documents += group.members.size();
    console.note("{}, {}; next: descry groups {} --sort size", counted(groups.size(), "group"),
                 counted(documents, "document"), arguments);
}

void report_missing_values(const std::vector<std::string>& paths, Console& console) {
    for (const std::string& path : paths) {
        console.note("{} has no groups; run descry annotate {}", path, as_argument(path));
    }
}

}  // namespace descry
