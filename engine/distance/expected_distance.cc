#include <algorithm>
#include <array>

#include <descry/distance/expected_distance.h>

namespace descry {

namespace {

struct CurvePoint {
    double distance;
    ExpectedDistance expected;
};

// Measured in the middle of each range of bag distances: reuters, enron, debian, guide.
constexpr std::array MEASURED = {
    CurvePoint{0.000, {0.000, 0.000, 0.010}}, CurvePoint{0.035, {0.020, 0.040, 0.110}},
    CurvePoint{0.065, {0.012, 0.060, 0.140}}, CurvePoint{0.090, {0.015, 0.090, 0.200}},
    CurvePoint{0.110, {0.090, 0.120, 0.260}}, CurvePoint{0.135, {0.100, 0.150, 0.230}},
    CurvePoint{0.175, {0.140, 0.190, 0.300}}, CurvePoint{1.000, {0.500, 1.000, 1.000}},
};

}  // namespace

ExpectedDistance expected_edit_distance(DistanceMillionths distance) {
    const double x = std::min(1.0, share_of(distance));
    const auto after = std::find_if(MEASURED.begin() + 1, MEASURED.end(),
                                    [x](const CurvePoint& point) { return point.distance >= x; });
    const CurvePoint& b = *after;
    const CurvePoint& a = *std::prev(after);
    const double t = (x - a.distance) / (b.distance - a.distance);
    const auto between = [t](double from, double to) { return from + t * (to - from); };
    return {between(a.expected.low, b.expected.low), between(a.expected.median, b.expected.median),
            between(a.expected.high, b.expected.high)};
}

}  // namespace descry
