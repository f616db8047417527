/** @file random_sets.h
 *  @brief Two sets of random elements that share a known part.
 */
#ifndef DESCRY_TESTS_RANDOM_SETS_H
#define DESCRY_TESTS_RANDOM_SETS_H

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace descry::testing {

using Elements = std::vector<std::uint64_t>;

inline Elements random_elements(std::mt19937_64& generator, std::size_t n) {
    Elements elements(n);
    for (auto& element : elements)
        element = generator();
    return elements;
}

/// Two sets with this many elements in common and of their own.
struct Overlap {
    std::size_t common;
    std::size_t own;

    std::size_t union_size() const { return common + 2 * own; }
    double jaccard() const {
        return static_cast<double>(common) / static_cast<double>(union_size());
    }

    std::pair<Elements, Elements> draw(std::mt19937_64& generator) const {
        Elements a = random_elements(generator, common);
        Elements b = a;
        for (Elements* set : {&a, &b}) {
            const Elements more = random_elements(generator, own);
            set->insert(set->end(), more.begin(), more.end());
        }
        return {a, b};
    }
};

/// The mean and the variance of numbers.
class Moments {
  public:
    void add(double x) {
        ++n_;
        const double delta = x - mean_;
        mean_ += delta / n_;
        squares_ += delta * (x - mean_);
    }
    double mean() const { return mean_; }
    double variance() const { return squares_ / (n_ - 1); }
    double count() const { return n_; }

  private:
    double n_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

}  // namespace descry::testing

#endif  // DESCRY_TESTS_RANDOM_SETS_H
