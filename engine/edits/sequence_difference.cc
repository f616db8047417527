#include "engine/edits/sequence_difference.h"

#include <algorithm>
#include <limits>

namespace descry {

namespace {

// [x, x_end) of one sequence and [y, y_end) of the other, yet to be compared.
struct Box {
    std::int32_t x;
    std::int32_t x_end;
    std::int32_t y;
    std::int32_t y_end;
};

struct Point {
    std::int32_t x;
    std::int32_t y;
};

// The furthest x on each diagonal x - y reached with a number of edits from one corner of a box.
struct Front {
    std::vector<std::int32_t> reached;
    std::int32_t offset = 0;
    std::int32_t first = 0;
    std::int32_t last = 0;

    std::int32_t& operator[](std::int32_t diagonal) {
        return reached[static_cast<std::size_t>(diagonal + offset)];
    }

    bool has(std::int32_t diagonal) const { return first <= diagonal && diagonal <= last; }

    void start(std::int32_t diagonal, std::int32_t x) {
        first = last = diagonal;
        (*this)[diagonal] = x;
    }

    // To the diagonals that one more edit reaches within [least, greatest]; @a none goes beside.
    void widen(std::int32_t least, std::int32_t greatest, std::int32_t none) {
        if (first > least) {
            (*this)[--first - 1] = none;
        } else {
            ++first;
        }
        if (last < greatest) {
            (*this)[++last + 1] = none;
        } else {
            --last;
        }
    }
};

class Difference {
  public:
    Difference(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b)
        : a_(a), b_(b), only_a_(a.size()), only_b_(b.size()) {
        const std::size_t both = a.size() + b.size();
        constexpr std::size_t STEPS = std::size_t{1} << 28;
        most_edits_ = static_cast<std::int32_t>(
            std::clamp<std::size_t>(STEPS / std::max<std::size_t>(both, 1), 256, 4096));
        for (Front* front : {&forward_, &backward_}) {
            front->reached.resize(both + 3);
            front->offset = static_cast<std::int32_t>(b.size()) + 1;
        }
    }

    std::vector<DifferingRange> find() {
        // An explicit stack: halves may be many and very uneven.
        std::vector<Box> boxes = {
            {0, static_cast<std::int32_t>(a_.size()), 0, static_cast<std::int32_t>(b_.size())}};
        while (!boxes.empty()) {
            Box box = boxes.back();
            boxes.pop_back();
            strip(box);
            if (box.x == box.x_end || box.y == box.y_end) {
                std::fill(only_a_.begin() + box.x, only_a_.begin() + box.x_end, true);
                std::fill(only_b_.begin() + box.y, only_b_.begin() + box.y_end, true);
                continue;
            }
            const Point middle = middle_of(box);
            boxes.push_back({box.x, middle.x, box.y, middle.y});
            boxes.push_back({middle.x, box.x_end, middle.y, box.y_end});
        }
        return ranges();
    }

  private:
    bool equal(std::int32_t x, std::int32_t y) const {
        return a_[static_cast<std::size_t>(x)] == b_[static_cast<std::size_t>(y)];
    }

    void strip(Box& box) const {
        while (box.x < box.x_end && box.y < box.y_end && equal(box.x, box.y)) {
            ++box.x;
            ++box.y;
        }
        while (box.x < box.x_end && box.y < box.y_end && equal(box.x_end - 1, box.y_end - 1)) {
            --box.x_end;
            --box.y_end;
        }
    }

    // A middle point of a shortest path between the corners of a box without common ends.
    Point middle_of(const Box& box) {
        constexpr std::int32_t FAR = std::numeric_limits<std::int32_t>::max();
        const std::int32_t least = box.x - box.y_end;
        const std::int32_t greatest = box.x_end - box.y;
        forward_.start(box.x - box.y, box.x);
        backward_.start(box.x_end - box.y_end, box.x_end);
        const bool is_odd = (forward_.first - backward_.first) % 2 != 0;
        for (std::int32_t edits = 1;; ++edits) {
            forward_.widen(least, greatest, -1);
            for (std::int32_t d = forward_.last; d >= forward_.first; d -= 2) {
                const Point reached = go_forward(box, d);
                if (is_odd && backward_.has(d) && backward_[d] <= reached.x) return reached;
            }
            backward_.widen(least, greatest, FAR);
            for (std::int32_t d = backward_.last; d >= backward_.first; d -= 2) {
                const Point reached = go_backward(box, d);
                if (!is_odd && forward_.has(d) && reached.x <= forward_[d]) return reached;
            }
            if (edits >= most_edits_) return furthest(box);
        }
    }

    Point go_forward(const Box& box, std::int32_t d) {
        std::int32_t x = std::max(forward_[d - 1] + 1, forward_[d + 1]);
        while (x < box.x_end && x - d < box.y_end && equal(x, x - d))
            ++x;
        forward_[d] = x;
        return {x, x - d};
    }

    Point go_backward(const Box& box, std::int32_t d) {
        std::int32_t x = std::min(backward_[d - 1], backward_[d + 1] - 1);
        while (box.x < x && box.y < x - d && equal(x - 1, x - d - 1))
            --x;
        backward_[d] = x;
        return {x, x - d};
    }

    // The furthest point of either front.
    Point furthest(const Box& box) {
        Point ahead = {box.x, box.y};
        for (std::int32_t d = forward_.first; d <= forward_.last; d += 2) {
            const std::int32_t x = std::min({forward_[d], box.x_end, box.y_end + d});
            if (x + x - d > ahead.x + ahead.y) ahead = {x, x - d};
        }
        Point back = {box.x_end, box.y_end};
        for (std::int32_t d = backward_.first; d <= backward_.last; d += 2) {
            const std::int32_t x = std::max({backward_[d], box.x, box.y + d});
            if (x + x - d < back.x + back.y) back = {x, x - d};
        }
        const std::int32_t gone_ahead = ahead.x + ahead.y - box.x - box.y;
        const std::int32_t gone_back = box.x_end + box.y_end - back.x - back.y;
        return gone_ahead > gone_back ? ahead : back;
    }

    std::vector<DifferingRange> ranges() const {
        std::vector<DifferingRange> ranges;
        std::uint32_t x = 0;
        std::uint32_t y = 0;
        while (x < a_.size() || y < b_.size()) {
            DifferingRange range{x, x, y, y};
            while (range.end_a < a_.size() && only_a_[range.end_a])
                ++range.end_a;
            while (range.end_b < b_.size() && only_b_[range.end_b])
                ++range.end_b;
            if (range.end_a > x || range.end_b > y) ranges.push_back(range);
            x = range.end_a + 1;
            y = range.end_b + 1;
        }
        return ranges;
    }

    std::span<const std::uint32_t> a_;
    std::span<const std::uint32_t> b_;
    std::vector<bool> only_a_;
    std::vector<bool> only_b_;
    std::int32_t most_edits_;
    Front forward_;
    Front backward_;
};

}  // namespace

std::vector<DifferingRange> differing_ranges(std::span<const std::uint32_t> a,
                                             std::span<const std::uint32_t> b) {
    return Difference(a, b).find();
}

}  // namespace descry
