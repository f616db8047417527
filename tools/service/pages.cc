#include "tools/service/pages.h"

#include <fmt/format.h>

#include "engine/report/html_writer.h"
#include "engine/report/page.h"

namespace descry {

Answer Pages::answer(const Request& request) {
    throw RequestError(404, "no such page: " + request.path);
}

std::string Pages::failure(unsigned status, const std::string& message) {
    HtmlWriter to;
    begin_page(to, {fmt::format("{}: descry", status), "This cannot be shown", {}}, "");
    to.element("p", {}, message);
    to.end();
    return to.finish();
}

}  // namespace descry
