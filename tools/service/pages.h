/** @file pages.h
 *  @brief The pages of the service, for people: search, groups, pairs, decisions.
 */
#ifndef DESCRY_TOOLS_SERVICE_PAGES_H
#define DESCRY_TOOLS_SERVICE_PAGES_H

#include <string>

#include "tools/service/request.h"
#include "tools/service/service.h"

namespace descry {

/// Makes one page.
class Pages {
  public:
    explicit Pages(Service& service) : service_(service) {}

    /// @throws RequestError no such page
    Answer answer(const Request& request);

    /// A page that says what went wrong.
    static std::string failure(unsigned status, const std::string& message);

  private:
    Service& service_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_PAGES_H
