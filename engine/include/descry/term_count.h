/** @file term_count.h
 *  @brief A term of one document and how often it stands there.
 */
#ifndef DESCRY_TERM_COUNT_H
#define DESCRY_TERM_COUNT_H

#include <cstdint>
#include <string_view>

namespace descry {

/// A view: valid as long as whoever gave it keeps the bytes.
struct TermCount {
    std::string_view term;
    std::uint32_t wdf = 0;
};

}  // namespace descry

#endif  // DESCRY_TERM_COUNT_H
