/** @file pool.h
 *  @brief Objects that several threads use in turns.
 */
#ifndef DESCRY_MECHANICS_POOL_H
#define DESCRY_MECHANICS_POOL_H

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace descry {

/// Lends objects that only one thread may use at a time and that are worth keeping: Xapian's
/// handles, large buffers. Never has more than were lent at once.
template <typename Object>
class Pool {
  public:
    explicit Pool(std::function<std::unique_ptr<Object>()> make) : make_(std::move(make)) {}

    /// Exclusive use of an object while this lives. The pool must outlive it.
    class Loan {
      public:
        explicit Loan(Pool& pool) : pool_(pool), object_(pool.take()) {}
        ~Loan() {
            const std::lock_guard lock(pool_.mutex_);
            pool_.idle_.push_back(std::move(object_));
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;

        Object& operator*() const { return *object_; }
        Object* operator->() const { return object_.get(); }

      private:
        Pool& pool_;
        std::unique_ptr<Object> object_;
    };

  private:
    std::unique_ptr<Object> take() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                auto object = std::move(idle_.back());
                idle_.pop_back();
                return object;
            }
        }
        return make_();
    }

    std::function<std::unique_ptr<Object>()> make_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Object>> idle_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_POOL_H
