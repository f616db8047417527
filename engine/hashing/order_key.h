/** @file order_key.h
 *  @brief Builds byte strings that compare like the values they are made of.
 */
#ifndef DESCRY_HASHING_ORDER_KEY_H
#define DESCRY_HASHING_ORDER_KEY_H

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
