/** @file request.h
 *  @brief Requests and answers of the service, independent of transport.
 */
#ifndef DESCRY_TOOLS_SERVICE_REQUEST_H
#define DESCRY_TOOLS_SERVICE_REQUEST_H

#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace descry {

enum class Caller {
    READER,   ///< anybody
    PAGE,     ///< a page written by this service, which may decide
    PROGRAM,  ///< has the token for writes
};

struct Request {
    std::string method = "GET";
    /// Percent-decoded.
    std::string path;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::string body;
    Caller caller = Caller::READER;
};

struct Answer {
    unsigned status = 200;
    std::string type = "application/json";
    std::string body;
    /// Target of a redirect with status 303.
    std::string location = {};
    /// Allowed methods, with status 405.
    std::string allow = {};
};

/// With status 200.
Answer json_answer(const nlohmann::ordered_json& json);

/// An integral number, such as 2.0, as an integer; any other value unchanged.
nlohmann::ordered_json whole_number(const nlohmann::ordered_json& value);

/// {"error": {"status", "message"}}
Answer error_answer(unsigned status, const std::string& message);

/// Receives the answer to a request, from any thread.
using Reply = std::function<void(Answer)>;

/// A request that cannot be answered, and whose fault that is.
class RequestError : public std::runtime_error {
  public:
    /// @param allow Answer::allow
    RequestError(unsigned status, const std::string& message, std::string allow = {})
        : std::runtime_error(message), status_(status), allow_(std::move(allow)) {}
    unsigned status() const { return status_; }
    const std::string& allow() const { return allow_; }

  private:
    unsigned status_;
    std::string allow_;
};

/// @param methods comma-separated. @throws RequestError the request has another
void require(const Request& request, const std::string& methods);

struct ErrorFacts {
    unsigned status = 500;
    std::string message;
    std::string allow = {};
};

/// Describes the exception being handled: an unreadable index is not the caller's fault.
ErrorFacts current_error();

/// The parameters of a request; tracks which are used.
class Parameters {
  public:
    explicit Parameters(const Request& request) : given_(request.parameters) {}

    /// The value; @a otherwise if absent.
    /// @throws RequestError it is given twice
    std::string text(std::string_view name, std::string_view otherwise = {});
    /// All values, split at commas if @a is_list.
    std::vector<std::string> all(std::string_view name, bool is_list = false);
    /// @throws RequestError not a number, or out of range
    std::uint64_t number(std::string_view name, std::uint64_t otherwise, std::uint64_t least,
                         std::uint64_t most);
    /// @throws RequestError not a number from 0 to 1
    double share(std::string_view name, double otherwise);
    /// The value. @throws RequestError there is none
    std::string required(std::string_view name);

    /// @throws RequestError names an unused parameter
    void reject_others() const;

  private:
    const std::vector<std::pair<std::string, std::string>>& given_;
    std::set<std::string, std::less<>> known_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_REQUEST_H
