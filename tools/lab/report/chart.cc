#include "tools/lab/report/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "tools/output/text.h"

namespace descry {

namespace {

constexpr double WIDTH = 780;
constexpr double HEIGHT = 400;
constexpr double LEFT = 80;
constexpr double RIGHT = 230;  // the legend's
constexpr double TOP = 30;
constexpr double BOTTOM = 50;
constexpr double LEGEND_LINE = 18;

// Okabe and Ito's colours, which are suitable for colour-blind readers.
constexpr std::array COLOURS = {"#0072b2", "#d55e00", "#009e73",      "#cc79a7",
                                "#56b4e9", "#e69f00", "currentColor", "#8c6d31"};

std::string number(double value) {
    constexpr double GROUPED_FROM = 1'000;
    constexpr double GROUPED_BELOW = 1e15;
    if (value >= GROUPED_FROM && value < GROUPED_BELOW)
        return grouped_digits(static_cast<std::uint64_t>(value + 0.5));
    return fmt::format("{:.6g}", value);
}

std::string pixel(double value) {
    return fmt::format("{:.1f}", value);
}

// Maps values of an axis to pixels, and chooses its labels.
class Scale {
  public:
    Scale(const ChartAxis& axis, double low, double high, double from, double to)
        : logarithmic_(axis.scale == ChartAxis::Scale::LOGARITHMIC), from_(from), to_(to) {
        if (axis.low != axis.high) {
            low = axis.low;
            high = axis.high;
        }
        if (logarithmic_) {
            low_ = std::log10(low) - MARGIN;
            high_ = std::log10(high) + MARGIN;
        } else {
            // Rounds outwards to the step; an axis of shares does not exceed 1.
            const double step = round_step((high > low ? high - low : std::max(high, 1.0)) / 5);
            low_ = step * std::floor(high > low ? low / step : low / step - 1);
            if (low >= 0) low_ = std::max(low_, 0.0);
            high_ = std::max(step * std::ceil(high / step - 1e-9), low_ + step);
        }
    }

    bool can_show(double value) const { return !logarithmic_ || value > 0; }

    double pixel_of(double value) const {
        const double at = logarithmic_ ? std::log10(value) : value;
        return from_ + (at - low_) / (high_ - low_) * (to_ - from_);
    }

    std::vector<double> ticks() const {
        std::vector<double> ticks;
        if (logarithmic_) {
            // With 2 and 5 times powers of ten, if there is room.
            const std::size_t factors = high_ - low_ > MOST_POWERS_PARTED ? 1 : ROUND.size();
            for (double power = std::floor(low_); power <= high_; ++power) {
                for (const double factor : std::span(ROUND).first(factors)) {
                    const double tick = factor * std::pow(10.0, power);
                    if (std::log10(tick) >= low_ && std::log10(tick) <= high_) {
                        ticks.push_back(tick);
                    }
                }
            }
            return ticks;
        }
        const double step = round_step((high_ - low_) / 5);
        const double first = std::ceil(low_ / step - 1e-9);
        for (double i = first; i * step <= high_ + step * 1e-9; ++i)
            ticks.push_back(i * step + 0.0);
        return ticks;
    }

  private:
    // The next of 1, 2, 5 times a power of ten.
    static double round_step(double step) {
        const double power = std::pow(10.0, std::floor(std::log10(step)));
        for (const double factor : ROUND) {
            if (factor * power >= step * (1 - 1e-9)) return factor * power;
        }
        return 10 * power;
    }

    static constexpr std::array ROUND = {1.0, 2.0, 5.0};
    static constexpr double MARGIN = 0.05;  // of a power of ten
    static constexpr double MOST_POWERS_PARTED = 2.5;

    bool logarithmic_;
    double from_;
    double to_;
    double low_ = 0;
    double high_ = 1;
};

Scale scale_of(const Chart& chart, const ChartAxis& axis, bool is_x, double from, double to) {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            const bool has_interval = !is_x && point.high > point.low;
            const double value = is_x ? point.x : point.y;
            if (axis.scale == ChartAxis::Scale::LOGARITHMIC && value <= 0) continue;
            low = std::min(low, has_interval ? point.low : value);
            high = std::max(high, has_interval ? point.high : value);
        }
    }
    if (low > high) {
        low = 1;
        high = 10;
    }
    return {axis, low, high, from, to};
}

void draw_text(HtmlWriter& to, double x, double y, const char* anchor, const std::string& text) {
    to.element("text", {{"x", pixel(x)}, {"y", pixel(y)}, {"text-anchor", anchor}}, text);
}

void draw_line(HtmlWriter& to, double x1, double y1, double x2, double y2, const char* colour) {
    to.element("line", {{"x1", pixel(x1)},
                        {"y1", pixel(y1)},
                        {"x2", pixel(x2)},
                        {"y2", pixel(y2)},
                        {"stroke", colour}});
}

void draw_axes(HtmlWriter& to, const Chart& chart, const Scale& x, const Scale& y) {
    const double bottom = HEIGHT - BOTTOM;
    for (const double tick : x.ticks()) {
        draw_line(to, x.pixel_of(tick), TOP, x.pixel_of(tick), bottom, "var(--line)");
        draw_text(to, x.pixel_of(tick), bottom + 16, "middle", number(tick));
    }
    for (const double tick : y.ticks()) {
        draw_line(to, LEFT, y.pixel_of(tick), WIDTH - RIGHT, y.pixel_of(tick), "var(--line)");
        draw_text(to, LEFT - 6, y.pixel_of(tick) + 4, "end", number(tick));
    }
    draw_line(to, LEFT, bottom, WIDTH - RIGHT, bottom, "var(--soft)");
    draw_line(to, LEFT, TOP, LEFT, bottom, "var(--soft)");
    draw_text(to, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "middle", chart.x.label);
    const double middle = (TOP + bottom) / 2;
    to.begin("g", {{"transform", fmt::format("rotate(-90 16 {})", middle)}});
    draw_text(to, 16, middle, "middle", chart.y.label);
    to.end();
}

struct Look {
    const char* colour;
    std::size_t shape;

    explicit Look(std::size_t rank)
        : colour(COLOURS[rank % COLOURS.size()]), shape(rank / COLOURS.size() % SHAPES) {}

    const char* dashes() const { return shape == 0 ? "none" : shape == 1 ? "6 3" : "2 3"; }

    static constexpr std::size_t SHAPES = 3;
};

// Draws a circle, a square or a triangle, with a tooltip if it is not empty.
void draw_mark(HtmlWriter& to, double x, double y, const Look& look, const std::string& tooltip) {
    constexpr double RADIUS = 4;
    if (look.shape == 0) {
        to.begin("circle",
                 {{"cx", pixel(x)}, {"cy", pixel(y)}, {"r", pixel(RADIUS)}, {"fill", look.colour}});
    } else {
        const auto corner = [&](double right, double down) {
            return fmt::format("{:.1f},{:.1f} ", x + right * RADIUS, y + down * RADIUS);
        };
        const std::string corners =
            look.shape == 1 ? corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1)
                            : corner(0, -1.2) + corner(1.2, 1) + corner(-1.2, 1);
        to.begin("polygon", {{"points", corners}, {"fill", look.colour}});
    }
    if (!tooltip.empty()) to.element("title", {}, tooltip);
    to.end();
}

void draw_series(HtmlWriter& to, const ChartSeries& series, const Scale& x, const Scale& y,
                 const Look& look) {
    std::string line;
    for (const ChartPoint& point : series.points) {
        if (!x.can_show(point.x) || !y.can_show(point.y)) continue;
        const double at_x = x.pixel_of(point.x);
        const double at_y = y.pixel_of(point.y);
        line += fmt::format("{:.1f},{:.1f} ", at_x, at_y);
        if (series.style == ChartSeries::Style::LINE) continue;
        if (point.high > point.low && y.can_show(point.low)) {
            draw_line(to, at_x, y.pixel_of(point.low), at_x, y.pixel_of(point.high), look.colour);
        }
        draw_mark(to, at_x, at_y, look,
                  fmt::format("{}: {}, {}", series.name, number(point.x), number(point.y)));
    }
    const bool has_line =
        series.style == ChartSeries::Style::LINE || series.style == ChartSeries::Style::BOTH;
    if (!has_line || line.empty()) return;
    to.element("polyline", {{"points", line},
                            {"fill", "none"},
                            {"stroke", look.colour},
                            {"stroke-width", "1.5"},
                            {"stroke-dasharray", look.dashes()}});
}

struct Box {
    double left;
    double top;
    double right;
    double bottom;

    bool meets(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    bool is_in(const Box& other) const {
        return left >= other.left && right <= other.right && top >= other.top &&
               bottom <= other.bottom;
    }
};

// Places names of points without overlap; names without room are only in the legend.
class PointNames {
  public:
    PointNames(const Chart& chart, const Scale& x, const Scale& y) : x_(x), y_(y) {
        for (const ChartSeries& series : chart.series) {
            for (const ChartPoint& point : series.points) {
                if (!x.can_show(point.x) || !y.can_show(point.y)) continue;
                const double at_x = x.pixel_of(point.x);
                const double at_y = y.pixel_of(point.y);
                taken_.push_back({at_x - MARK, at_y - MARK, at_x + MARK, at_y + MARK});
            }
        }
    }

    void draw(HtmlWriter& to, const ChartSeries& series) {
        for (const ChartPoint& point : series.points) {
            if (!x_.can_show(point.x) || !y_.can_show(point.y)) continue;
            const double width = LETTER * static_cast<double>(series.name.size());
            const double x = x_.pixel_of(point.x);
            const double y = y_.pixel_of(point.y);
            const std::array places = {
                Box{x + AWAY, y - LINE / 2, x + AWAY + width, y + LINE / 2},
                Box{x - AWAY - width, y - LINE / 2, x - AWAY, y + LINE / 2},
                Box{x - width / 2, y - AWAY - LINE, x + width / 2, y - AWAY},
                Box{x - width / 2, y + AWAY, x + width / 2, y + AWAY + LINE},
            };
            const auto room = std::ranges::find_if(places, [this](const Box& box) {
                return box.is_in(PLOT) && std::ranges::none_of(taken_, [&](const Box& other) {
                           return box.meets(other);
                       });
            });
            if (room == places.end()) continue;
            draw_text(to, (room->left + room->right) / 2, room->bottom - DESCENT, "middle",
                      series.name);
            taken_.push_back(*room);
        }
    }

  private:
    static constexpr Box PLOT = {LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM};
    static constexpr double MARK = 5;
    static constexpr double AWAY = 7;  // from the middle of a mark
    static constexpr double LINE = 16;
    static constexpr double LETTER = 7.7;  // of the report's 14 pixels
    static constexpr double DESCENT = 3.5;

    const Scale& x_;
    const Scale& y_;
    std::vector<Box> taken_;
};

}  // namespace

void draw_chart(HtmlWriter& to, const Chart& chart) {
    const Scale x = scale_of(chart, chart.x, true, LEFT, WIDTH - RIGHT);
    const Scale y = scale_of(chart, chart.y, false, HEIGHT - BOTTOM, TOP);
    to.begin("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                     {"viewBox", fmt::format("0 0 {} {}", WIDTH, HEIGHT)},
                     {"width", number(WIDTH)},
                     {"role", "img"},
                     {"aria-label", chart.title}});
    draw_text(to, LEFT, 18, "start", chart.title);
    draw_axes(to, chart, x, y);
    PointNames names(chart, x, y);
    double legend = TOP + 10;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Look look(i);
        const ChartSeries& series = chart.series[i];
        draw_series(to, series, x, y, look);
        if (series.style == ChartSeries::Style::NAMED_POINTS) names.draw(to, series);
        const double left = WIDTH - RIGHT + 14;
        draw_mark(to, left + 5, legend - 4, look, "");
        draw_text(to, left + 16, legend, "start", series.name);
        legend += LEGEND_LINE;
    }
    to.end();
}

}  // namespace descry
