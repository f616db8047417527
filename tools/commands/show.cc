#include <memory>

#include <descry/reading/open_index.h>

#include "tools/answers/document_answer.h"
#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct ShowArguments {
    std::string db;
    std::string id;
    OutputFormat format = OutputFormat::TEXT;
};

void print_line(std::string_view name, std::string_view value) {
    fmt::print("{:<22}  {}\n", one_line(name, 40), value);
}

void print_text(const ShownDocument& shown) {
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
    // The title may come from a value (notmuch) if the data has none; it need not repeat the text.
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
    const ShownDocument shown = read_document(index, document_of_id(index, arguments.id));
    if (arguments.format == OutputFormat::TEXT) {
        print_text(shown);
    } else {
        print_object(json_of(shown), arguments.format);
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
