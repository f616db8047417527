#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <descry/jobs/duplicate_removal.h>
#include <descry/reading/open_index.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "plugin/schema/schema_checks.h"
#include "tools/arguments/database.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/inputs.h"
#include "tools/messages/diagnostics.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/unique/decisions.h"

namespace descry {

namespace {

struct DeduplicateArguments {
    std::string db;
    std::string by = "group";
    std::string compare_order = "score,fetchTime,urlLength";
    std::string scope = "none";
    std::string score;
    std::string fetch_time;
    std::string url;
    std::string mark;
    std::string decisions;
    bool only_confirmed = false;
    bool remove = false;
    bool yes = false;
    OutputFormat format = OutputFormat::TEXT;
};

// Distinguishes an index without groups from one without duplicates.
Xapian::valueno key_slot(const std::string& by, const Schema& schema) {
    const Xapian::valueno slot = parse_slot(by, schema);
    if (slot != EMPTY_SLOT) return slot;
    if (by == "group") {
        throw std::invalid_argument(
            "the index has no groups; run descry annotate --methods group, or name another "
            "signature with --by");
    }
    throw std::invalid_argument(fmt::format("the index has no values of {}", by));
}

DuplicateScope parse_scope(const std::string& name) {
    if (name == "none") return DuplicateScope::ANYWHERE;
    if (name == "host") return DuplicateScope::HOST;
    if (name == "domain") return DuplicateScope::DOMAIN;
    throw std::invalid_argument(
        fmt::format("--group must be none, host or domain, not \"{}\"", name));
}

// Keys are neither numbers nor URLs.
Xapian::valueno users_slot(const char* option, const std::string& name, const Schema& schema) {
    const Xapian::valueno slot = parse_slot(name, schema);
    if (!is_own_value_slot(schema, slot)) return slot;
    throw std::invalid_argument(fmt::format("{}: slot {} belongs to descry", option, slot));
}

std::optional<Xapian::valueno> number_slot(const char* option, const std::string& name,
                                           const Schema& schema) {
    if (name.empty()) return std::nullopt;
    const ValueField* const field = schema.fields.value_field(name);
    if (field != nullptr && field->type == ValueType::STRING) {
        throw std::invalid_argument(fmt::format(
            "{}: the values of {} are strings; use a field of numbers or dates", option, name));
    }
    return users_slot(option, name, schema);
}

DuplicateSearch search_of(const DeduplicateArguments& arguments, const OpenIndex& index) {
    const Schema& schema = index.schema;
    DuplicateSearch search;
    search.key_slot = key_slot(arguments.by, schema);
    search.rules = parse_survivor_rules(arguments.compare_order);
    search.scope = parse_scope(arguments.scope);
    search.score_slot = number_slot("--score", arguments.score, schema);
    search.fetch_time_slot = number_slot("--fetch-time", arguments.fetch_time, schema);
    if (arguments.url.empty()) {
        search.url = [&index](Xapian::docid did) { return index.id_of(did); };
    } else {
        const Xapian::valueno slot = users_slot("--url", arguments.url, schema);
        search.url = [&index, slot](Xapian::docid did) {
            return index.db.get_document(did, Xapian::DOC_ASSUME_VALID).get_value(slot);
        };
    }
    if (const auto model = read_model(index.db);
        model && schema.has(Slot::GROUP) && is_own_value_slot(schema, search.key_slot)) {
        search.is_current = current_documents(index.db, schema, model->model);
    }
    return search;
}

// A duplicate and the kept document. Everything is read before writing, which invalidates readers.
struct Row {
    DuplicateDocument documents;
    std::string id;
    std::string survivor_id;
};

struct Rows {
    std::vector<Row> rows;
    DecidedCounts decided;
    std::vector<std::string> void_decisions;
    std::vector<std::string> changed;
};

// Documents with equal keys are duplicates; only members of groups are compared.
DecidedRun decided_run(const OpenIndex& index, Xapian::valueno key_slot) {
    DecidedRun run;
    run.id = [&index](std::uint64_t did) { return index.id_of(static_cast<Xapian::docid>(did)); };
    run.keep = [](std::uint64_t) {};
    run.lead = [](std::uint64_t) { return true; };
    run.follow = [](std::uint64_t, std::uint64_t) { return true; };
    const auto model = read_model(index.db);
    if (model && index.schema.has(Slot::GROUP) && key_slot == index.schema.slot(Slot::GROUP)) {
        run.follow = [near = near_documents(index.db, index.schema, model->model)](
                         std::uint64_t did, std::uint64_t head) {
            return near(static_cast<Xapian::docid>(did), static_cast<Xapian::docid>(head));
        };
    }
    return run;
}

Rows find_rows(const OpenIndex& index, const DeduplicateArguments& arguments) {
    DuplicateSearch search = search_of(arguments, index);
    const Decisions decisions =
        arguments.decisions.empty() ? Decisions() : Decisions::read(arguments.decisions);
    Rows found;
    if (search.is_current) {
        search.is_current = [&, is_current = search.is_current](Xapian::docid did) {
            const bool is = is_current(did);
            if (!is) found.changed.push_back(index.id_of(did));
            return is;
        };
    }
    std::vector<DroppedPair> dropped;
    for (const auto& [did, survivor] : find_duplicates(index.db, search))
        dropped.push_back({did, survivor});
    if (!arguments.decisions.empty()) {
        found.decided = apply_decisions(decisions, arguments.only_confirmed, dropped,
                                        decided_run(index, search.key_slot));
    }
    for (const auto& [document, kept] : dropped) {
        const DuplicateDocument duplicate{static_cast<Xapian::docid>(document),
                                          static_cast<Xapian::docid>(kept)};
        found.rows.push_back(
            {duplicate, index.id_of(duplicate.did), index.id_of(duplicate.survivor)});
    }
    std::unordered_map<std::string_view, std::string_view> survivor_of;
    for (const Row& row : found.rows)
        survivor_of.emplace(row.id, row.survivor_id);
    found.void_decisions = void_decisions(decisions, [&](const std::string& id) {
        const auto row = survivor_of.find(id);
        if (row != survivor_of.end()) return std::optional(std::string(row->second));
        const bool is_there = find_document(index.db, id, index.schema.id_prefix) != 0;
        return is_there ? std::optional(std::string()) : std::nullopt;
    });
    return found;
}

void report_changed_documents(const DeduplicateArguments& arguments,
                              const std::vector<std::string>& ids, Console& console) {
    Diagnostics problems;
    for (const std::string& id : ids)
        problems.skip_value(arguments.db, id + ": changed since its values were made; kept");
    if (ids.empty()) return;
    console.note("{} changed by another program; run descry annotate {} --all",
                 counted(ids.size(), "document"), as_argument(arguments.db));
}

void print(const Row& row, OutputFormat format) {
    const auto& [did, survivor] = row.documents;
    switch (format) {
        case OutputFormat::JSON:
            fmt::print("{}\n", json_text(nlohmann::ordered_json{{"docid", did},
                                                                {"id", row.id},
                                                                {"survivor_docid", survivor},
                                                                {"survivor", row.survivor_id}}));
            break;
        case OutputFormat::TSV:
            fmt::print("{}\t{}\t{}\t{}\n", did, tsv_field(row.id), survivor,
                       tsv_field(row.survivor_id));
            break;
        case OutputFormat::TEXT:
            fmt::print("{}\n    kept: {}\n", one_line(row.id, 200), one_line(row.survivor_id, 200));
            break;
    }
}

std::string mark_record(Xapian::valueno slot) {
    return fmt::format("descry:marks:{}", slot);
}

// Another program's slot would lose its values.
void check_mark(const Xapian::Database& db, const std::string& name, Xapian::valueno slot,
                const Schema& schema) {
    for (const ValueField& field : schema.fields.values) {
        if (field.slot == slot)
            throw std::invalid_argument(
                fmt::format("--mark: slot {} belongs to field {}", slot, field.name));
    }
    if (db.get_value_freq(slot) > 0 && db.get_metadata(mark_record(slot)).empty()) {
        throw std::invalid_argument(
            fmt::format("--mark {}: the slot holds values of another program", name));
    }
}

// A program that updates the index would restore the documents.
void warn_of_owner(const OpenIndex& index, Console& console) {
    const IndexOwner* const owner = index_owner(index.db, index.schema);
    if (owner == nullptr) return;
    const std::string_view update = owner->update;
    const std::string_view lost = owner->lost;
    console.note(
        "warning: {} maintains this index: {} adds deleted documents again, because their sources "
        "remain{}. To remove them for good, {}",
        owner->name, update.empty() ? "its next update" : fmt::format("`{}`", update),
        lost.empty() ? std::string()
                     : fmt::format(", and the {} of deleted documents are lost", lost),
        owner->lasting_way);
}

// Deletion is permanent, so it requires a second confirmation.
void confirm_deletion(std::size_t duplicates, const OpenIndex& index, bool yes, Console& console) {
    const std::string what = fmt::format("{} of {}", counted(duplicates, "duplicate"),
                                         counted(index.db.get_doccount(), "document"));
    if (yes) {
        console.note("deleting {}", what);
        return;
    }
    if (::isatty(STDIN_FILENO) == 0) {
        throw std::runtime_error(fmt::format("{} not deleted: needs a terminal or --yes", what));
    }
    fmt::print(stderr, "descry: delete {}? [y/N] ", what);
    std::string answer;
    std::getline(std::cin, answer);
    if (answer != "y" && answer != "Y" && answer != "yes") {
        throw std::runtime_error("nothing was deleted");
    }
}

// All duplicates of an index that another program may be writing.
Rows read_rows(const DeduplicateArguments& arguments) {
    Rows rows;
    read_index({arguments.db}, [&](const OpenIndex& index) {
        rows = find_rows(index, arguments);
        return EXIT_DONE;
    });
    return rows;
}

int report(const Rows& found, const char* done, const DeduplicateArguments& arguments,
           Console& console) {
    for (const Row& row : found.rows)
        print(row, arguments.format);
    console.note("{} {} in {:.1f} s", counted(found.rows.size(), "duplicate"), done,
                 console.seconds());
    if (!arguments.decisions.empty()) report_decisions(arguments.decisions, found.decided, console);
    report_void_decisions(arguments.decisions, found.void_decisions, console);
    report_changed_documents(arguments, found.changed, console);
    if (!found.changed.empty()) return EXIT_ERROR;
    return found.rows.empty() ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

int run_deduplicate(DeduplicateArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    if (!arguments.remove && arguments.mark.empty())
        return report(read_rows(arguments), "found", arguments, console);
    Xapian::WritableDatabase db = open_writable(arguments.db, false);
    const OpenIndex index = open_index(DatabaseSnapshot({arguments.db}));
    const Rows found = find_rows(index, arguments);
    const std::vector<Row>& rows = found.rows;
    if (arguments.remove && !rows.empty()) {
        warn_of_owner(index, console);
        confirm_deletion(rows.size(), index, arguments.yes, console);
    }
    if (!arguments.mark.empty()) {
        const Xapian::valueno slot = users_slot("--mark", arguments.mark, index.schema);
        check_mark(index.db, arguments.mark, slot, index.schema);
        std::map<Xapian::docid, std::string> marks;
        for (const Row& row : rows)
            marks.emplace(row.documents.did, row.survivor_id);
        db.set_metadata(mark_record(slot), "1");
        console.note("{} changed", counted(mark_documents(db, slot, std::move(marks)), "mark"));
    }
    if (arguments.remove) {
        std::vector<Xapian::docid> dids;
        for (const Row& row : rows)
            dids.push_back(row.documents.did);
        delete_documents(db, dids);
    }
    return report(found, arguments.remove ? "deleted" : "marked", arguments, console);
}

}  // namespace

void add_deduplicate_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<DeduplicateArguments>();
    CLI::App& command = *app.add_subcommand(
        "deduplicate", "List, mark or delete duplicates in an index; by the rules of Nutch");
    declare(command.add_option("DB", arguments->db, "Xapian index"), FileUse::CHANGED_DATABASES)
        ->required();
    add_option(command, "--by", arguments->by, "NAME",
               "Signature, field or slot:N that duplicates share");
    add_option(command, "--compare-order", arguments->compare_order, "LIST",
               "Criteria for the document to keep, most important first; ties keep the one added "
               "first: score (higher), fetchTime (later), urlLength (shorter), httpsOverHttp");
    add_option(command, "--group", arguments->scope, "none|host|domain",
               "Require duplicates to be of the same host or domain");
    add_option(command, "--score", arguments->score, "NAME", "Field or slot:N with the score");
    add_option(command, "--fetch-time", arguments->fetch_time, "NAME",
               "Field or slot:N with the fetch time");
    add_option(command, "--url", arguments->url, "NAME",
               "Field or slot:N with the URL [default: the document's id]");
    add_option(
        command, "--mark", arguments->mark, "slot:N",
        "Store the kept document's id in slot:N of each duplicate; clear it in other documents");
    add_decision_options(command, arguments->decisions, arguments->only_confirmed);
    command.add_flag("--delete", arguments->remove,
                     "Delete the duplicates, after asking or with --yes; groups get new heads");
    command.add_flag("--yes", arguments->yes, "Delete without asking");
    add_format_option(command, arguments->format);
    command.footer("descry deduplicate pages.db --by exact");
    finish_command(command, console, action,
                   [=, &console] { return run_deduplicate(*arguments, console); });
}

}  // namespace descry
