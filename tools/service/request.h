/** @file request.h
 *  @brief What the service is asked, and what it answers, over whatever it is asked.
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

/// Who asks.
enum class Caller {
    READER,   ///< anybody
    PAGE,     ///< the page that this service wrote, which may decide
    PROGRAM,  ///< who has the token for writes
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
    /// Where to go instead, of status 303.
    std::string location = {};
    /// The methods that are taken, of status 405.
    std::string allow = {};
};

/// Of status 200.
Answer json_answer(const nlohmann::ordered_json& json);

/// A number that is whole, such as 2.0, as an integer; any other value as it is.
nlohmann::ordered_json whole_number(const nlohmann::ordered_json& value);

/// {"error": {"status", "message"}}
Answer error_answer(unsigned status, const std::string& message);

/// Takes the answer to a request, from whatever thread has it.
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

/// @param methods with commas. @throws RequestError the request has another
void require(const Request& request, const std::string& methods);

/// What an answer says of an exception.
struct ErrorFacts {
    unsigned status = 500;
    std::string message;
    std::string allow = {};
};

/// Of the exception that is being handled: a request is the caller's fault, an index that cannot be
/// read is not.
ErrorFacts current_error();

/// The parameters of a request, each of which somebody has to ask for.
class Parameters {
  public:
    explicit Parameters(const Request& request) : given_(request.parameters) {}

    /// The value; @a otherwise where there is none.
    /// @throws RequestError it is given twice
    std::string text(std::string_view name, std::string_view otherwise = {});
    /// All values, also of a list with commas where @a is_list.
    std::vector<std::string> all(std::string_view name, bool is_list = false);
    /// @throws RequestError no number, or out of the range
    std::uint64_t number(std::string_view name, std::uint64_t otherwise, std::uint64_t least,
                         std::uint64_t most);
    /// @throws RequestError no number from 0 to 1
    double share(std::string_view name, double otherwise);
    /// The value. @throws RequestError there is none
    std::string required(std::string_view name);

    /// @throws RequestError naming a parameter that nobody asked for
    void refuse_others() const;

  private:
    const std::vector<std::pair<std::string, std::string>>& given_;
    std::set<std::string, std::less<>> known_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_REQUEST_H
