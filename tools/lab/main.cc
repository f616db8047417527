/** @file main.cc
 *  @brief The program descry-lab, for comparing methods.
 */
#include "tools/commands/shared/program.h"
#include "tools/lab/lab_commands.h"

namespace {

void add_commands(CLI::App& app, descry::Console& console, descry::Action& action) {
    descry::add_evaluate_command(app, console, action);
    descry::add_join_command(app, console, action);
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
        command->group("Commands");
}

}  // namespace

int main(int argc, char** argv) {
    return descry::run_program(
        {"descry-lab", "Compare methods that find near-duplicates",
         "descry-lab evaluate texts.jsonl --methods group,shingles-minhash", add_commands},
        argc, argv);
}
