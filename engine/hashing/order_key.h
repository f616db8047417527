/** @file order_key.h
 *  @brief Bytes that compare as what they are made of.
 */
#ifndef DESCRY_HASHING_ORDER_KEY_H
#define DESCRY_HASHING_ORDER_KEY_H

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/hashing/coding.h"

namespace descry {

/// Makes the key of an order by several things, the most important first: keys compare, byte by
/// byte as unsigned ones, as the first things that differ do.
class OrderKey {
  public:
    OrderKey& add(std::uint64_t number, std::size_t bytes = sizeof(std::uint64_t)) {
        append_big_endian(key_, number, bytes);
        return *this;
    }

    /// @pre no NaN
    OrderKey& add(double number) {
        constexpr std::uint64_t SIGN = std::uint64_t{1} << 63;
        const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // -0 is 0
        return add((bits & SIGN) != 0 ? ~bits : bits | SIGN);
    }

    /// Of any length: no other one's key begins with its.
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

    /// Turns the order of everything added so far around.
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
