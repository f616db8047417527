#include "engine/keys/field_values.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include <descry/hashing/hash.h>

#include "engine/hashing/coding.h"
#include "engine/mechanics/merged.h"

namespace descry {

namespace {

constexpr std::size_t MOST_BYTES_SHOWN = 200;

void append_text(std::string& bytes, std::string_view text) {
    append_varint(bytes, text.size());
    bytes += text;
}

std::string take_text(std::string_view& bytes) {
    std::string text(bytes.substr(0, take_varint(bytes).value_or(0)));
    bytes.remove_prefix(text.size());
    return text;
}

}  // namespace

FieldValues field_values(std::vector<std::pair<std::string, std::string>> values) {
    std::ranges::stable_sort(values, {}, &FieldValues::value_type::first);
    FieldValues result;
    for (auto first = values.begin(); first != values.end();) {
        const auto last = std::find_if(
            first, values.end(), [&](const auto& other) { return other.first != first->first; });
        result.push_back(std::move(*first));
        if (last - first > 1) {
            nlohmann::json all = nlohmann::json::array({std::move(result.back().second)});
            while (++first != last)
                all.push_back(std::move(first->second));
            result.back().second =
                all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        }
        first = last;
    }
    return result;
}

std::uint64_t apart_value_with(std::uint64_t before, std::string_view field,
                               std::optional<std::string_view> value) {
    std::string bytes(1, value ? '\1' : '\0');
    append_text(bytes, field);
    if (value) bytes += *value;
    return std::max<std::uint64_t>(hash64(bytes, before), 1);
}

std::uint64_t apart_value_of(const FieldValues& values, std::span<const std::string> fields) {
    std::uint64_t apart = NO_FIELDS;
    for (const std::string& field : fields) {
        const auto found =
            std::ranges::lower_bound(values, field, {}, &FieldValues::value_type::first);
        const bool is_there = found != values.end() && found->first == field;
        apart = apart_value_with(
            apart, field, is_there ? std::optional<std::string_view>(found->second) : std::nullopt);
    }
    return apart;
}

std::vector<FieldDifference> differing_fields(const FieldValues& a, const FieldValues& b) {
    std::vector<FieldDifference> differences;
    using Field = FieldValues::value_type;
    for_each_of_both(a, b, &Field::first, [&](const Field* of_a, const Field* of_b) {
        const auto value = [](const Field* field) {
            return field == nullptr ? std::nullopt : std::optional(field->second);
        };
        if (value(of_a) != value(of_b))
            differences.push_back({(of_a ? of_a : of_b)->first, value(of_a), value(of_b)});
    });
    std::ranges::stable_partition(
        differences, [](const FieldDifference& one) { return one.name == ATTACHMENTS_FIELD; });
    return differences;
}

bool are_of_attachments(const std::vector<FieldDifference>& differences) {
    return !differences.empty() && differences.front().name == ATTACHMENTS_FIELD;
}

FieldValues shortened(FieldValues values) {
    for (auto& [name, value] : values) {
        if (value.size() <= MOST_BYTES_SHOWN) continue;
        const std::string rest =
            "… (" + std::to_string(value.size()) + " bytes, hash " + to_hex(hash64(value)) + ")";
        std::size_t size = MOST_BYTES_SHOWN;
        while (size > 0 && (static_cast<unsigned char>(value[size]) & 0xc0) == 0x80)
            --size;
        value.resize(size);
        value += rest;
    }
    return values;
}

std::string no_such_field(const std::string& field, const std::set<std::string>& names) {
    constexpr std::size_t MOST_NAMED = 30;
    std::string message = "no document has the field or column \"" + field + "\"; " +
                          (names.empty() ? "found none besides id and text" : "found: ");
    std::size_t named = 0;
    for (const std::string& name : names) {
        if (named == MOST_NAMED) return message + ", ...";
        message += (named == 0 ? "" : ", ") + name;
        ++named;
    }
    return message;
}

std::string encode_field_values(const FieldValues& values) {
    std::string bytes;
    for (const auto& [name, value] : values) {
        append_text(bytes, name);
        append_text(bytes, value);
    }
    return bytes;
}

FieldValues decode_field_values(std::string_view bytes) {
    FieldValues values;
    while (!bytes.empty()) {
        std::string name = take_text(bytes);
        values.emplace_back(std::move(name), take_text(bytes));
    }
    return values;
}

}  // namespace descry
