#include <limits>
#include <memory>
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

std::string check_keep(const std::string& name, bool may_be_none) {
    try {
        const bool is_of_uniq = TextOrder(name).keeps_none() && !may_be_none;
        return is_of_uniq ? "none is for uniq; here, a document of each group is kept" : "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

}  // namespace

void add_mail_option(CLI::App& command, bool& own_words) {
    command
        .add_option_function<std::string>(
            "--mail", [&own_words](const std::string& words) { own_words = words == "own"; },
            "Words of mails to compare: all, or own (without quoted and forwarded mails) "
            "[default: all]")
        ->type_name("WORDS")
        ->check(CLI::IsMember({"all", "own"}));
}

void add_decision_options(CLI::App& command, std::string& decisions, bool& only_confirmed) {
    CLI::Option* const file = add_option(command, "--decisions", decisions, "FILE",
                                         "Apply the decisions in FILE, which descry review wrote");
    declare(file, FileUse::FILES);
    command
        .add_flag("--only-confirmed", only_confirmed,
                  "Drop only documents that --decisions drops; keep undecided ones")
        ->needs(file);
}

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
            std::string("Which document of a group to keep: first, last (of those near all "
                        "others), longest, shortest, newest:FIELD, min:FIELD, max:FIELD") +
                (may_be_none ? ", or none" : "") + "; separate several by commas, for ties")
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
    add_names_option(
        command, "--text-field", "NAME",
        "JSON fields or CSV columns with the text, separated by commas, joined in order; "
        "paths such as messages[*].content [default: text]",
        [&input](std::vector<std::string> names) { input.text_fields = std::move(names); });
    if (missing == MissingIds::NUMBERED) {
        input.id_from = IdFrom::LINE;
        // Naming the field makes it required.
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
            "Whether quotes in CSV and TSV enclose cells; auto: decided by the first 64 KiB of "
            "rows [default: "
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

CLI::Option* add_report_rows_option(CLI::App& command, std::optional<std::size_t>& rows) {
    return add_option(command, "--report-rows", rows, "N",
                      "Most groups that the report shows [default: what fits 1 MB]")
        ->check(CLI::Range(std::size_t{1}, std::numeric_limits<std::size_t>::max()));
}

}  // namespace descry
