/** @file http_server.h
 *  @brief Carries requests and answers over HTTP/1.1.
 */
#ifndef DESCRY_TOOLS_SERVICE_HTTP_SERVER_H
#define DESCRY_TOOLS_SERVICE_HTTP_SERVER_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "tools/service/request.h"

namespace descry {

struct HttpOptions {
    std::string host = "127.0.0.1";
    /// 0: a free port.
    std::uint16_t port = 7700;
    /// The address for browsers behind a proxy (https://search.example.org); empty: as it listens.
    std::string public_url = {};
    /// Of Caller::PROGRAM: the header Authorization: Bearer TOKEN, or X-Descry-Token.
    std::string token = {};
    /// Of Caller::PAGE: the parameter `token`.
    std::string page_token = {};
    unsigned threads = 2;
};

/// Splits HOST:PORT; IPv6 addresses are in brackets.
/// @throws std::invalid_argument invalid
void parse_listen(const std::string& text, HttpOptions& options);

/// Whether only programs on this machine can reach it.
bool is_loopback(const std::string& host);

/// Rejects requests of foreign pages: the header Host must name the listening address or the public
/// URL; requests that write must not have another Origin. Limits per client: 32 KiB of headers, 64
/// MiB for a body of documents and 8 MiB for others, 30 seconds without a byte, 120 seconds for a
/// whole request, and connections by the limit of open files.
class HttpServer {
  public:
    using Handler = std::function<void(Request, Reply)>;

    /// @param handle called by several threads; any thread may reply
    /// @throws std::runtime_error cannot listen on the address
    HttpServer(const HttpOptions& options, Handler handle);
    /// Accepts no further requests, and waits for those in progress.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// "http://127.0.0.1:7700/".
    std::string url() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_HTTP_SERVER_H
