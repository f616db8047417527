#include "tools/input/parsing/json_members.h"

#include <algorithm>
#include <iterator>

namespace descry {

namespace {

namespace ondemand = simdjson::ondemand;

// Nested arrays and objects; bounds the stack.
constexpr int MAX_DEPTH = 1024;

// The path step for all elements.
const std::string ANY_ELEMENT = "[*]";

std::size_t skip_digits(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] >= '0' && text[at] <= '9')
        ++at;
    return at;
}

// RFC 8259, section 6. simdjson's own check would reject numbers beyond 64 bits.
bool is_json_number(std::string_view text) {
    std::size_t at = text.starts_with('-') ? 1 : 0;
    std::size_t end = skip_digits(text, at);
    if (end == at || (text[at] == '0' && end - at > 1)) return false;
    if (end < text.size() && text[end] == '.') {
        at = end + 1;
        end = skip_digits(text, at);
        if (end == at) return false;
    }
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        at = end + 1;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        end = skip_digits(text, at);
        if (end == at) return false;
    }
    return end == text.size();
}

std::string_view read_number(ondemand::value value) {
    // simdjson's token extends to the next one.
    std::string_view number = value.raw_json_token();
    number = number.substr(0, number.find_last_not_of(" \t\r\n") + 1);
    if (!is_json_number(number)) throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
    return number;
}

void read_null(ondemand::value value) {
    const bool is_null = value.is_null();
    if (!is_null) throw simdjson::simdjson_error(simdjson::N_ATOM_ERROR);
}

void check(ondemand::value value, int depth);

}  // namespace

JsonScalar read_scalar(ondemand::value value, ondemand::json_type type, int depth) {
    switch (type) {
        case ondemand::json_type::string:
            return {InputValue::Kind::STRING, value.get_string()};
        case ondemand::json_type::number:
            return {InputValue::Kind::NUMBER, read_number(value)};
        case ondemand::json_type::boolean:
            return {InputValue::Kind::BOOLEAN, value.get_bool() ? "true" : "false"};
        case ondemand::json_type::null:
            read_null(value);
            return {InputValue::Kind::NOTHING, {}};
        default:
            check(value, depth);
            return {};
    }
}

namespace {

// Reads an unused value to its end, because simdjson only validates what is read, and no depth.
// `depth` is the number of arrays and objects around the value.
void check(ondemand::value value, int depth) {
    const ondemand::json_type type = value.type();
    if (type != ondemand::json_type::object && type != ondemand::json_type::array) {
        read_scalar(value, type, depth);
        return;
    }
    if (depth == MAX_DEPTH) throw simdjson::simdjson_error(simdjson::DEPTH_ERROR);
    if (type == ondemand::json_type::array) {
        ondemand::array array = value.get_array();
        for (ondemand::value element : array)
            check(element, depth + 1);
        return;
    }
    ondemand::object object = value.get_object();
    for (ondemand::field member : object) {
        [[maybe_unused]] const std::string_view name = member.unescaped_key();
        check(member.value(), depth + 1);
    }
}

void follow_step(ondemand::value value, const std::string& step, const WaysToMembers& ways,
                 int depth, OtherMembers* beside) {
    if (beside == nullptr)
        return ways.empty() ? check(value, depth) : follow(value, ways, depth, beside);
    const std::size_t size = beside->path.size();
    beside->path += step;
    if (ways.empty()) {
        beside->take(beside->path, beside->element, value, depth);
    } else {
        const std::size_t element = beside->element;
        if (step == ANY_ELEMENT) beside->element = ++beside->elements[beside->path];
        follow(value, ways, depth, beside);
        beside->element = element;
    }
    beside->path.resize(size);
}

void follow_into_array(ondemand::value value, const WaysToMembers& ways, int depth,
                       OtherMembers* beside) {
    for (const WayToMember& way : ways) {
        // A list in a list is not text; an empty one is like null.
        if (way.has_arrived()) {
            const bool is_nested = way.is_in_list || !way.wanted->takes_parts;
            way.wanted->take(
                {is_nested ? InputValue::Kind::NESTED : InputValue::Kind::NOTHING, {}});
        }
    }
    std::size_t index = 0;
    ondemand::array array = value.get_array();
    for (ondemand::value element : array) {
        WaysToMembers next;
        bool is_any = false;
        for (WayToMember way : ways) {
            way.is_element = true;
            if (way.has_arrived()) {
                way.is_in_list = true;
                is_any = true;
            } else if (way.wanted->path.is_element(way.step)) {
                if (!way.wanted->path.leads_to_element(way.step, index)) continue;
                is_any = is_any || way.wanted->path.leads_to(way.step, "*");
                ++way.step;
            } else {
                is_any = true;
            }
            next.push_back(way);
        }
        follow_step(element, is_any ? ANY_ELEMENT : "[" + std::to_string(index) + "]", next,
                    depth + 1, beside);
        ++index;
    }
}

void follow_into_object(ondemand::value value, const WaysToMembers& ways, int depth,
                        OtherMembers* beside) {
    for (const WayToMember& way : ways) {
        if (!way.has_arrived()) continue;
        const bool is_part = way.is_in_list && way.wanted->takes_parts;
        way.wanted->take({is_part ? InputValue::Kind::NOTHING : InputValue::Kind::NESTED, {}});
    }
    ondemand::object object = value.get_object();
    for (ondemand::field member : object) {
        const std::string_view name = member.unescaped_key();
        WaysToMembers next;
        for (WayToMember way : ways) {
            way.is_element = false;
            if (way.has_arrived()) {
                const bool is_text = way.is_in_list && way.wanted->takes_parts &&
                                     std::ranges::find(PART_NAMES, name) != std::end(PART_NAMES);
                way.is_in_list = false;
                if (is_text) next.push_back(way);
                continue;
            }
            if (!way.wanted->path.leads_to(way.step, name)) continue;
            ++way.step;
            next.push_back(way);
        }
        const std::string step = beside != nullptr ? "." + std::string(name) : std::string();
        follow_step(member.value(), step, next, depth + 1, beside);
    }
}

}  // namespace

void follow(ondemand::value value, const WaysToMembers& ways, int depth, OtherMembers* beside) {
    const ondemand::json_type type = value.type();
    const bool is_array = type == ondemand::json_type::array;
    if (!is_array && type != ondemand::json_type::object) {
        const auto is_wanted = [type](const WayToMember& way) {
            const WantedMember& wanted = *way.wanted;
            const bool may_stand_for_it = wanted.takes_parts && type == ondemand::json_type::string;
            return way.has_arrived() ||
                   (may_stand_for_it && (way.is_element || wanted.path.is_element(way.step)));
        };
        if (beside != nullptr && std::ranges::none_of(ways, is_wanted))
            return beside->take(beside->path, beside->element, value, depth);
        const JsonScalar scalar = read_scalar(value, type, depth);
        for (const WayToMember& way : ways)
            if (is_wanted(way)) way.wanted->take(scalar);
        return;
    }
    if (depth == MAX_DEPTH) throw simdjson::simdjson_error(simdjson::DEPTH_ERROR);
    if (is_array) return follow_into_array(value, ways, depth, beside);
    follow_into_object(value, ways, depth, beside);
}

void WantedMember::take(const JsonScalar& scalar) {
    using Kind = InputValue::Kind;
    if (scalar.kind == Kind::NOTHING) {
        if (!kind) kind = Kind::NOTHING;
        return;
    }
    const bool is_mixed = values != 0 && kind != scalar.kind;
    kind = is_mixed ? Kind::NESTED : scalar.kind;
    if (values++ != 0) text += '\n';
    text += scalar.text;
}

}  // namespace descry
