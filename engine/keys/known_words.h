/** @file known_words.h
 *  @brief The words of successive documents.
 */
#ifndef DESCRY_KEYS_KNOWN_WORDS_H
#define DESCRY_KEYS_KNOWN_WORDS_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <descry/hashing/hash.h>

namespace descry {

/// Words by their secret_hash(): each is hashed by hash64() once, and the distinct words of a
/// document are counted without a table per document. Open addressing: a word costs one cache line.
/// Memory: at most 24 MiB, unless one document has more than MOST distinct words.
class KnownWords {
  public:
    struct Found {
        std::uint64_t hash;   ///< hash64()
        std::uint32_t place;  ///< where this document first had the word
    };

    /// Call before each document.
    void next_document() {
        if (size_ > MOST || document_ == std::numeric_limits<std::uint32_t>::max())
            *this = KnownWords();
        ++document_;
    }

    /// @param secret secret_hash() of @a word
    /// @param next its place if it is new in this document
    Found find(std::uint64_t secret, std::string_view word, std::uint32_t next) {
        Slot* slot = &slot_of(secret);
        if (slot->document == NONE) {
            if (2 * ++size_ > slots_.size()) {
                grow();
                slot = &slot_of(secret);
            }
            slot->secret = secret;
            slot->hash = hash64(word);
        }
        if (slot->document != document_) {
            slot->document = document_;
            slot->place = next;
        }
        return {slot->hash, slot->place};
    }

  private:
    static constexpr std::size_t MOST = 500'000;
    static constexpr std::uint32_t NONE = 0;

    struct Slot {
        std::uint64_t secret = 0;
        std::uint64_t hash = 0;
        std::uint32_t document = NONE;  // the last one that has it
        std::uint32_t place = 0;
    };

    Slot& slot_of(std::uint64_t secret) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = secret & mask;
        while (slots_[i].document != NONE && slots_[i].secret != secret)
            i = (i + 1) & mask;
        return slots_[i];
    }

    void grow() {
        std::vector<Slot> before(2 * slots_.size());
        before.swap(slots_);
        for (const Slot& slot : before) {
            if (slot.document != NONE) slot_of(slot.secret) = slot;
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    std::size_t size_ = 0;
    std::uint32_t document_ = NONE;
};

}  // namespace descry

#endif  // DESCRY_KEYS_KNOWN_WORDS_H
