#include "engine/grouping/linked_numbers.h"

#include <limits>
#include <stdexcept>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "engine/grouping/disjoint_sets.h"

namespace descry {

class LinkedNumbers::Sets {
  public:
    void link(std::uint64_t a, std::uint64_t b) {
        const std::uint32_t place = place_of(a);
        sets_.join(place, place_of(b));
    }

    std::size_t size() const { return numbers_.size(); }

    void for_each(const std::function<void(std::uint64_t, std::uint64_t)>& visit) {
        for (std::uint32_t place = 0; place < numbers_.size(); ++place)
            visit(numbers_[place], numbers_[sets_.first_of(place)]);
    }

  private:
    std::uint32_t place_of(std::uint64_t number) {
        if (numbers_.size() == std::numeric_limits<std::uint32_t>::max())
            throw std::length_error("more numbers than can be linked at once");
        const auto next = static_cast<std::uint32_t>(numbers_.size());
        const auto [place, is_new] = places_.try_emplace(number, next);
        if (is_new) {
            numbers_.push_back(number);
            sets_.add();
        }
        return place->second;
    }

    boost::unordered_flat_map<std::uint64_t, std::uint32_t> places_;
    std::vector<std::uint64_t> numbers_;
    DisjointSets sets_;
};

LinkedNumbers::LinkedNumbers() : sets_(std::make_unique<Sets>()) {}
LinkedNumbers::~LinkedNumbers() = default;
LinkedNumbers::LinkedNumbers(LinkedNumbers&&) noexcept = default;
LinkedNumbers& LinkedNumbers::operator=(LinkedNumbers&&) noexcept = default;

void LinkedNumbers::link(std::uint64_t a, std::uint64_t b) {
    sets_->link(a, b);
}

std::size_t LinkedNumbers::size() const {
    return sets_->size();
}

void LinkedNumbers::for_each(const std::function<void(std::uint64_t, std::uint64_t)>& visit) {
    sets_->for_each(visit);
}

}  // namespace descry
