#include "arguments/model_options.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include <descry/schema/group_order.h>
#include <descry/schema/model_store.h>

#include "arguments/option.h"
#include "output/text.h"

namespace descry {

namespace {

// Empty where it is one, else what is wrong.
std::string check_words(const std::string& text) {
    const unsigned words = number_of<unsigned>(text).value_or(0);
    return text == "auto" || (words > 0 && words <= 65535)
               ? std::string()
               : "neither auto nor a number from 1 to 65535: " + text;
}

std::string check_order(const std::string& text) {
    try {
        check_group_order(text);
        return {};
    } catch (const Xapian::InvalidArgumentError& error) {
        return error.get_msg();
    }
}

CLI::Option* add_contained_option(CLI::App& command, std::optional<double>& contained) {
    return add_option(command, "--contained", contained, "SHARE",
                      "a document is in a group only where at least this share of its word triples "
                      "stands in the head, 0 to 1; 1: nothing said is lost [default: 0]")
        ->check(CLI::Range(0.0, 1.0));
}

CLI::Option* add_character_keys_option(CLI::App& command, CharacterKeyChoice& choice) {
    return command
        .add_option_function<std::string>(
            "--character-keys",
            [&choice](const std::string& given) {
                choice = given == "on"    ? CharacterKeyChoice::ON
                         : given == "off" ? CharacterKeyChoice::OFF
                                          : CharacterKeyChoice::AUTO;
            },
            "find documents by their characters, too, where many words differ by a letter each "
            "(machine-read pages, lost blanks): auto, where that finds more; on; off [default: "
            "auto]")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "on", "off"}));
}

}  // namespace

CLI::Option* check_distance(CLI::Option* option) {
    return option->check(CLI::Range(0.0, 1.0))->check([](const std::string& distance) {
        const auto share = number_of<double>(distance);
        return std::string(share && distance_from(*share) > MAX_DISTANCE ? REASON_TOO_FAR : "");
    });
}

CLI::Option* add_keep_apart_option(CLI::App& command, std::vector<std::string>& keep_apart,
                                   const std::string& further) {
    return add_option(command, "--keep-apart", keep_apart, "WHAT",
                      "documents that differ in this are never in one group: numbers (words with "
                      "a digit), attachments (of mails), or a field or column; several times, or "
                      "with commas between; or nothing" +
                          further + " [default: nothing]")
        ->delimiter(',');
}

CLI::Option* add_fold_marks_option(CLI::App& command, bool& fold_marks) {
    return command.add_flag("--fold-marks", fold_marks,
                            "stress marks of Cyrillic, all marks of Greek and macrons of Latin "
                            "letters are left out, as "
                            "vowel signs of Arabic and Hebrew always are");
}

std::vector<CLI::Option*> add_band_options(CLI::App& command, std::optional<std::uint32_t>& bands) {
    CLI::Option* const compact = command.add_flag_callback(
        "--compact", [&bands] { bands = ModelRequest::COMPACT_BANDS; },
        "4 band keys a document instead of 8: less room, fewer pairs");
    CLI::Option* const rich = command
                                  .add_flag_callback(
                                      "--rich", [&bands] { bands = ModelRequest::RICH_BANDS; },
                                      "12 band keys a document: more pairs")
                                  ->excludes(compact);
    return {compact, rich};
}

void FileModelOptions::add_to(CLI::App& command) {
    CLI::Option* const distance = check_distance(
        add_option(command, "--distance", distance_, "D",
                   "how different, as edit distance, a document may be from the one that stays in "
                   "its place [default: 0.15]"));
    options_ = {distance, add_keep_apart_option(command, keep_apart_),
                add_contained_option(command, contained_),
                add_character_keys_option(command, character_keys_),
                add_fold_marks_option(command, recipe_.fold_marks)};
    std::ranges::copy(add_band_options(command, bands_), std::back_inserter(options_));
}

void FileModelOptions::exclude_from(CLI::Option& model) const {
    for (CLI::Option* const option : options_)
        model.excludes(option);
}

ModelRequest FileModelOptions::request() const {
    ModelRequest request;
    request.distance = distance_;
    request.keep_apart = KeepApart::of(keep_apart_);
    request.contained = contained_;
    request.character_keys = character_keys_;
    request.bands = bands_;
    return request;
}

UniqueOptions FileModelOptions::unique_options(const std::string& order) const {
    const ModelRequest request = this->request();
    UniqueOptions unique;
    unique.training = request.training(recipe_.to_string(), nullptr);
    unique.heads = head_order_of(order);
    return unique;
}

std::string FileModelOptions::first_given() const {
    const auto given =
        std::ranges::find_if(options_, [](const CLI::Option* one) { return one->count() > 0; });
    return given == options_.end() ? std::string() : (*given)->get_name();
}

void ModelOptions::add_to(CLI::App& command) {
    add_choices_to(command);
    add_option(command, "--memory", memory_, "MIB",
               "MiB for sorting and for comparing documents; what does not fit goes to disk")
        ->check(CLI::Range(1u, 1048576u));
}

void ModelOptions::add_choices_to(CLI::App& command) {
    add_option(command, "--words", words_, "N|auto",
               "descriptive words to choose when a model is made: a number, or auto: 2000, "
               "and more where too many documents would hold too little information")
        ->check(check_words);
    check_distance(
        add_option(command, "--distance", distance_, "D",
                   "how different, as edit distance, members of a group may be from its head; kept "
                   "in the model [default: 0.15]"));
    add_option(
        command, "--group-order", group_order_, "ORDER",
        "which document of a group is its head: first (the first docid that is near all "
        "members), longest, newest:SLOT, min:SLOT, max:SLOT, shortest-url (the first in such an "
        "order); kept in the model [default: first]")
        ->check(check_order);
    command.add_flag(
        "--any-order", any_order_,
        "documents of the same words are alike whatever their order; kept in the model");
    add_keep_apart_option(command, keep_apart_, "; kept in the model");
    add_contained_option(command, contained_);
    add_character_keys_option(command, character_keys_);
    add_option(command, "--grouping", grouping_, "WAY",
               "two-level: documents that are almost equal are grouped first; fast: one level, "
               "a fifth of the comparisons; kept in the model [default: two-level]")
        ->check(CLI::IsMember({"two-level", "fast"}));
    add_band_options(command, bands_);
}

void ModelOptions::check_that_they_act(const Xapian::Database& db, const std::string& path) const {
    const auto schema = read_schema(db);
    if (!schema) return;
    request().check(*schema);
    const auto stored = read_model(db);
    const std::optional<Model> model = stored ? std::optional(stored->model) : std::nullopt;
    if (needs_model(db, *schema, model)) return;
    // The same command line may be run again.
    const std::string option = first_unlike(model->parameters());
    if (option.empty()) return;
    throw std::runtime_error(
        fmt::format("{} has a model already, which {} does not change; descry "
                    "rebuild {} {} makes another",
                    path, option, path, option));
}

// Empty where there is none.
std::string ModelOptions::first_unlike(const ModelParameters& made) const {
    const ModelRequest asked = request();
    const bool has_character_keys = made.character_rows > 0;
    const bool may_have_them = !made.any_order;
    const std::pair<const char*, bool> unlike[] = {
        {"--distance", asked.distance && distance_from(*asked.distance) != made.grouping.distance},
        {"--words", asked.words && *asked.words != made.wanted_words},
        {"--group-order", !asked.group_order.empty() && asked.group_order != made.group_order},
        {"--any-order", asked.any_order && !made.any_order},
        {"--keep-apart", asked.keep_apart && *asked.keep_apart != made.keep_apart},
        {"--contained", asked.contained && distance_from(*asked.contained) != made.contained},
        {"--character-keys",
         (asked.character_keys == CharacterKeyChoice::ON && !has_character_keys && may_have_them) ||
             (asked.character_keys == CharacterKeyChoice::OFF && has_character_keys)},
        {bands_ == ModelRequest::COMPACT_BANDS ? "--compact" : "--rich",
         asked.bands && *asked.bands != made.bands},
        {"--grouping", asked.two_level && *asked.two_level != (made.grouping.near > 0)}};
    const auto* const first =
        std::ranges::find_if(unlike, [](const auto& one) { return one.second; });
    return first != std::end(unlike) ? first->first : std::string();
}

ModelRequest ModelOptions::request() const {
    ModelRequest request;
    if (words_ != "auto") request.words = static_cast<std::uint32_t>(std::stoul(words_));
    request.distance = distance_;
    if (!grouping_.empty()) request.two_level = grouping_ != "fast";
    request.group_order = group_order_;
    request.any_order = any_order_;
    request.character_keys = character_keys_;
    request.contained = contained_;
    if (!keep_apart_.empty()) request.keep_apart = KeepApart::of(keep_apart_);
    request.bands = bands_;
    return request;
}

void tell_of_model(const MadeModel& made, Console& console) {
    const auto& [model, options, report, seconds, unreadable] = made;
    if (!unreadable.empty()) console.note("the old model is replaced unread: {}", unreadable);
    if (!model.words().empty()) {
        console.note("{} chosen of {} candidates, from {}, flip rates learned from {} ({:.1f} s)",
                     counted(model.words().size(), "descriptive word"),
                     grouped_digits(report.candidate_words),
                     counted(report.collection.documents, "document"),
                     counted(report.learned_pairs, "pair"), seconds);
    } else if (report.collection.documents == 0) {
        return;  // nothing is compared with anything
    } else if (report.collection.documents < options.min_documents) {
        console.note("the index is small, so that each document is compared with all heads");
    } else {
        console.note("no descriptive words chosen: no word of {} parts the documents in two",
                     counted(report.collection.documents, "document"));
    }
}

ModelListener tell_of_models(Console& console) {
    return [&console](const MadeModel& made) { tell_of_model(made, console); };
}

}  // namespace descry
