/** @file sketch_stream.h
 *  @brief A sketch of elements given one by one.
 */
#ifndef DESCRY_TOOLS_LAB_SETS_SKETCH_STREAM_H
#define DESCRY_TOOLS_LAB_SETS_SKETCH_STREAM_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace descry {

/** Passes elements on in blocks, so that none is kept.
 *
 *  @tparam Hasher MinHasher, PermutationSketcher or SimHasher: has a State; start() makes that of
 *          the empty set, add(state, elements) adds to it and finish(state) makes the sketch
 */
template <typename Hasher>
class SketchStream {
  public:
    using Sketch = typename Hasher::Sketch;

    /// @param hasher must outlive the stream
    explicit SketchStream(const Hasher& hasher) : hasher_(&hasher), state_(hasher.start()) {}
    explicit SketchStream(Hasher&& hasher) = delete;

    void add(std::uint64_t element) {
        block_[size_++] = element;
        if (size_ == block_.size()) flush();
    }

    /// The sketch of all elements since the last call, nullopt if there were none.
    std::optional<Sketch> finish() {
        flush();
        std::optional<Sketch> sketch;
        if (!is_empty_) sketch = hasher_->finish(state_);
        state_ = hasher_->start();
        is_empty_ = true;
        return sketch;
    }

  private:
    void flush() {
        if (size_ == 0) return;
        hasher_->add(state_, std::span(block_).first(size_));
        size_ = 0;
        is_empty_ = false;
    }

    const Hasher* hasher_;
    typename Hasher::State state_;
    std::array<std::uint64_t, 512> block_;
    std::size_t size_ = 0;
    bool is_empty_ = true;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_SKETCH_STREAM_H
