#include "tools/commands/shared/files_as_index.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/jobs/bulk_indexer.h>
#include <descry/reading/open_index.h>

#include "plugin/base/open_database.h"
#include "plugin/base/temporary_folder.h"
#include "tools/arguments/model_options.h"
#include "tools/commands/shared/commands.h"
#include "tools/input/input_reader.h"
#include "tools/messages/diagnostics.h"

namespace descry {

namespace {

// Whether a file begins as a stub does, sound or not. A pipe can be read once.
bool begins_as_stub(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word == "auto" || word == "glass" || word == "chert" || word == "remote" ||
           word == "inmemory";
}

// Whether Xapian marked the folder as a database of any format.
bool is_marked(const std::string& folder) {
    std::error_code ignored;
    return std::ranges::any_of(
        std::filesystem::directory_iterator(folder, ignored),
        [](const auto& entry) { return entry.path().filename().string().starts_with("iam"); });
}

// What could be a database, sound or not, is none.
bool are_files(const std::string& path) {
    std::error_code ignored;
    if (path == "-") return true;
    if (!std::filesystem::exists(path, ignored) || is_certainly_database(path)) return false;
    return std::filesystem::is_directory(path, ignored) ? !holds_database(path) && !is_marked(path)
                                                        : !begins_as_stub(path);
}

}  // namespace

void FilesAsIndex::add_to(CLI::App& command) {
    check_distance(add_option(command, "--distance", grouping.distance, "D",
                              "Files only: largest edit distance from the head [default: 0.15]"));
    add_field_options(command, input, MissingIds::NUMBERED);
}

int read_index_or_files(const std::vector<std::string>& paths, const FilesAsIndex& files,
                        Console& console, const std::function<int(const OpenIndex&)>& read) {
    const auto count = std::ranges::count_if(paths, are_files);
    if (count == 0) return read_index(paths, read);
    if (count < std::ssize(paths))
        throw std::invalid_argument("cannot mix indexes and files as inputs");
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "index").string();
    BulkIndexingOptions options;
    options.build.names = files.input.names();
    options.grouping = files.grouping;
    options.work = console.work();
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
    if (open_database(path).get_doccount() == 0) {
        throw std::runtime_error(
            fmt::format("{}: neither a Xapian database nor documents", fmt::join(paths, ", ")));
    }
    const int code = read_index({path}, read);
    return problems.any_refused() ? EXIT_ERROR : code;
}

}  // namespace descry
