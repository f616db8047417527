/** @file order_key.h
 *  @brief Builds byte strings that compare like the values they are made of.
 */
#ifndef DESCRY_HASHING_ORDER_KEY_H
#define DESCRY_HASHING_ORDER_KEY_H

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/hashing/coding.h"

namespace descry {

/// A key of several values, most important first, for comparison as unsigned bytes.
class OrderKey {
  public:
    OrderKey& add(std::uint64_t number, std::size_t bytes = sizeof(std::uint64_t)) {
        append_big_endian(key_, number, bytes);
        return *this;
    }

    /// @pre not NaN
    OrderKey& add(double number) {
        constexpr std::uint64_t SIGN = std::uint64_t{1} << 63;
        const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // -0 is 0
        return add((bits & SIGN) != 0 ? ~bits : bits | SIGN);
    }

    /// Of any length: no key is a prefix of another.
    OrderKey& add(std::string_view bytes) {
        for (const char byte : bytes) {
            key_ += byte;
            if (byte == '\0') key_ += '\xff';
        }
        key_.append(2, '\0');
        return *this;
    }

    OrderKey& append(const OrderKey& other) {
        key_ += other.key_;
        return *this;
    }

    OrderKey& reverse() {
        for (char& byte : key_)
            byte = static_cast<char>(~byte);
        return *this;
    }

    const std::string& bytes() const { return key_; }

  private:
    std::string key_;
};

}  // namespace descry

#endif  // DESCRY_HASHING_ORDER_KEY_H
