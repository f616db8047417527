#include "tools/input/parsing/member_path.h"

#include <algorithm>
#include <utility>

#include <boost/algorithm/string/replace.hpp>

namespace descry {

MemberPath::MemberPath(std::string text) : text_(std::move(text)) {
    if (text_.starts_with('/')) {
        read_pointer(std::string_view(text_).substr(1));
    } else {
        read_path(text_);
    }
    // An invalid path, such as one with an empty part, is a single name.
    if (steps_.empty()) add(text_, false);
}

bool MemberPath::leads_to_element(std::size_t number, std::size_t index) const {
    return steps_[number].is_any || steps_[number].name == std::to_string(index);
}

void MemberPath::add(std::string_view name, bool may_be_any) {
    Step step;
    step.name = name;
    step.is_any = may_be_any && name == "*";
    const bool is_number =
        !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
    step.is_element = step.is_any || is_number;
    steps_.push_back(std::move(step));
}

void MemberPath::read_pointer(std::string_view rest) {
    for (;;) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        std::string name(rest.substr(0, end));
        boost::algorithm::replace_all(name, "~1", "/");
        boost::algorithm::replace_all(name, "~0", "~");
        add(name, true);
        if (end == rest.size()) return;
        rest.remove_prefix(end + 1);
    }
}

void MemberPath::read_path(std::string_view rest) {
    if (rest.starts_with("$.") || rest.starts_with("$[")) rest.remove_prefix(1);
    if (rest.starts_with('.')) rest.remove_prefix(1);
    while (!rest.empty()) {
        const bool in_brackets = rest.starts_with('[');
        const std::size_t end = in_brackets ? rest.find(']') : rest.find_first_of(".[");
        if (in_brackets && end == std::string_view::npos) return steps_.clear();
        std::string_view name = rest.substr(0, end);
        rest.remove_prefix(std::min(in_brackets ? end + 1 : end, rest.size()));
        if (in_brackets) name.remove_prefix(1);
        const bool in_quotes = in_brackets && name.size() > 1 && name.front() == name.back() &&
                               (name.front() == '\'' || name.front() == '"');
        if (in_quotes) name = name.substr(1, name.size() - 2);
        if (name.empty()) return steps_.clear();
        add(name, !in_quotes);
        if (rest == ".") return steps_.clear();
        if (rest.starts_with('.')) rest.remove_prefix(1);
    }
}

}  // namespace descry
