/** @file parameters.h
 *  @brief The parameters of a Solr request, and the local parameters `{!name a=b}` of one value.
 */
#ifndef DESCRY_TESTS_SOLR_PARAMETERS_H
#define DESCRY_TESTS_SOLR_PARAMETERS_H

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace descry::testing {

/// A request that is not carried out, and why; names the parameter.
class Refused : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Names and values in the order of the request; a name may come several times.
class Parameters {
  public:
    Parameters() = default;
    explicit Parameters(std::vector<std::pair<std::string, std::string>> pairs);

    /// The first value, or nullopt.
    std::optional<std::string> get(std::string_view name) const;
    std::string get(std::string_view name, std::string_view otherwise) const;
    std::vector<std::string> all(std::string_view name) const;
    bool flag(std::string_view name) const;

    /// @throws Refused where the value is no whole number of int's range
    int number(std::string_view name, int otherwise) const;

    const std::vector<std::pair<std::string, std::string>>& pairs() const { return pairs_; }

  private:
    std::vector<std::pair<std::string, std::string>> pairs_;
};

/// A whole number, or Refused with @a name in the message.
int parse_int(std::string_view name, const std::string& text);

/// `{!collapse field=sig sort='price asc'}rest`.
struct LocalParameters {
    /// "collapse"; empty where the value has none and is all `rest`.
    std::string type;
    std::map<std::string, std::string, std::less<>> values;
    std::string rest;

    /// Empty where it is absent, which Solr takes for the same.
    std::string get(std::string_view name) const;
};

/// @throws Refused where they do not end
LocalParameters parse_local(std::string_view text);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_SOLR_PARAMETERS_H
