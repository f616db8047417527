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

/// A request that is not carried out, and why; names the parameter.
class SolrRefused : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// Names and values in the order of the request; a name may come several times.
class SolrParameters {
  public:
    SolrParameters() = default;
    explicit SolrParameters(std::vector<std::pair<std::string, std::string>> pairs);

    /// The first value, or nullopt.
    std::optional<std::string> get(std::string_view name) const;
    std::string get(std::string_view name, std::string_view otherwise) const;
    std::vector<std::string> all(std::string_view name) const;
    bool flag(std::string_view name) const;

    /// @throws SolrRefused where the value is no whole number of int's range
    int number(std::string_view name, int otherwise) const;

    /// @throws SolrRefused naming one that no search has, or one with a value that only others have
    void check() const;

    const std::vector<std::pair<std::string, std::string>>& pairs() const { return pairs_; }

  private:
    std::vector<std::pair<std::string, std::string>> pairs_;
};

/// A whole number, or SolrRefused with @a name in the message.
int parse_int(std::string_view name, const std::string& text);

/// `{!collapse field=sig sort='price asc'}rest`.
struct LocalParameters {
    /// "collapse"; empty where the value has none and is all `rest`.
    std::string type;
    std::map<std::string, std::string, std::less<>> values;
    std::string rest;

    /// Empty where it is absent, which Solr takes for the same.
    std::string get(std::string_view name) const;

    /// @throws SolrRefused naming one that is not @a known
    void refuse_others(std::initializer_list<std::string_view> known) const;
};

/// @throws SolrRefused where they do not end
LocalParameters parse_local(std::string_view text);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SOLR_PARAMETERS_H
