#include "commands/commands.h"

namespace descry {

void add_field_options(CLI::App& command, InputOptions& input) {
    command.add_option("--id-field", input.id_field, "member of a JSON document that holds its id")
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option("--text-field", input.text_field,
                    "member of a JSON document that holds its text")
        ->type_name("NAME")
        ->capture_default_str();
}

}  // namespace descry
