#include "tools/arguments/model_options.h"

#include <algorithm>

#include "tools/output/text.h"

namespace descry {

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
    options_.push_back(add_names_option(
        command, "--keep-apart", "WHAT",
        "Never group documents that differ in WHAT: numbers, attachments, or a field "
        "or column; separate several by commas" +
            kept + " [default: nothing]",
        [this](const std::vector<std::string>& what) {
            choices_.keep_apart = KeepApart::of(what);
        }));
    options_.push_back(
        add_option(command, "--contained", choices_.contained, "SHARE",
                   "Require this share of a member's word triples in the head [default: 0]")
            ->check(CLI::Range(0.0, 1.0)));
    options_.push_back(command
                           .add_option_function<std::string>(
                               "--character-keys",
                               [this](const std::string& given) {
                                   choices_.character_keys = given == "on" ? CharacterKeyChoice::ON
                                                             : given == "off"
                                                                 ? CharacterKeyChoice::OFF
                                                                 : CharacterKeyChoice::AUTO;
                               },
                               "Also match by characters, for OCR errors and missing spaces; auto: "
                               "if that finds more [default: auto]")
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
    CLI::Option* const inside = add_share_flag(
        command, "--inside", GroupingOptions::DEFAULT_INSIDE, inside_,
        fmt::format("Also drop documents if a longer kept document has SHARE of their words, in "
                    "order (if omitted: {}); --contained narrows groups instead",
                    GroupingOptions::DEFAULT_INSIDE),
        [this](double share) { choices_.inside = share; });
    add_option(command, "--inside-words", choices_.inside_words, "N",
               "Fewest words of a document that --inside drops")
        ->check(CLI::Range(4, 1'000'000))
        ->needs(inside);
}

void GroupingArguments::add_holds(CLI::App& command, CLI::Option& references) {
    add_share_flag(
        command, "--holds", GroupingOptions::DEFAULT_HOLDS, holds_,
        fmt::format(
            "Drop documents that hold SHARE of the words of a reference, in order (if omitted: {})",
            GroupingOptions::DEFAULT_HOLDS),
        [this](double share) { choices_.holds = share; })
        ->needs(&references);
    add_option(command, "--held-words", choices_.held_words, "N",
               "Fewest words of a reference that --holds and --held look for")
        ->check(CLI::Range(4, 1'000'000))
        ->needs(&references);
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

std::string GroupingArguments::first_unlike(const ModelParameters& made) const {
    const auto unlike = [](const char* option, const auto& of_made, const auto& given) {
        return fmt::format("{} {}, not {}", option, of_made, given);
    };
    const auto names_of = [](const KeepApart& apart) {
        return apart.is_nothing() ? "nothing" : apart.names();
    };
    const auto keys_of = [](std::uint32_t bands) {
        return bands == GroupingOptions::COMPACT_BANDS ? "with --compact"
               : bands == GroupingOptions::RICH_BANDS  ? "with --rich"
                                                       : "without --compact and --rich";
    };
    if (choices_.distance && distance_from(*choices_.distance) != made.grouping.distance)
        return unlike("with --distance", share_of(made.grouping.distance), *choices_.distance);
    if (choices_.keep_apart && *choices_.keep_apart != made.keep_apart)
        return unlike("with --keep-apart", names_of(made.keep_apart),
                      names_of(*choices_.keep_apart));
    if (choices_.contained && distance_from(*choices_.contained) != made.contained)
        return unlike("with --contained", share_of(made.contained), *choices_.contained);
    const bool has_character_keys = made.character_rows > 0;
    if (choices_.character_keys ==
        (has_character_keys ? CharacterKeyChoice::OFF : CharacterKeyChoice::ON))
        return has_character_keys ? unlike("with --character-keys", "on", "off")
                                  : unlike("with --character-keys", "off", "on");
    if (choices_.bands && *choices_.bands != made.bands)
        return fmt::format("{}, not {}", keys_of(made.bands), keys_of(*choices_.bands));
    if (recipe_.fold_marks && !AnalyzerRecipe::parse(made.analyzer).fold_marks)
        return "without --fold-marks, not with it";
    return {};
}

}  // namespace descry
