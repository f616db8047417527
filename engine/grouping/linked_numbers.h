/** @file linked_numbers.h
 *  @brief The components of a graph whose nodes are numbers of 64 bits.
 */
#ifndef DESCRY_GROUPING_LINKED_NUMBERS_H
#define DESCRY_GROUPING_LINKED_NUMBERS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace descry {

/// Joins numbers two at a time, and tells for each the component that it is in: those of the
/// contents of documents that share keys, where the documents are on several machines
/// (group_collection(), Whole).
///
/// Memory: 30 bytes a number. Cost: 0.1 microseconds a link.
class LinkedNumbers {
  public:
    LinkedNumbers();
    ~LinkedNumbers();
    LinkedNumbers(LinkedNumbers&&) noexcept;
    LinkedNumbers& operator=(LinkedNumbers&&) noexcept;

    /// @exception std::length_error more than 2^32 numbers
    void link(std::uint64_t a, std::uint64_t b);

    /// Numbers that were linked so far.
    std::size_t size() const;

    /// Calls visit(number, component) for each, in the order in which they came first. A component
    /// is called by that of its numbers that came first.
    void for_each(const std::function<void(std::uint64_t, std::uint64_t)>& visit);

  private:
    class Sets;

    std::unique_ptr<Sets> sets_;
};

}  // namespace descry

#endif  // DESCRY_GROUPING_LINKED_NUMBERS_H
