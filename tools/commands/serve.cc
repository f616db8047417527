#include <csignal>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pthread.h>

#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/inputs.h"
#include "tools/output/text.h"
#include "tools/service/agent_protocol.h"
#include "tools/service/http_server.h"
#include "tools/service/service.h"
#include "tools/unique/review_source.h"

namespace descry {

namespace {

struct ServeArguments {
    std::vector<std::string> paths;
    FilesAsIndex files;
    std::string listen = "127.0.0.1:7700";
    std::string public_url;
    std::string token;  // a file
    std::string decisions;
    bool is_read_only = false;
    bool uses_stdio = false;
};

std::string random_token() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::string read_token(const std::string& path) {
    std::string token;
    std::ifstream file(path);
    std::getline(file, token);
    while (token.ends_with('\r') || token.ends_with(' '))
        token.pop_back();
    if (token.size() < 16)
        throw std::runtime_error(path + ": no token of at least 16 characters in its first line");
    return token;
}

// Signals that end a service; blocked in all threads started from now on.
sigset_t block_end_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

void wait_for(const sigset_t& signals) {
    int signal = 0;
    ::sigwait(&signals, &signal);
}

void serve_stdio(Service& service, const sigset_t& signals) {
    std::thread([signals] {
        wait_for(signals);
        std::_Exit(EXIT_DONE);
    }).detach();
    serve_agents(service, std::cin, std::cout);
}

void serve_http(const ServeArguments& arguments, HttpOptions http, Service& service,
                const sigset_t& signals, Console& console) {
    service.warm_up();
    http.threads = 2 * console.threads();  // some wait for files
    const HttpServer server(http, [&service](const Request& request, const Reply& reply) {
        service.answer(request, reply);
    });
    if (!is_loopback(http.host)) {
        console.error(
            "warning: everybody who reaches {} may read the collection; put a proxy with users and "
            "TLS in front",
            arguments.listen);
    }
    if (service.takes_documents() && arguments.token.empty())
        console.error("writes need the header Authorization: Bearer {}", http.token);
    console.error("listening on {}", server.url());
    wait_for(signals);
    console.note("ending");
}

int run_serve(const ServeArguments& arguments, Console& console) {
    const IgnoreClosedPipe ignore_closed_pipe;
    HttpOptions http;
    parse_listen(arguments.listen, http);
    http.public_url = arguments.public_url;
    while (http.public_url.ends_with('/'))
        http.public_url.pop_back();
    http.token = arguments.token.empty() ? random_token() : read_token(arguments.token);
    http.page_token = random_token();
    use_index_or_files(
        arguments.paths, arguments.files, console,
        [&](const std::vector<std::string>& opened, const UnreadInput& unread) {
            const bool are_files = opened != arguments.paths;
            ServiceOptions options;
            options.paths = opened;
            options.takes_documents = !are_files && opened.size() == 1 && !arguments.is_read_only;
            options.decisions = arguments.decisions;
            options.page_token = http.page_token;
            options.facts = {{"Read", fmt::format("{}", fmt::join(arguments.paths, ", "))},
                             {"Date", console.date()},
                             {"Command", console.command_line()},
                             {"Program", "descry " DESCRY_VERSION}};
            options.unread = unread_kinds(unread);
            for (const std::string& path : arguments.paths)
                options.inputs.push_back(as_argument(path));
            if (are_files) options.next_command = "descry uniq";
            const sigset_t signals = block_end_signals();
            Service service(std::move(options));
            arguments.uses_stdio ? serve_stdio(service, signals)
                                 : serve_http(arguments, http, service, signals, console);
            return EXIT_DONE;
        });
    // Rejected documents were reported; the service itself did not fail.
    return EXIT_DONE;
}

std::string check_url(const std::string& url) {
    const std::size_t host = url.find("://") + 3;
    if (!url.starts_with("https://") && !url.starts_with("http://"))
        return "a URL begins with https:// or http://";
    const std::size_t path = url.find('/', host);
    const bool has_path = path != url.npos && url.find_first_not_of('/', path) != url.npos;
    return has_path ? "the service has no path of its own; give a URL without one" : "";
}

}  // namespace

void add_serve_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ServeArguments>();
    CLI::App& command =
        *app.add_subcommand("serve", "Serve a page and an API for an index or files");
    declare(command.add_option("DB", arguments->paths,
                               "One or more Xapian indexes, served as one; or files"),
            FileUse::DATABASES)
        ->required();
    CLI::Option* const listen = add_option(command, "--listen", arguments->listen, "HOST:PORT",
                                           "Address to listen on; port 0 chooses a free one");
    CLI::Option* const decisions =
        add_option(command, "--decisions", arguments->decisions, "FILE",
                   "Let people decide; save decisions to FILE, for uniq and deduplicate");
    declare_output(command, decisions, FileUse::GROWING, DECISION_FILE);
    command.add_flag(
        "--read-only", arguments->is_read_only,
        "Do not add or delete documents; files and several indexes are always read-only");
    command
        .add_flag("--stdio", arguments->uses_stdio,
                  "Speak the Model Context Protocol on standard input and output instead")
        ->excludes(listen);
    declare(add_option(command, "--token", arguments->token, "FILE",
                       "Read the token for writes from FILE [default: a random one, printed]"),
            FileUse::FILES);
    add_option(command, "--public-url", arguments->public_url, "URL",
               "Address at which a proxy offers the service, such as https://search.example.org")
        ->check(check_url);
    arguments->files.add_to(command);
    console.add_threads_option(command);
    command.footer("descry serve harbour.db --stdio");
    finish_command(command, console, action,
                   [arguments, &console] { return run_serve(*arguments, console); });
}

}  // namespace descry
