#include <filesystem>
#include <memory>
#include <optional>

#include <descry/jobs/group_import.h>
#include <descry/mechanics/temporary_file.h>
#include <descry/prepared/prepared_writer.h>
#include <descry/reading/open_index.h>
#include <descry/schema/model_store.h>
#include <descry/texts/group_texts.h>

#include "engine/mechanics/output_file.h"
#include "tools/arguments/database.h"
#include "tools/arguments/model_file.h"
#include "tools/arguments/model_options.h"
#include "tools/commands/shared/commands.h"
#include "tools/output/text.h"
#include "tools/spooling/spooled_input.h"

namespace descry {

namespace {

struct PrepareArguments {
    std::vector<std::string> inputs;
    std::string model;
    GroupingArguments grouping;
    std::string output;
    ShardNumber shard;
    SpoolOptions spool;
};

void tell(std::uint64_t documents, const PrepareArguments& arguments, const Model& model,
          Console& console) {
    clear_progress_line();
    console.note("prepared file of {}, with model {}, written to {} ({:.1f} s)",
                 counted(documents, "document"), model.id(), arguments.output, console.seconds());
}

void print(TemporaryFile& file, const std::string& path) {
    OutputFile out(path);
    file.rewind();
    std::string bytes(std::size_t{1} << 16, '\0');
    while (const std::size_t size = file.read(bytes.data(), bytes.size()))
        out.write(std::string_view(bytes).substr(0, size));
    out.commit();
}

int prepare_database(const PrepareArguments& arguments, const std::string& path, Console& console) {
    if (arguments.spool.order != PrepareArguments().spool.order) {
        throw std::runtime_error(
            "--keep and --prefer are for files; an index uses its model's order (rebuild "
            "--group-order)");
    }
    return read_index({path}, [&](const OpenIndex& index) {
        const Model model =
            arguments.model.empty() ? model_in_use(index) : read_model_file(arguments.model);
        Schema schema = index.schema;
        if (!index.annotated) {
            schema = schema_without_values(index.db);
            schema.term_prefix = model.parameters().term_prefix;
        }
        const IndexCollection collection(index.open, schema, console.work());
        // Started again if a writer invalidates it; nothing is printed until it is complete.
        TemporaryFile made(TemporaryFile::SMALL);
        const std::uint64_t documents =
            prepare_index(collection, schema, model, arguments.shard,
                          [&](std::string_view bytes) { made.write(bytes.data(), bytes.size()); });
        print(made, arguments.output);
        tell(documents, arguments, model, console);
        return EXIT_DONE;
    });
}

int prepare_input(PrepareArguments& arguments, Console& console) {
    if (arguments.shard.count > 1) {
        throw std::runtime_error("--shard is for indexes; for files, use --first-number");
    }
    std::optional<Model> given;
    if (!arguments.model.empty()) given = read_model_file(arguments.model);
    SpoolOptions& spool = arguments.spool;
    const GroupingOptions& choices = arguments.grouping.choices();
    spool.recipe = given ? recipe_of_texts(&*given) : arguments.grouping.recipe();
    spool.apart_fields = choices.keep_apart_with(given).fields;
    spool.work = console.work();
    Diagnostics problems;
    SpooledInput input(spool);
    input.read(arguments.inputs, false, problems);
    input.check_apart_fields();
    const Model model = given ? *given : learn_model(input.texts(), choices);
    OutputFile out(arguments.output);
    PreparedWriter writer({model, spool.order}, [&](std::string_view bytes) { out.write(bytes); });
    const std::uint64_t documents = prepare_collection(
        *input.texts().documents(), model,
        [&](DocumentNumber document) {
            SpooledDocument spooled = input.document(document);
            return PreparedName{spool.first_number + (document - 1), std::move(spooled.id),
                                std::move(spooled.order)};
        },
        writer);
    writer.finish();
    out.commit();
    problems.summarize();
    tell(documents, arguments, model, console);
    return problems.any_rejected() ? EXIT_ERROR : EXIT_DONE;
}

std::optional<std::string> database_of(const std::string& argument) {
    std::vector<std::string> notes;
    std::string path = find_database(argument, notes);
    if (is_database_among_inputs(path)) return path;
    return std::nullopt;
}

int run_prepare(PrepareArguments& arguments, Console& console) {
    for (const std::string& argument : arguments.inputs) {
        const auto path = database_of(argument);
        if (!path) continue;
        if (arguments.inputs.size() > 1) {
            throw std::runtime_error(argument +
                                     ": an index needs a prepared file of its own; name it alone");
        }
        const std::string option = arguments.grouping.first_given();
        if (!option.empty()) {
            throw std::runtime_error(
                option +
                " is for files; an index uses its model's choice (rebuild --distance and others)");
        }
        return prepare_database(arguments, *path, console);
    }
    return prepare_input(arguments, console);
}

}  // namespace

void add_prepare_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<PrepareArguments>();
    CLI::App& command = *app.add_subcommand(
        "prepare", "Write a prepared file, for grouping with others; on one or several machines");
    declare(command.add_option(
                "DB|INPUT", arguments->inputs,
                "A Xapian index; or files, directories (recursive) and - for standard input"),
            FileUse::INPUTS)
        ->required();
    arguments->grouping.add_for_files(command);
    CLI::Option* const model =
        add_option(command, "--model", arguments->model, "FILE",
                   "Model file, the same for all prepared files to be grouped together; - for "
                   "standard input [default: the index's model; for files, one learned from them]");
    declare(model, FileUse::FILES_OR_STREAM);
    arguments->grouping.exclude_from(*model);
    CLI::Option* const output = add_option(command, "--output", arguments->output, "FILE",
                                           "Write the prepared file to FILE; - for standard output")
                                    ->required();
    declare_output(command, output, FileUse::RESULT, PREPARED_FILE);
    add_shard_option(command, arguments->shard,
                     "Number docids as those of shard K if N shards are opened as one");
    add_mail_option(command, arguments->spool.own_words);
    add_keep_options(command, arguments->spool.order);
    add_option(command, "--first-number", arguments->spool.first_number, "N",
               "Number of the first document, if other prepared files hold earlier parts")
        ->check(CLI::Range(DocumentNumber{1}, DocumentNumber{4000000000}));
    add_field_options(command, arguments->spool.input, MissingIds::NUMBERED);
    console.add_threads_option(command);
    command.footer("descry prepare harbour.db --output harbour.prepared");
    finish_command(command, console, action,
                   [arguments, &console] { return run_prepare(*arguments, console); });
}

}  // namespace descry
