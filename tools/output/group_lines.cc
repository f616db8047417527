#include "tools/output/group_lines.h"

#include <iterator>

#include <fmt/format.h>

#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

GroupLine::GroupLine(std::string_view key, std::uint64_t size, std::string_view model)
    : is_exact_(!model.empty()) {
    line_ = fmt::format("{{\"key\":{},\"size\":{},", json_string(key), size);
    if (is_exact_) line_ += fmt::format("\"model\":{},", json_string(model));
    line_ += "\"members\":[";
}

void GroupLine::add(const PrintedMember& member) {
    const auto out = std::back_inserter(line_);
    fmt::format_to(out, "{}{{\"docid\":{},\"id\":{},\"head\":{},\"similarity\":{}",
                   is_first_ ? "" : ",", member.docid ? fmt::to_string(*member.docid) : "null",
                   json_string(member.id), is_first_,
                   member.distance ? json_number(rounded(similarity(*member.distance))) : "null");
    if (member.relation != Relation::NEAR)
        fmt::format_to(out, ",\"relation\":\"{}\"", name_of(member.relation));
    if (is_exact_ && member.distance) {
        fmt::format_to(out, ",\"distance\":{}", json_number(share_of(*member.distance)));
    }
    if (is_exact_ && member.content_hash)
        fmt::format_to(out, ",\"content\":\"{:016x}\"", *member.content_hash);
    if (member.title) fmt::format_to(out, ",\"title\":{}", json_string(*member.title));
    if (member.verified) fmt::format_to(out, ",\"verified\":\"{}\"", name_of(*member.verified));
    line_ += '}';
    is_first_ = false;
}

std::string GroupLine::finish() {
    line_ += "]}\n";
    return std::move(line_);
}

}  // namespace descry
