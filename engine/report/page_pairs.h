/** @file page_pairs.h
 *  @brief Pairs of texts on a page, side by side.
 */
#ifndef DESCRY_REPORT_PAGE_PAIRS_H
#define DESCRY_REPORT_PAGE_PAIRS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/hashing/coding.h"
#include "engine/report/groups_page.h"
#include "engine/report/html_writer.h"

namespace descry {

/// "85.0 %".
std::string similarity_of(DistanceMillionths distance);

/// The pairs of all sections, marked once and written as often as it takes to make a page fit.
class PagePairs {
  public:
    /// @param sections outlive this. Cost: mark_differences() of each pair
    PagePairs(const std::vector<ReportedSection>& sections, WordAnalyzer& analyzer);

    /// Writes all sections. @param most bytes that are shown of each text
    void write(HtmlWriter& to, std::size_t most) const;

    /// Of a text that is compared, and shown at most.
    static constexpr std::size_t MOST_BYTES_OF_A_TEXT = 16'000;

    /// Style of what write() writes.
    static const std::string_view STYLE;

  private:
    const std::vector<ReportedSection>& sections_;
    std::vector<MarkedTexts> marked_;  // of all pairs, in their order
};

}  // namespace descry

#endif  // DESCRY_REPORT_PAGE_PAIRS_H
