/** @file chart.h
 *  @brief Pictures for the report: lines and points over two axes, as SVG.
 */
#ifndef DESCRY_TOOLS_LAB_REPORT_CHART_H
#define DESCRY_TOOLS_LAB_REPORT_CHART_H

#include <string>
#include <vector>

#include "engine/report/html_writer.h"

namespace descry {

struct ChartPoint {
    double x = 0;
    double y = 0;
    /// The interval of y that is drawn behind the point, where it is wider than nothing.
    double low = 0;
    double high = 0;
};

struct ChartSeries {
    enum class Style {
        LINE,
        POINTS,
        BOTH,
        NAMED_POINTS,  ///< the name of the series stands beside each point that has room for it
    };

    std::string name;
    Style style = Style::LINE;
    std::vector<ChartPoint> points;
};

struct ChartAxis {
    enum class Scale { LINEAR, LOGARITHMIC };

    std::string label;
    Scale scale = Scale::LINEAR;
    /// The ends. Equal: those of the points.
    double low = 0;
    double high = 0;
};

struct Chart {
    std::string title;
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartSeries> series;
};

/// Writes the chart as one svg element, with a legend, and each point's numbers as its tooltip.
/// Points that a logarithmic axis cannot show are left out. From the ninth series on colours are
/// repeated, with another shape of the points and broken lines.
void draw_chart(HtmlWriter& to, const Chart& chart);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_REPORT_CHART_H
