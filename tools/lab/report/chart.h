/** @file chart.h
 *  @brief SVG charts for the report: lines and points over two axes.
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
    /// The interval of y drawn behind the point, if not empty.
    double low = 0;
    double high = 0;
};

struct ChartSeries {
    enum class Style {
        LINE,
        POINTS,
        BOTH,
        NAMED_POINTS,  ///< the series' name is beside each point with room for it
    };

    std::string name;
    Style style = Style::LINE;
    std::vector<ChartPoint> points;
};

struct ChartAxis {
    enum class Scale { LINEAR, LOGARITHMIC };

    std::string label;
    Scale scale = Scale::LINEAR;
    /// Limits; equal: those of the points.
    double low = 0;
    double high = 0;
};

struct Chart {
    std::string title;
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartSeries> series;
};

/// Writes the chart as an svg element, with a legend and tooltips of the points' numbers. Points
/// that a logarithmic axis cannot show are omitted. From the ninth series on colours repeat, with
/// other point shapes and dashed lines.
void draw_chart(HtmlWriter& to, const Chart& chart);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_REPORT_CHART_H
