#include <memory>

#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>
#include <descry/inspection/group_list.h>
#include <descry/reading/open_index.h>
#include <descry/schema/body_terms.h>

#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

struct ShowArguments {
    std::string db;
    std::string id;
    OutputFormat format = OutputFormat::TEXT;
};

// A document with what the index says of it. All is read before anything is printed.
struct StoredDocument {
    Xapian::docid did = 0;
    std::string id;
    std::string title;
    std::uint64_t words = 0;
    std::string data;
    StoredData stored;
    // Name and key of the signatures that it has.
    std::vector<std::pair<std::string, std::string>> keys;
    std::optional<KeyedGroup> group;
    std::string head;
    DistanceMillionths distance_to_head = 0;
};

std::uint64_t count_words(const OpenIndex& index, Xapian::docid did) {
    std::uint64_t words = 0;
    const TermSpace space =
        index.annotated ? TermSpace(index.schema.term_prefix) : TermSpace::detect(index.db);
    space.for_each_body_term(index.db.termlist_begin(did), index.db.termlist_end(did),
                             [&](const std::string&, std::uint32_t wdf) { words += wdf; });
    return words;
}

void read_group(const OpenIndex& index, const std::string& key, StoredDocument& shown) {
    shown.group = list_group(index.db, index.schema, key);
    // One that another program's deletions left alone is in no group.
    if (shown.group && shown.group->members.size() < 2) shown.group.reset();
    if (!shown.group) return;
    shown.head = index.id_of(shown.group->members.front().document);
    for (const GroupMember& member : shown.group->members) {
        if (member.document == shown.did) shown.distance_to_head = member.distance;
    }
}

StoredDocument read_document(const OpenIndex& index, Xapian::docid did) {
    const Xapian::Document document = index.db.get_document(did);
    StoredDocument shown;
    shown.did = did;
    shown.id = index.id_of(did);
    shown.title = printable(summary_of(document));
    shown.words = count_words(index, did);
    shown.data = document.get_data();
    shown.stored = read_stored_data(shown.data, shown.id);
    for (const SignatureMethod& method : signature_methods()) {
        if (!method.is_collapsible || !index.schema.has(method.slot)) continue;
        std::string key = document.get_value(index.schema.slot(method.slot));
        if (key.empty()) continue;
        if (method.slot == Slot::GROUP) read_group(index, key, shown);
        shown.keys.emplace_back(method.name, std::move(key));
    }
    return shown;
}

Json group_json(const StoredDocument& shown) {
    if (!shown.group) return nullptr;
    return {{"key", shown.group->key},
            {"size", shown.group->members.size()},
            {"head", shown.head},
            {"similarity_to_head", rounded(similarity(shown.distance_to_head))}};
}

Json to_json(const StoredDocument& shown) {
    Json keys = Json::object();
    for (const auto& [name, key] : shown.keys)
        keys[name] = key;
    return {{"docid", shown.did},
            {"id", shown.id},
            {"title", shown.title},
            {"words", shown.words},
            {"fields", object_of(shown.stored.fields)},
            {"text", shown.stored.text ? Json(*shown.stored.text) : Json()},
            {"data", shown.stored.is_read ? Json() : Json(shown.data)},
            {"keys", std::move(keys)},
            {"group", group_json(shown)}};
}

void print_line(std::string_view name, std::string_view value) {
    fmt::print("{:<22}  {}\n", one_line(name, 40), value);
}

void print_text(const StoredDocument& shown) {
    constexpr std::size_t WIDTH = 1000;
    print_line("id", one_line(shown.id, WIDTH));
    print_line("docid", std::to_string(shown.did));
    print_line("words", grouped_digits(shown.words));
    if (shown.group) {
        const bool is_head = shown.group->members.front().document == shown.did;
        print_line("group of", counted(shown.group->members.size(), "document"));
        print_line("its head",
                   is_head ? "this one"
                           : fmt::format("{}, {:.1f}% similar to it", one_line(shown.head, 200),
                                         percent_alike(shown.distance_to_head)));
    }
    for (const auto& [name, key] : shown.keys)
        print_line(name + " key", one_line(key, WIDTH));
    // Where the data says nothing, a value may (notmuch), and text need not be shown twice.
    if (!shown.stored.text && !shown.stored.fields.contains("title") && !shown.title.empty())
        print_line("title", shown.title);
    const nlohmann::json fields = object_of(shown.stored.fields);
    for (const auto& [name, value] : fields.items())
        print_line(name, one_line(plain_text(value), WIDTH));
    const std::string& body =
        shown.stored.is_read ? shown.stored.text.value_or(std::string()) : shown.data;
    if (!body.empty()) fmt::print("\n{}\n", printable_lines(body));
}

int run_show(const ShowArguments& arguments, const OpenIndex& index) {
    const StoredDocument shown = read_document(index, document_of_id(index, arguments.id));
    if (arguments.format == OutputFormat::TEXT) {
        print_text(shown);
    } else {
        print_object(to_json(shown), arguments.format);
    }
    return EXIT_DONE;
}

}  // namespace

void add_show_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ShowArguments>();
    CLI::App& command = *app.add_subcommand(
        "show", "Show a stored document; its fields and text, signature keys and group");
    declare(command.add_option("DB", arguments->db, "Xapian index"), FileUse::DATABASES)
        ->required();
    command.add_option("ID", arguments->id, "Id of the document, or #docid")
        ->type_name("ID")
        ->required();
    add_format_option(command, arguments->format);
    command.footer("descry show harbour.db log-03-22-copy");
    finish_command(command, console, action, [arguments] {
        return read_index({arguments->db},
                          [&](const OpenIndex& index) { return run_show(*arguments, index); });
    });
}

}  // namespace descry
