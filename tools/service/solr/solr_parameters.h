/** @file solr_parameters.h
 *  @brief The parameters of a Solr request, and the local parameters `{!name a=b}` of one value.
 */
#ifndef DESCRY_TOOLS_SERVICE_SOLR_PARAMETERS_H
#define DESCRY_TOOLS_SERVICE_SOLR_PARAMETERS_H

#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace descry {

/// A request that is not supported; names the parameter and the reason.
class SolrRefused : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// Names and values in the order of the request, with repeated names.
class SolrParameters {
  public:
    SolrParameters() = default;
    explicit SolrParameters(std::vector<std::pair<std::string, std::string>> pairs);

    std::optional<std::string> get(std::string_view name) const;
    std::string get(std::string_view name, std::string_view otherwise) const;
    std::vector<std::string> all(std::string_view name) const;
    bool flag(std::string_view name) const;

    /// @throws SolrRefused the value is not an integer in int's range
    int number(std::string_view name, int otherwise) const;

    /// @throws SolrRefused names a parameter unknown to searches, or one with an unsupported value
    void check() const;

    const std::vector<std::pair<std::string, std::string>>& pairs() const { return pairs_; }

  private:
    std::vector<std::pair<std::string, std::string>> pairs_;
};

/// @throws SolrRefused not an integer, with @a name in the message
int parse_int(std::string_view name, const std::string& text);

/// `{!collapse field=sig sort='price asc'}rest`.
struct LocalParameters {
    /// "collapse"; empty if the value has none and is all `rest`.
    std::string type;
    std::map<std::string, std::string, std::less<>> values;
    std::string rest;

    /// Empty if absent, which Solr treats the same.
    std::string get(std::string_view name) const;

    /// @throws SolrRefused names one that is not in @a known
    void reject_others(std::initializer_list<std::string_view> known) const;
};

/// @throws SolrRefused they have no end
LocalParameters parse_local(std::string_view text);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SOLR_PARAMETERS_H
