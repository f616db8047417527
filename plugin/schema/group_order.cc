#include <charconv>

#include <descry/schema/group_order.h>

namespace descry {

GroupOrder parse_group_order(std::string_view text) {
    if (text == "first") return {GroupOrder::Rule::FIRST};
    if (text == "longest") return {GroupOrder::Rule::LONGEST};
    if (text == "shortest-url") return {GroupOrder::Rule::SHORTEST_ID};
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos) {
        const std::string_view name = text.substr(0, colon);
        const std::string_view number = text.substr(colon + 1);
        Xapian::valueno slot = 0;
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), slot);
        if (error == std::errc() && end == number.data() + number.size() &&
            slot != Xapian::BAD_VALUENO) {
            if (name == "newest" || name == "max") return {GroupOrder::Rule::GREATEST_VALUE, slot};
            if (name == "min") return {GroupOrder::Rule::LEAST_VALUE, slot};
        }
    }
    throw Xapian::InvalidArgumentError(
        "no order of groups: " + std::string(text) +
        " (first, longest, newest:SLOT, min:SLOT, max:SLOT or shortest-url)");
}

}  // namespace descry
