#include <cstddef>
#include <memory>
#include <optional>

#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/inputs.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct ReportArguments {
    ReviewInputs source;
    std::string output;
    std::optional<std::size_t> rows;
    std::vector<double> other_distances;
};

int run_report(const ReportArguments& arguments, Console& console) {
    return review_inputs(arguments.source, console, [&](const ReviewSource& found) {
        if (found.is_index && !arguments.other_distances.empty())
            reject_for_index(arguments.source.inputs().front(), "--other-distances");
        write_page(arguments.output, arguments.source.inputs(), found,
                   arguments.rows.value_or(GroupsPage::ANY_ROWS), console,
                   arguments.other_distances);
        console.note("{}: {}, {} would be dropped; report written to {} ({:.1f} s)",
                     counted(found.documents, "document"), counted(found.groups, "group"),
                     grouped_digits(found.dropped.size()), arguments.output, console.seconds());
        return EXIT_DONE;
    });
}

}  // namespace

void add_report_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ReportArguments>();
    CLI::App& command = *app.add_subcommand(
        "report", "Write an HTML report of near-duplicates in files or an index");
    arguments->source.add_to(command, console);
    CLI::Option* const output =
        add_option(command, "--output", arguments->output, "FILE", "Write the report to FILE");
    declare_output(command, output, FileUse::BESIDE, PAGE_FILE)->required();
    add_report_rows_option(command, arguments->rows);
    check_distance(add_option(command, "--other-distances", arguments->other_distances, "D,...",
                              "Files only: also count what is dropped with each of these "
                              "distances, separated by commas"))
        ->delimiter(',');
    console.add_threads_option(command);
    console.add_verbose_option(command);
    command.footer("descry report harbour.jsonl --output page.html");
    finish_command(command, console, action,
                   [arguments, &console] { return run_report(*arguments, console); });
}

}  // namespace descry
