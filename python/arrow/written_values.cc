#include "python/arrow/written_values.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <stdexcept>

#include <boost/multiprecision/cpp_int.hpp>

namespace descry::python {

namespace {

constexpr std::int64_t NANOS = 1'000'000'000;
constexpr std::int64_t SECONDS_OF_A_DAY = 86400;

std::string padded(std::int64_t number, std::size_t digits) {
    std::string text = std::to_string(number);
    return text.insert(0, digits - std::min(digits, text.size()), '0');
}

// A count of units as whole seconds, rounded down, and nanoseconds.
struct Seconds {
    std::int64_t whole;
    std::int64_t nanos;
};

Seconds seconds_of(std::int64_t count, char unit) {
    const std::int64_t in_a_second = unit == 's'   ? 1
                                     : unit == 'm' ? 1000
                                     : unit == 'u' ? 1'000'000
                                                   : NANOS;
    const std::int64_t rest = (count % in_a_second + in_a_second) % in_a_second;
    return {count / in_a_second - (count % in_a_second < 0 ? 1 : 0), rest * (NANOS / in_a_second)};
}

std::string date_of(std::int64_t days) {
    constexpr std::int64_t FIRST = -719162;  // 0001-01-01
    constexpr std::int64_t LAST = 2932896;   // 9999-12-31
    if (days < FIRST || days > LAST)
        throw std::invalid_argument("a year is not from 1 to 9999; give strings or numbers");
    const std::chrono::year_month_day date{
        std::chrono::sys_days(std::chrono::days(static_cast<int>(days)))};
    return padded(static_cast<int>(date.year()), 4) + "-" +
           padded(static_cast<unsigned>(date.month()), 2) + "-" +
           padded(static_cast<unsigned>(date.day()), 2);
}

std::string time_of_day(const Seconds& time) {
    std::string text = padded(time.whole / 3600, 2) + ":" + padded(time.whole / 60 % 60, 2) + ":" +
                       padded(time.whole % 60, 2);
    if (time.nanos % 1000 != 0) return text + "." + padded(time.nanos, 9);
    return time.nanos == 0 ? text : text + "." + padded(time.nanos / 1000, 6);
}

std::string duration_of(const Seconds& time) {
    const bool is_negative = time.whole < 0;
    const bool borrows = is_negative && time.nanos > 0;
    std::string text = (is_negative ? "-" : "") +
                       std::to_string(is_negative ? -(time.whole + (borrows ? 1 : 0)) : time.whole);
    if (time.nanos == 0) return text;
    text += "." + padded(borrows ? NANOS - time.nanos : time.nanos, 9);
    return text.erase(text.find_last_not_of('0') + 1);
}

// The number after the nth comma of "d:19,10" or "d:19,10,256".
int decimal_part(std::string_view format, int commas, int missing) {
    for (; commas > 0; --commas) {
        const std::size_t comma = format.find(',');
        if (comma == format.npos) return missing;
        format.remove_prefix(comma + 1);
    }
    int number = missing;
    std::from_chars(format.data(), format.data() + format.size(), number);
    return number;
}

}  // namespace

bool is_written(std::string_view format) {
    return format.starts_with("d:") || format.starts_with("td") || format.starts_with("tt") ||
           format.starts_with("ts") || format.starts_with("tD");
}

std::string written_time(std::string_view format, std::int64_t count) {
    if (format == "tdD") return date_of(count);
    const Seconds seconds = seconds_of(count, format[2]);
    if (format.starts_with("tD")) return duration_of(seconds);
    if (format.starts_with("tt")) return time_of_day(seconds);
    const std::int64_t second =
        (seconds.whole % SECONDS_OF_A_DAY + SECONDS_OF_A_DAY) % SECONDS_OF_A_DAY;
    const std::string date = date_of((seconds.whole - second) / SECONDS_OF_A_DAY);
    if (format.starts_with("td")) return date;
    return date + " " + time_of_day({second, seconds.nanos}) +
           (format.ends_with(':') ? "" : "+00:00");
}

std::size_t decimal_width(std::string_view format) {
    return static_cast<std::size_t>(decimal_part(format, 2, 128)) / 8;
}

std::string written_decimal(std::string_view format, std::string_view bytes) {
    using Integer = boost::multiprecision::cpp_int;
    Integer number;
    import_bits(number, reinterpret_cast<const unsigned char*>(bytes.data()),
                reinterpret_cast<const unsigned char*>(bytes.data() + bytes.size()), 8, false);
    const bool is_negative = (static_cast<unsigned char>(bytes.back()) & 0x80) != 0;
    if (is_negative) number = (Integer(1) << (8 * bytes.size())) - number;
    std::string digits = number.str();
    const int scale = decimal_part(format, 1, 0);
    const auto count = static_cast<int>(digits.size());
    std::string exponent;
    int point = count - scale;
    if (scale < 0 || point <= -6) {
        exponent = (point > 0 ? "E+" : "E") + std::to_string(point - 1);
        point = 1;
    }
    if (point <= 0) digits.insert(0, static_cast<std::size_t>(1 - point), '0');
    if (point < count) digits.insert(static_cast<std::size_t>(std::max(point, 1)), 1, '.');
    return (is_negative ? "-" : "") + digits + exponent;
}

}  // namespace descry::python
