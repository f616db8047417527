#include "output/page.h"

namespace descry {

void begin_page(MarkupWriter& to, const std::string& title, const std::string& style) {
    static const std::string STYLE_OF_ALL =
        "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;padding:0 1em;"
        "color:#222;background:#fff}"
        "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
        "th,td{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}"
        "th:first-child,td:first-child{text-align:left}small{color:#555}";
    to.begin("html", {{"lang", "en"}});
    to.begin("head");
    to.element("meta", {{"charset", "utf-8"}});
    to.element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    to.element("meta", {{"name", "generator"}, {"content", "descry"}});
    to.element("title", {}, title);
    to.element("style", {}, STYLE_OF_ALL + style);
    to.end();
    to.begin("body");
}

}  // namespace descry
