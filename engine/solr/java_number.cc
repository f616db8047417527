#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include <boost/multiprecision/cpp_int.hpp>

#include "engine/solr/java_hash_order.h"

namespace descry {

namespace {

constexpr int FRACTION_BITS = 52;
constexpr std::uint64_t HIDDEN_BIT = std::uint64_t{1} << FRACTION_BITS;
// 5^i in 64 bits.
constexpr int POWERS_OF_5 = 27;

template <typename Number>
Number power_of_5(int exponent) {
    Number power = 1;
    for (; exponent > 0; --exponent)
        power *= 5;
    return power;
}

// Bits of 5^exponent as Java counts them: none for 1, and three per factor beyond its table.
int bits_of_power_of_5(int exponent) {
    if (exponent == 0) return 0;
    return exponent < POWERS_OF_5
               ? static_cast<int>(std::bit_width(power_of_5<std::uint64_t>(exponent)))
               : exponent * 3;
}

// 0.DIGITS * 10^exponent.
struct Decimal {
    std::string digits;
    int exponent = 0;

    // Adds one to the last digit.
    void round_up() {
        std::size_t i = digits.size() - 1;
        while (digits[i] == '9' && i > 0)
            digits[i--] = '0';
        if (digits[i] == '9') {
            digits[0] = '1';
            ++exponent;
        } else {
            ++digits[i];
        }
    }
};

// A number's digits: fraction * 5^b5 * 2^b2 over 5^s5 * 2^s2; half a last unit: 5^b5 * 2^m2.
struct Ratio {
    std::uint64_t fraction;
    int b2, b5, s2, s5, m2;
};

// How generating ended: the rest is near zero, near ten, and how it compares with five.
struct Ending {
    bool low = false;
    bool high = false;
    int difference = 0;
};

// Java's arithmetic: wrapping integers of 32 and 64 bits, here unsigned, or its FDBigInteger.
using Long = boost::multiprecision::cpp_int;
template <typename Integer>
class Digits {
  public:
    explicit Digits(const Ratio& r)
        : rest_(product(r.fraction, r.b5, r.b2)),
          divisor_(product(1, r.s5, r.s2)),
          margin_(product(1, r.b5, r.m2)),
          ten_(times_ten(divisor_)) {}

    int next() {
        const auto digit = static_cast<int>(rest_ / divisor_);
        rest_ = times_ten(rest_ % divisor_);
        margin_ = times_ten(margin_);
        return digit;
    }

    Ending first_ending() const {
        const auto sum = static_cast<Integer>(Wrapping(rest_) + Wrapping(margin_));
        // Only for long numbers is a sum of exactly ten high.
        const bool is_high = std::is_same_v<Integer, Long> ? sum >= ten_ : sum > ten_;
        return {rest_ < margin_, is_high, difference()};
    }

    Ending ending() const {
        return margin_ > 0 ? first_ending() : Ending{true, true, difference()};
    }

  private:
    using Wrapping =
        typename std::conditional_t<std::is_same_v<Integer, Long>, std::type_identity<Long>,
                                    std::make_unsigned<Integer>>::type;

    static Integer product(std::uint64_t factor, int of_5, int of_2) {
        const Wrapping odd = Wrapping(factor) * power_of_5<Wrapping>(of_5);
        return static_cast<Integer>(odd << of_2);
    }
    static Integer times_ten(const Integer& value) {
        return static_cast<Integer>(Wrapping(value) * 10);
    }
    int difference() const {
        const auto d = static_cast<Integer>(Wrapping(rest_) * 2 - Wrapping(ten_));
        return d < 0 ? -1 : d > 0;
    }

    Integer rest_;
    Integer divisor_;
    Integer margin_;
    Integer ten_;
};

template <typename Integer>
Decimal generate(Digits<Integer> digits, int exponent) {
    Decimal decimal;
    int digit = digits.next();
    Ending ending = digits.first_ending();
    if (digit == 0 && !ending.high) {
        --exponent;  // the estimate was too high
    } else {
        decimal.digits += static_cast<char>('0' + digit);
    }
    // Numbers printed with an E have at least two digits.
    if (exponent < -3 || exponent >= 8) ending.low = ending.high = false;
    while (!ending.low && !ending.high) {
        digit = digits.next();
        ending = digits.ending();
        decimal.digits += static_cast<char>('0' + digit);
    }
    decimal.exponent = exponent + 1;
    if (!ending.high) return decimal;
    const bool odd = (decimal.digits.back() & 1) != 0;
    if (!ending.low || ending.difference > 0 || (ending.difference == 0 && odd)) decimal.round_up();
    return decimal;
}

// A whole number, rounded at the digits that the double does not determine.
Decimal whole(std::uint64_t number, int unknown_digits) {
    if (unknown_digits > 0) {
        const std::uint64_t unit = power_of_5<std::uint64_t>(unknown_digits) << unknown_digits;
        number = number / unit + (number % unit >= unit / 2 ? 1 : 0);
    }
    Decimal decimal{std::to_string(number), 0};
    decimal.exponent = static_cast<int>(decimal.digits.size()) + unknown_digits;
    decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
    return decimal;
}

// floor(log10) or one too many, as Java estimates it.
int estimated_exponent(std::uint64_t fraction, int binary_exponent) {
    const double significand = std::bit_cast<double>((std::uint64_t{1023} << FRACTION_BITS) |
                                                     (fraction & (HIDDEN_BIT - 1)));
    return static_cast<int>(std::floor((significand - 1.5) * 0.289529654 + 0.176091259 +
                                       binary_exponent * 0.301029995663981));
}

// @param fraction with its highest of 53 bits set; the number is fraction * 2^(exponent - 52)
Decimal decimal_of(std::uint64_t fraction, int exponent, int significant_bits) {
    const int tail_zeros = std::countr_zero(fraction);
    const int fraction_bits = FRACTION_BITS + 1 - tail_zeros;
    const int bits_after_point = std::max(0, fraction_bits - exponent - 1);
    if (bits_after_point == 0 && exponent <= 62) {
        const int unknown_bits = exponent > significant_bits ? exponent - significant_bits - 1 : 0;
        const int unknown_digits =
            unknown_bits > 1 ? static_cast<int>(unknown_bits * 0.301029995663981) : 0;
        return whole(exponent >= FRACTION_BITS ? fraction << (exponent - FRACTION_BITS)
                                               : fraction >> (FRACTION_BITS - exponent),
                     unknown_digits);
    }
    const int estimate = estimated_exponent(fraction, exponent);
    Ratio r{};
    r.fraction = fraction >> tail_zeros;
    r.b5 = std::max(0, -estimate);
    r.b2 = r.b5 + bits_after_point + exponent;
    r.s5 = std::max(0, estimate);
    r.s2 = r.s5 + bits_after_point;
    r.m2 = r.b2 - significant_bits;
    r.b2 -= fraction_bits - 1;
    const int common = std::min(r.b2, r.s2);
    r.b2 -= common;
    r.s2 -= common;
    r.m2 -= common;
    // The number below a power of two is half as far.
    if (fraction_bits == 1) --r.m2;
    if (r.m2 < 0) {
        r.b2 -= r.m2;
        r.s2 -= r.m2;
        r.m2 = 0;
    }
    const int bits = std::max(fraction_bits + r.b2 + bits_of_power_of_5(r.b5),
                              r.s2 + 1 + bits_of_power_of_5(r.s5 + 1));
    if (bits < 32) return generate(Digits<std::int32_t>(r), estimate);
    if (bits < 64) return generate(Digits<std::int64_t>(r), estimate);
    return generate(Digits<Long>(r), estimate);
}

std::string printed(const Decimal& decimal) {
    const std::string& digits = decimal.digits;
    const int count = static_cast<int>(digits.size());
    if (decimal.exponent > 0 && decimal.exponent < 8) {
        const auto point = static_cast<std::size_t>(decimal.exponent);
        if (count <= decimal.exponent)
            return digits + std::string(point - digits.size(), '0') + ".0";
        return digits.substr(0, point) + '.' + digits.substr(point);
    }
    if (decimal.exponent <= 0 && decimal.exponent > -3) {
        return "0." + std::string(static_cast<std::size_t>(-decimal.exponent), '0') + digits;
    }
    return digits.substr(0, 1) + '.' + (count > 1 ? digits.substr(1) : "0") + 'E' +
           std::to_string(decimal.exponent - 1);
}

// As noggit reads it: how many characters from the first digit on fit.
bool is_too_long_for_double(std::string_view number) {
    // The first digit is beside a budget of 22; a point costs only its look-ahead.
    const std::size_t digits = number.find_first_not_of("0123456789");
    long budget = 22 - static_cast<long>(digits - 1);
    if (budget <= 0) return true;
    std::string_view rest = number.substr(digits);
    const auto take_digits = [&] {
        while (--budget >= 0) {
            if (rest.empty() || rest.front() < '0' || rest.front() > '9') return true;
            rest.remove_prefix(1);
        }
        return false;
    };
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        if (!take_digits()) return true;
        if (rest.empty()) return false;
    }
    rest.remove_prefix(1);  // e
    --budget;
    if (rest.starts_with('+') || rest.starts_with('-')) {
        rest.remove_prefix(1);
        --budget;
    }
    rest.remove_prefix(1);
    return !take_digits();
}

double parse_double(std::string_view text) {
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec == std::errc()) return number;
    // Out of range; from_chars does not tell on which side.
    const bool negative = text.starts_with('-');
    const std::size_t e = text.find_first_of("eE");
    const bool tiny =
        (e != std::string_view::npos && text.substr(e + 1).starts_with('-')) ||
        (e == std::string_view::npos && text.substr(negative ? 1 : 0).starts_with('0'));
    number = tiny ? 0 : std::numeric_limits<double>::infinity();
    return negative ? -number : number;
}

}  // namespace

std::string java_double_text(double number) {
    if (std::isnan(number)) return "NaN";
    const std::string sign = std::signbit(number) ? "-" : "";
    if (std::isinf(number)) return sign + "Infinity";
    if (number == 0) return sign + "0.0";
    const auto bits = std::bit_cast<std::uint64_t>(std::fabs(number));
    std::uint64_t fraction = bits & (HIDDEN_BIT - 1);
    int exponent = static_cast<int>(bits >> FRACTION_BITS);
    int significant_bits = FRACTION_BITS + 1;
    if (exponent == 0) {
        significant_bits = static_cast<int>(std::bit_width(fraction));
        const int shift = FRACTION_BITS + 1 - significant_bits;
        fraction <<= shift;
        exponent = 1 - shift;
    } else {
        fraction |= HIDDEN_BIT;
    }
    return sign + printed(decimal_of(fraction, exponent - 1023, significant_bits));
}

std::string solr_number_text(std::string_view json_number) {
    const std::string_view number = json_number.substr(json_number.starts_with('-') ? 1 : 0);
    if (number.find_first_of(".eE") == std::string_view::npos) {
        std::int64_t whole = 0;
        const char* const end = json_number.data() + json_number.size();
        const auto result = std::from_chars(json_number.data(), end, whole);
        return result.ec == std::errc() ? std::to_string(whole) : std::string(json_number);
    }
    if (is_too_long_for_double(number)) return std::string(json_number);
    return java_double_text(parse_double(json_number));
}

}  // namespace descry
