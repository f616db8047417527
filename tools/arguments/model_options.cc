#include "tools/arguments/model_options.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/schema/model_store.h>

#include "plugin/schema/group_order.h"
#include "tools/arguments/option.h"
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

}  // namespace

CLI::Option* check_distance(CLI::Option* option) {
    constexpr double MOST = 1.0 * MAX_DISTANCE / WHOLE_DISTANCE;
    return option
        ->check([](const std::string& distance) {
            const double share = number_of<double>(distance).value_or(0);
            return std::string(share > MOST && share <= 1 ? REASON_TOO_FAR : "");
        })
        ->check(CLI::Range(0.0, MOST));
}

CLI::Option* add_fold_marks_option(CLI::App& command, bool& fold_marks) {
    return command.add_flag(
        "--fold-marks", fold_marks,
        "Ignore stress marks of Cyrillic, all marks of Greek and macrons of Latin letters");
}

void GroupingArguments::add_choices(CLI::App& command, const std::string& of_distance,
                                    const std::string& kept) {
    options_.push_back(check_distance(add_option(command, "--distance", choices_.distance, "D",
                                                 of_distance + " [default: 0.15]")));
    options_.push_back(
        command
            .add_option_function<std::vector<std::string>>(
                "--keep-apart",
                [this](const std::vector<std::string>& what) {
                    choices_.keep_apart = KeepApart::of(what);
                },
                "Never group documents that differ in WHAT: numbers, attachments, or a field "
                "or column; separate several by commas" +
                    kept + " [default: nothing]")
            ->type_name("WHAT")
            ->delimiter(',')
            ->allow_extra_args(false));
    options_.push_back(
        add_option(command, "--contained", choices_.contained, "SHARE",
                   "Require this share of a member's word triples in the head [default: 0]")
            ->check(CLI::Range(0.0, 1.0)));
    options_.push_back(
        command
            .add_option_function<std::string>(
                "--character-keys",
                [this](const std::string& given) {
                    choices_.character_keys = given == "on"    ? CharacterKeyChoice::ON
                                              : given == "off" ? CharacterKeyChoice::OFF
                                                               : CharacterKeyChoice::AUTO;
                },
                "Also match by characters, for OCR errors and missing spaces; auto: where that "
                "finds more [default: auto]")
            ->type_name("WHEN")
            ->check(CLI::IsMember({"auto", "on", "off"})));
    CLI::Option* const compact = command.add_flag_callback(
        "--compact", [this] { choices_.bands = GroupingOptions::COMPACT_BANDS; },
        "Use 4 keys per document, not 8: less space, fewer matches");
    options_.push_back(compact);
    options_.push_back(command
                           .add_flag_callback(
                               "--rich", [this] { choices_.bands = GroupingOptions::RICH_BANDS; },
                               "Use 12 keys per document, not 8: more matches")
                           ->excludes(compact));
}

void GroupingArguments::add_for_files(CLI::App& command) {
    add_choices(command, "Largest edit distance from the kept document", "");
    options_.push_back(add_fold_marks_option(command, recipe_.fold_marks));
}

void GroupingArguments::add_inside(CLI::App& command) {
    command
        .add_flag(
            fmt::format("--inside{{{}}}", GroupingOptions::DEFAULT_INSIDE), inside_,
            fmt::format("Drop documents of whose words SHARE (if omitted: {}) stands, in order, in "
                        "a longer kept document; --contained narrows groups instead",
                        GroupingOptions::DEFAULT_INSIDE))
        ->type_name("[=SHARE]")
        ->check(check_finite)
        ->check(CLI::Range(GroupingOptions::MIN_INSIDE, 1.0))
        ->each([this](const std::string& share) { choices_.inside = std::stod(share); });
    add_option(command, "--inside-words", choices_.inside_words, "N",
               "Least number of words of a document that --inside drops")
        ->check(CLI::Range(4, 1'000'000));
}

void GroupingArguments::add_holds(CLI::App& command, CLI::Option& references) {
    command
        .add_flag(fmt::format("--holds{{{}}}", GroupingOptions::DEFAULT_HOLDS), holds_,
                  fmt::format("Drop documents that hold SHARE (if omitted: {}) of the words of a "
                              "reference, in order",
                              GroupingOptions::DEFAULT_HOLDS))
        ->type_name("[=SHARE]")
        ->check(check_finite)
        ->check(CLI::Range(GroupingOptions::MIN_INSIDE, 1.0))
        ->each([this](const std::string& share) { choices_.holds = std::stod(share); })
        ->needs(&references);
    add_option(command, "--held-words", choices_.held_words, "N",
               "Least number of words of a reference that documents hold")
        ->check(CLI::Range(4, 1'000'000));
}

void GroupingArguments::add_for_index(CLI::App& command) {
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
            "Number of descriptive words of a new model; auto: 2000, or more where they say too "
            "little [default: auto]")
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

void GroupingArguments::exclude_from(CLI::Option& model) const {
    for (CLI::Option* const option : options_)
        model.excludes(option);
}

std::string GroupingArguments::first_given() const {
    const auto given =
        std::ranges::find_if(options_, [](const CLI::Option* one) { return one->count() > 0; });
    return given == options_.end() ? std::string() : (*given)->get_name();
}

void GroupingArguments::check_that_they_act(const Xapian::Database& db,
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

// Empty where there is none.
std::string GroupingArguments::first_unlike(const ModelParameters& made) const {
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

void tell_of_model(const MadeModel& made, Console& console) {
    const auto& [model, options, report, seconds, unreadable] = made;
    if (!unreadable.empty()) console.note("replacing an unreadable model: {}", unreadable);
    if (!model.words().empty()) {
        console.note("{} chosen from {} candidates in {}; flip rates learned from {} ({:.1f} s)",
                     counted(model.words().size(), "descriptive word"),
                     grouped_digits(report.candidate_words),
                     counted(report.collection.documents, "document"),
                     counted(report.learned_pairs, "pair"), seconds);
    } else if (report.collection.documents == 0) {
        return;  // nothing is compared with anything
    } else if (report.collection.documents < options.min_documents) {
        console.note("small index: comparing each document with every head");
    } else {
        console.note("no descriptive words: no word separates the {}",
                     counted(report.collection.documents, "document"));
    }
}

ModelListener tell_of_models(Console& console) {
    return [&console](const MadeModel& made) { tell_of_model(made, console); };
}

}  // namespace descry
