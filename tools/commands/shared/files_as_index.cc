#include "commands/shared/files_as_index.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <descry/base/open_database.h>
#include <descry/base/temporary_folder.h>
#include <descry/jobs/bulk_indexer.h>

#include "arguments/undisturbed.h"
#include "commands/shared/commands.h"
#include "input/input_reader.h"
#include "messages/diagnostics.h"

namespace descry {

namespace {

// Nothing that is there and could be no database is taken for one.
bool are_files(const std::string& path) {
    std::error_code ignored;
    if (path == "-") return true;
    return std::filesystem::exists(path, ignored) && !holds_database(path) &&
           !is_certainly_database(path) && !is_certainly_stub(path);
}

}  // namespace

void FilesAsIndex::add_to(CLI::App& command) {
    add_option(command, "--distance", distance, "D",
               "of files: how far members may be from their head [default: 0.15]")
        ->check(CLI::Range(0.0, 1.0));
    add_field_options(command, input, MissingIds::NUMBERED);
}

int read_index_or_files(const std::vector<std::string>& paths, const FilesAsIndex& files,
                        Console& console, const std::function<int(const OpenIndex&)>& read) {
    const auto count = std::ranges::count_if(paths, are_files);
    if (count == 0) return read_index(paths, read);
    if (count < std::ssize(paths))
        throw std::invalid_argument("some of the inputs are databases, and others files");
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "index").string();
    BulkIndexingOptions options;
    options.build.names = files.input.names();
    options.model.distance = files.distance;
    options.threads = console.threads();
    options.progress = console.progress();
    Diagnostics problems;
    options.refused = [&problems](const InputDocument& document, std::string_view reason) {
        problems.refuse(document.location, reason);
    };
    {
        BulkIndexer indexer(open_writable(path, true), path, options);
        InputReader reader(paths, files.input, problems);
        indexer.add(reader);
    }
    problems.summarize();
    const int code = read_index({path}, read);
    return problems.any_refused() ? EXIT_ERROR : code;
}

}  // namespace descry
