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
    /// 0: one that is free.
    std::uint16_t port = 7700;
    /// As browsers call the service behind a proxy (https://search.example.org); empty: as it
    /// listens.
    std::string public_url = {};
    /// Of Caller::PROGRAM: the header Authorization: Bearer TOKEN, or X-Descry-Token.
    std::string token = {};
    /// Of Caller::PAGE: the parameter `token`.
    std::string page_token = {};
    /// Threads that answer.
    unsigned threads = 2;
};

/// The two parts of HOST:PORT; an address of IPv6 stands in brackets.
/// @throws std::invalid_argument it is none
void parse_listen(const std::string& text, HttpOptions& options);

/// Whether only programs of this machine reach it.
bool is_loopback(const std::string& host);

/// Listens until it is destroyed.
///
/// Requests of foreign pages are refused: the header Host has to name the address that is listened
/// on, or the public URL, so that no other name leads here; a request that writes comes from no
/// other Origin. What a client may hold is bounded: 32 KiB of headers, 64 MiB of a body of
/// documents and 8 MiB of others, 30 seconds without a byte, 120 seconds for a whole request, and
/// connections by the limit of open files.
class HttpServer {
  public:
    using Handler = std::function<void(Request, Reply)>;

    /// @param handle is called from several threads; the reply may come from any
    /// @throws std::runtime_error the address cannot be listened on
    HttpServer(const HttpOptions& options, Handler handle);
    /// Takes no further request, and waits for what was begun.
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
