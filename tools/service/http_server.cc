#include "tools/service/http_server.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <microhttpd.h>
#include <netdb.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "engine/hashing/coding.h"
#include "plugin/base/percent_encoding.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t MOST_BYTES_OF_HEADERS = 32768;
constexpr std::size_t MOST_BYTES_OF_DOCUMENTS = std::size_t{64} << 20;
constexpr std::size_t MOST_BYTES_OF_OTHERS = std::size_t{8} << 20;
constexpr unsigned SECONDS_OF_SILENCE = 30;
constexpr std::chrono::seconds MOST_OF_A_REQUEST(120);
// For clients to receive the last answers.
constexpr std::chrono::seconds MOST_OF_THE_END(5);
// For a request's headers, even if bytes arrive slowly.
constexpr std::chrono::seconds MOST_OF_HEADERS(60);
constexpr std::chrono::seconds BETWEEN_SWEEPS(5);
constexpr std::size_t MOST_WAITING = 1024;
constexpr rlim_t MOST_CONNECTIONS = 8192;
// Files opened by the index, its writer and the threads.
constexpr rlim_t OTHER_FILES = 256;

bool is_same_ascii(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) ==
               std::tolower(static_cast<unsigned char>(y));
    });
}

// Compares in constant time.
bool is_secret(std::string_view given, std::string_view secret) {
    if (secret.empty() || given.size() != secret.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < secret.size(); ++i)
        difference |= static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^
                                            static_cast<unsigned char>(secret[i]));
    return difference == 0;
}

// The host of "example.org:7700" or "[::1]:7700".
std::string_view host_of(std::string_view authority) {
    if (authority.starts_with('[')) return authority.substr(1, authority.find(']') - 1);
    return authority.substr(0, authority.find(':'));
}

bool is_address(std::string_view host) {
    unsigned char bytes[sizeof(in6_addr)];
    const std::string text(host);
    return ::inet_pton(AF_INET, text.c_str(), bytes) == 1 ||
           ::inet_pton(AF_INET6, text.c_str(), bytes) == 1;
}

// As many connections as files may be opened; raises that limit as far as possible.
unsigned connection_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 512;
    const rlim_t wanted = std::min(limit.rlim_max, MOST_CONNECTIONS + OTHER_FILES);
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted;
        if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) ::getrlimit(RLIMIT_NOFILE, &limit);
    }
    const rlim_t files = std::min(limit.rlim_cur, wanted);
    return static_cast<unsigned>(files > 2 * OTHER_FILES ? files - OTHER_FILES : files / 2);
}

struct AddressDeleter {
    void operator()(addrinfo* addresses) const { ::freeaddrinfo(addresses); }
};

}  // namespace

void parse_listen(const std::string& text, HttpOptions& options) {
    const std::size_t colon = text.rfind(':');
    const auto port = colon == text.npos
                          ? std::nullopt
                          : number_of<std::uint16_t>(std::string_view(text).substr(colon + 1));
    if (!port || colon == 0)
        throw std::invalid_argument(fmt::format("\"{}\" is not HOST:PORT", text));
    options.host = text.substr(0, colon);
    if (options.host.starts_with('[') && options.host.ends_with(']'))
        options.host = options.host.substr(1, options.host.size() - 2);
    options.port = *port;
}

bool is_loopback(const std::string& host) {
    in_addr four{};
    if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24) == 127;
    return host == "::1" || host == "localhost";
}

class HttpServer::Impl {
    struct Exchange {
        Request request;
        Answer answer;
        bool is_answered = false;
        bool is_sent = false;
        Clock::time_point begin = Clock::now();
    };

  public:
    Impl(const HttpOptions& options, Handler handle)
        : options_(options), handle_(std::move(handle)) {
        addrinfo hints{};
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        const int error = ::getaddrinfo(options.host.c_str(), std::to_string(options.port).c_str(),
                                        &hints, &found);
        if (error != 0)
            throw std::runtime_error(fmt::format("{}: {}", options.host, ::gai_strerror(error)));
        const std::unique_ptr<addrinfo, AddressDeleter> address(found);
        unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
        if (address->ai_family == AF_INET6) flags |= MHD_USE_IPv6;
        daemon_ = MHD_start_daemon(
            flags, 0, nullptr, nullptr, &Impl::on_request, this, MHD_OPTION_SOCK_ADDR,
            address->ai_addr, MHD_OPTION_CONNECTION_LIMIT, connection_limit(),
            MHD_OPTION_CONNECTION_TIMEOUT, SECONDS_OF_SILENCE, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
            MOST_BYTES_OF_HEADERS, MHD_OPTION_UNESCAPE_CALLBACK, &Impl::leave_escaped, nullptr,
            MHD_OPTION_NOTIFY_CONNECTION, &Impl::on_connection, this, MHD_OPTION_NOTIFY_COMPLETED,
            &Impl::on_completed, this, MHD_OPTION_EXTERNAL_LOGGER, &Impl::on_log, nullptr,
            MHD_OPTION_END);
        if (daemon_ == nullptr) {
            throw std::runtime_error(fmt::format("cannot listen on {}:{}: {}", options.host,
                                                 options.port, std::strerror(errno)));
        }
        options_.port = MHD_get_daemon_info(daemon_, MHD_DAEMON_INFO_BIND_PORT)->port;
        for (unsigned i = 0; i < options.threads; ++i)
            threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
        threads_.emplace_back([this](const std::stop_token& stop) { end_slow(stop); });
    }

    // Pending requests are answered, including writes, before connections end: each ends with its
    // answer. The library aborts if a request is pending when it stops.
    ~Impl() {
        MHD_quiesce_daemon(daemon_);
        {
            std::unique_lock lock(mutex_);
            is_ending_ = true;
            const auto wait = [this, &lock] {
                ended_.wait(lock, [this] { return unanswered_ == 0; });
            };
            wait();
            ended_.wait_for(lock, MOST_OF_THE_END, [this] { return sending_ == 0; });
            has_ended_ = true;
            wait();
        }
        threads_.clear();
        MHD_stop_daemon(daemon_);
    }

    std::string url() const {
        const bool is_ipv6 = options_.host.find(':') != std::string::npos;
        return fmt::format("http://{}{}{}:{}/", is_ipv6 ? "[" : "", options_.host,
                           is_ipv6 ? "]" : "", options_.port);
    }

  private:
    static void on_log(void* /*self*/, const char* /*format*/, va_list /*arguments*/) {}

    static MHD_Result on_request(void* self, MHD_Connection* connection, const char* path,
                                 const char* method, const char* /*version*/, const char* data,
                                 std::size_t* size, void** state) {
        auto& server = *static_cast<Impl*>(self);
        try {
            if (*state == nullptr) return server.begin(connection, path, method, state);
            auto& exchange = *static_cast<Exchange*>(*state);
            if (*size > 0) return take(exchange, data, size);
            return server.go_on(connection, exchange);
        } catch (const std::exception&) {  // no memory
            return MHD_NO;
        }
    }

    static void on_completed(void* self, MHD_Connection* connection, void** state,
                             MHD_RequestTerminationCode /*code*/) {
        auto& server = *static_cast<Impl*>(self);
        const std::unique_ptr<Exchange> exchange(static_cast<Exchange*>(*state));
        *state = nullptr;
        if (!exchange) return;
        {
            const std::lock_guard lock(server.mutex_);
            const auto found = server.without_request_.find(connection);
            if (found != server.without_request_.end()) found->second = Clock::now();
            if (exchange->is_sent) --server.sending_;
        }
        server.ended_.notify_all();
    }

    static void on_connection(void* self, MHD_Connection* connection, void** /*state*/,
                              MHD_ConnectionNotificationCode code) {
        auto& server = *static_cast<Impl*>(self);
        const std::lock_guard lock(server.mutex_);
        if (code == MHD_CONNECTION_NOTIFY_STARTED) {
            server.without_request_[connection] = Clock::now();
        } else {
            server.without_request_.erase(connection);
        }
    }

    // The library ends silent connections, but not slow ones.
    void end_slow(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            sweep_.wait_for(lock, stop, BETWEEN_SWEEPS, [] { return false; });
            for (const auto& [connection, since] : without_request_) {
                if (since == NEVER || Clock::now() - since < MOST_OF_HEADERS) continue;
                const MHD_ConnectionInfo* const info =
                    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
                if (info != nullptr) ::shutdown(info->connect_fd, SHUT_RDWR);
            }
        }
    }

    // The library would cut a path at %00.
    static std::size_t leave_escaped(void* /*self*/, MHD_Connection* /*connection*/, char* text) {
        return std::strlen(text);
    }

    static MHD_Result add_parameter(void* exchange, MHD_ValueKind /*kind*/, const char* name,
                                    std::size_t name_size, const char* value,
                                    std::size_t value_size) {
        static_cast<Exchange*>(exchange)->request.parameters.emplace_back(
            percent_decoded({name, name_size}),
            value == nullptr ? std::string() : percent_decoded({value, value_size}));
        return MHD_YES;
    }

    static std::string_view header(MHD_Connection* connection, const char* name) {
        const char* const value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
        return value == nullptr ? std::string_view() : std::string_view(value);
    }

    MHD_Result begin(MHD_Connection* connection, const char* path, const char* method,
                     void** state) {
        {
            const std::lock_guard lock(mutex_);
            without_request_[connection] = NEVER;
        }
        auto exchange = std::make_unique<Exchange>();
        Request& request = exchange->request;
        request.method = method;
        request.path = percent_decoded(path);
        if (request.method == "HEAD") request.method = "GET";  // its body is not sent
        MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, &Impl::add_parameter,
                                    exchange.get());
        check(connection, *exchange);
        *state = exchange.get();
        // Does not wait for the rest of the request.
        const bool is_rejected = exchange->is_answered;
        Exchange& kept = *exchange.release();
        return is_rejected ? send(connection, kept) : MHD_YES;
    }

    static void reject(Exchange& exchange, unsigned status, const std::string& message) {
        if (exchange.is_answered) return;
        exchange.answer = exchange.request.path.starts_with("/v1")
                              ? error_answer(status, message)
                              : Answer{status, "text/plain; charset=utf-8", message + "\n"};
        exchange.is_answered = true;
    }

    // Whether this name leads to our address.
    bool is_own(std::string_view authority) const {
        if (!options_.public_url.empty() &&
            is_same_ascii(
                authority,
                std::string_view(options_.public_url).substr(options_.public_url.find("://") + 3)))
            return true;
        const std::string_view host = host_of(authority);
        return is_address(host) || is_same_ascii(host, "localhost") ||
               is_same_ascii(host, options_.host);
    }

    void check(MHD_Connection* connection, Exchange& exchange) const {
        Request& request = exchange.request;
        const std::string_view host = header(connection, MHD_HTTP_HEADER_HOST);
        if (host.empty() || !is_own(host)) {
            return reject(exchange, 421,
                          "this name is not served here; see --public-url of descry serve");
        }
        constexpr std::string_view BEARER = "Bearer ";
        const std::string_view authorization = header(connection, MHD_HTTP_HEADER_AUTHORIZATION);
        // A proxy may use the Authorization header for its own users.
        const std::string_view bearer =
            is_same_ascii(authorization.substr(0, BEARER.size()), BEARER)
                ? authorization.substr(BEARER.size())
                : header(connection, "X-Descry-Token");
        if (is_secret(bearer, options_.token)) request.caller = Caller::PROGRAM;
        const auto token = std::ranges::find(request.parameters, "token",
                                             &std::pair<std::string, std::string>::first);
        if (token != request.parameters.end()) {
            if (request.caller == Caller::READER && is_secret(token->second, options_.page_token))
                request.caller = Caller::PAGE;
            request.parameters.erase(token);
        }
        if (request.method == "GET") return;
        const std::string_view origin = header(connection, "Origin");
        const std::size_t scheme = origin.find("://");
        const bool is_foreign =
            !origin.empty() &&
            (scheme == origin.npos ||
             (!is_same_ascii(origin.substr(scheme + 3), host) &&
              !(!options_.public_url.empty() && is_same_ascii(origin, options_.public_url))));
        if (is_foreign || header(connection, "Sec-Fetch-Site") == "cross-site")
            return reject(exchange, 403, "a page of another origin may not write here");
        const auto length =
            number_of<std::uint64_t>(header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH));
        if (length && *length > most_bytes(request)) reject_body(exchange);
    }

    static std::size_t most_bytes(const Request& request) {
        return request.path == "/v1/documents" ? MOST_BYTES_OF_DOCUMENTS : MOST_BYTES_OF_OTHERS;
    }

    static void reject_body(Exchange& exchange) {
        reject(exchange, 413,
               fmt::format("the body of {} may have at most {} bytes", exchange.request.path,
                           grouped_digits(most_bytes(exchange.request))));
    }

    static MHD_Result take(Exchange& exchange, const char* data, std::size_t* size) {
        if (Clock::now() - exchange.begin > MOST_OF_A_REQUEST) return MHD_NO;
        std::string& body = exchange.request.body;
        if (!exchange.is_answered && body.size() + *size > most_bytes(exchange.request)) {
            reject_body(exchange);
            body = {};
        }
        if (!exchange.is_answered) body.append(data, *size);
        *size = 0;
        return MHD_YES;
    }

    MHD_Result go_on(MHD_Connection* connection, Exchange& exchange) {
        if (exchange.is_answered) return send(connection, exchange);
        {
            const std::lock_guard lock(mutex_);
            if (waiting_.size() < MOST_WAITING && !has_ended_) {
                ++unanswered_;
                MHD_suspend_connection(connection);
                waiting_.emplace_back(connection, &exchange);
                changed_.notify_one();
                return MHD_YES;
            }
        }
        reject(exchange, 503, "too many requests are waiting, or the service is stopping");
        return send(connection, exchange);
    }

    void work(const std::stop_token& stop) {
        for (;;) {
            std::pair<MHD_Connection*, Exchange*> next;
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, stop, [this] { return !waiting_.empty(); });
                if (waiting_.empty()) return;
                next = waiting_.front();
                waiting_.pop_front();
            }
            handle_(std::move(next.second->request), [this, next](Answer answer) {
                next.second->answer = std::move(answer);
                next.second->is_answered = true;
                MHD_resume_connection(next.first);
                // Once the lock is free, this object may be gone.
                const std::lock_guard lock(mutex_);
                --unanswered_;
                ended_.notify_all();
            });
        }
    }

    MHD_Result send(MHD_Connection* connection, Exchange& exchange) {
        const Answer& answer = exchange.answer;
        MHD_Response* const response = MHD_create_response_from_buffer(
            answer.body.size(), const_cast<char*>(answer.body.data()), MHD_RESPMEM_MUST_COPY);
        if (response == nullptr) return MHD_NO;
        const auto add = [response](const char* name, const std::string& value) {
            MHD_add_response_header(response, name, value.c_str());
        };
        add(MHD_HTTP_HEADER_CONTENT_TYPE, answer.type);
        add("X-Content-Type-Options", "nosniff");
        add("Referrer-Policy", "same-origin");
        add("Cross-Origin-Resource-Policy", "same-origin");
        add(MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
        add("Content-Security-Policy", answer.type.starts_with("text/html")
                                           ? "frame-ancestors 'none'"
                                           : "default-src 'none'; frame-ancestors 'none'");
        if (!answer.location.empty()) add(MHD_HTTP_HEADER_LOCATION, answer.location);
        if (!answer.allow.empty()) add(MHD_HTTP_HEADER_ALLOW, answer.allow);
        if (answer.status == 401) add(MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
        {
            const std::lock_guard lock(mutex_);
            ++sending_;
            if (is_ending_) add(MHD_HTTP_HEADER_CONNECTION, "close");
        }
        exchange.is_sent = true;
        const MHD_Result result = MHD_queue_response(connection, answer.status, response);
        MHD_destroy_response(response);
        return result;
    }

    HttpOptions options_;
    Handler handle_;
    MHD_Daemon* daemon_ = nullptr;
    std::mutex mutex_;
    // Used by work(), the end, and end_slow(): waking one must not miss another.
    std::condition_variable_any changed_;
    std::condition_variable_any ended_;
    std::condition_variable_any sweep_;
    std::deque<std::pair<MHD_Connection*, Exchange*>> waiting_;
    std::size_t unanswered_ = 0;
    std::size_t sending_ = 0;
    bool is_ending_ = false;
    bool has_ended_ = false;
    // Since when each connection has no request with complete headers; NEVER if it has one.
    std::map<MHD_Connection*, Clock::time_point> without_request_;
    static constexpr Clock::time_point NEVER = Clock::time_point::max();
    std::vector<std::jthread> threads_;
};

HttpServer::HttpServer(const HttpOptions& options, Handler handle)
    : impl_(std::make_unique<Impl>(options, std::move(handle))) {}

HttpServer::~HttpServer() = default;

std::string HttpServer::url() const {
    return impl_->url();
}

}  // namespace descry
