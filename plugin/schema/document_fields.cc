#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <descry/schema/document_fields.h>

namespace descry {

namespace {

struct TypeName {
    ValueType type;
    std::string_view name;
};

constexpr std::array TYPE_NAMES = {
    TypeName{ValueType::STRING, "string"},
    TypeName{ValueType::NUMBER, "number"},
    TypeName{ValueType::DATE, "date"},
};

template <class Field>
const Field* find(const std::vector<Field>& fields, std::string_view name) {
    const auto at = std::lower_bound(
        fields.begin(), fields.end(), name,
        [](const Field& field, std::string_view wanted) { return field.name < wanted; });
    return at != fields.end() && at->name == name ? &*at : nullptr;
}

template <class Field>
void insert(std::vector<Field>& fields, const Field& field) {
    fields.insert(std::upper_bound(
                      fields.begin(), fields.end(), field,
                      [](const Field& one, const Field& other) { return one.name < other.name; }),
                  field);
}

void check_name(std::string_view name) {
    if (name.empty()) throw Xapian::InvalidArgumentError("a field has no name");
}

std::optional<double> parse_number(std::string_view text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || !std::isfinite(number)) return std::nullopt;
    return number;
}

class DateReader {
  public:
    explicit DateReader(std::string_view text) : rest_(text) {}

    std::optional<double> read() {
        const int year = number(4);
        const auto month = static_cast<unsigned>(take('-') ? number(2) : bad());
        const auto day = static_cast<unsigned>(take('-') ? number(2) : bad());
        const auto date =
            std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
        if (!good_ || !date.ok()) return std::nullopt;
        const auto days = std::chrono::sys_days(date).time_since_epoch().count();
        const double seconds = rest_.empty() ? 0 : time();
        if (!good_ || !rest_.empty()) return std::nullopt;
        return static_cast<double>(days) * 86400 + seconds;
    }

  private:
    double time() {
        if (!take('T')) bad();
        const int hour = number(2);
        const int minute = take(':') ? number(2) : bad();
        double second = 0;
        if (take(':')) {
            second = number(2);
            if (take('.')) second += fraction();
        }
        // 60: a leap second.
        if (hour > 23 || minute > 59 || second >= 61) bad();
        return hour * 3600 + minute * 60 + second - offset();
    }

    // Seconds east of UTC.
    double offset() {
        if (rest_.empty() || take('Z')) return 0;
        const bool west = take('-');
        if (!west && !take('+')) bad();
        const int hours = number(2);
        take(':');
        const int minutes = number(2);
        if (hours > 18 || minutes > 59) bad();
        return (west ? -60 : 60) * (hours * 60 + minutes);
    }

    double fraction() {
        std::size_t digits = 0;
        while (digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9')
            ++digits;
        if (digits == 0) bad();
        const auto value = parse_number(fmt::format("0.{}", rest_.substr(0, digits)));
        rest_.remove_prefix(digits);
        return value.value_or(0);
    }

    int number(std::size_t digits) {
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (i >= rest_.size() || rest_[i] < '0' || rest_[i] > '9') return bad();
            value = value * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(digits);
        return value;
    }

    bool take(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    int bad() {
        good_ = false;
        return 0;
    }

    std::string_view rest_;
    bool good_ = true;
};

}  // namespace

std::string_view value_type_name(ValueType type) {
    return TYPE_NAMES.at(static_cast<std::size_t>(type)).name;
}

std::optional<ValueType> value_type_of_name(std::string_view name) {
    for (const TypeName& known : TYPE_NAMES) {
        if (known.name == name) return known.type;
    }
    return std::nullopt;
}

const TextField* DocumentFields::text_field(std::string_view name) const {
    return find(text, name);
}

const ValueField* DocumentFields::value_field(std::string_view name) const {
    return find(values, name);
}

void DocumentFields::add(const TextField& field) {
    check_name(field.name);
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    if (field.prefix.empty() || field.prefix.front() == 'Z' ||
        !std::all_of(field.prefix.begin(), field.prefix.end(), is_capital)) {
        throw Xapian::InvalidArgumentError(
            fmt::format("\"{}\" is not a prefix for field {}; use capital letters, such as XTITLE, "
                        "without a leading Z",
                        field.prefix, field.name));
    }
    if (const TextField* known = text_field(field.name)) {
        if (*known == field) return;
        throw Xapian::InvalidArgumentError(
            fmt::format("field {} has the prefix {} in this index, not {}", field.name,
                        known->prefix, field.prefix));
    }
    for (const TextField& other : text) {
        if (other.prefix != field.prefix) continue;
        throw Xapian::InvalidArgumentError(
            fmt::format("prefix {} belongs to field {}; give {} another", field.prefix, other.name,
                        field.name));
    }
    insert(text, field);
}

void DocumentFields::add(const ValueField& field) {
    check_name(field.name);
    if (field.slot == Xapian::BAD_VALUENO) {
        throw Xapian::InvalidArgumentError(
            fmt::format("{} is not a value slot for field {}", field.slot, field.name));
    }
    if (const ValueField* known = value_field(field.name)) {
        if (*known == field) return;
        throw Xapian::InvalidArgumentError(fmt::format(
            "field {} is in slot {} as {} in this index, not in {} as {}", field.name, known->slot,
            value_type_name(known->type), field.slot, value_type_name(field.type)));
    }
    for (const ValueField& other : values) {
        if (other.slot != field.slot) continue;
        throw Xapian::InvalidArgumentError(fmt::format(
            "slot {} belongs to field {}; give {} another", field.slot, other.name, field.name));
    }
    insert(values, field);
}

std::optional<std::string> encode_value(ValueType type, std::string_view text) {
    std::optional<double> number;
    switch (type) {
        case ValueType::STRING:
            return std::string(text);
        case ValueType::NUMBER:
            number = parse_number(text);
            break;
        case ValueType::DATE:
            number = DateReader(text).read();
            break;
    }
    if (!number) return std::nullopt;
    return Xapian::sortable_serialise(*number);
}

}  // namespace descry
