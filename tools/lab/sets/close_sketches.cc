#include "tools/lab/sets/close_sketches.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>

#include "tools/lab/sets/hamming_kernels.h"

namespace descry {

namespace {

/// Columns that stay cached while all rows pass: 64 KiB of two words each.
constexpr std::size_t TILE = 4096;

static_assert(HAMMING_BLOCK % HAMMING_ROWS == 0 && TILE % HAMMING_BLOCK == 0);

std::size_t whole_blocks(std::size_t size) {
    return (size + HAMMING_BLOCK - 1) / HAMMING_BLOCK * HAMMING_BLOCK;
}

}  // namespace

CloseSketches::CloseSketches(std::size_t words) : words_(words) {
    if (words == 0) throw std::invalid_argument("CloseSketches: sketches of 0 words");
}

void CloseSketches::add(std::span<const std::uint64_t> sketch) {
    if (sketch.size() != words_) {
        throw std::invalid_argument("CloseSketches: a sketch of " + std::to_string(sketch.size()) +
                                    " words among those of " + std::to_string(words_));
    }
    if (size_ >= std::numeric_limits<std::uint32_t>::max() - HAMMING_BLOCK) {
        throw std::length_error("CloseSketches: more than 2^32 sketches");
    }
    sketches_.insert(sketches_.end(), sketch.begin(), sketch.end());
    ++size_;
}

void CloseSketches::for_each_pair(unsigned max_distance, const Sink& sink) const {
    const std::size_t stride = whole_blocks(size_);
    std::vector<std::uint64_t> planes(stride * words_);
    for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t w = 0; w < words_; ++w)
            planes[w * stride + i] = sketches_[i * words_ + w];
    }
    const auto distance = [&](std::size_t i, std::size_t j) {
        unsigned bits = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t* plane = planes.data() + w * stride;
            bits += static_cast<unsigned>(std::popcount(plane[i] ^ plane[j]));
        }
        return bits;
    };
    std::vector<std::uint32_t> blocks(TILE / HAMMING_BLOCK);
    const SketchPlanes sketches{planes.data(), stride, words_};
    for (std::size_t tile = 0; tile < stride; tile += TILE) {
        const std::size_t tile_end = std::min(tile + TILE, stride);
        for (std::size_t row = 0; row < std::min(tile_end, size_); row += HAMMING_ROWS) {
            // A block with the row itself: only later columns form pairs.
            const std::size_t begin = std::max(tile, row / HAMMING_BLOCK * HAMMING_BLOCK);
            const std::size_t found =
                find_near_blocks(sketches, row, begin, tile_end, max_distance, blocks);
            for (std::size_t b = 0; b < found; ++b) {
                for (std::size_t i = row; i < std::min(row + HAMMING_ROWS, size_); ++i) {
                    const std::size_t end = std::min(blocks[b] + HAMMING_BLOCK, size_);
                    for (std::size_t j = std::max<std::size_t>(blocks[b], i + 1); j < end; ++j) {
                        const unsigned bits = distance(i, j);
                        if (bits > max_distance) continue;
                        sink({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), bits});
                    }
                }
            }
        }
    }
}

}  // namespace descry
