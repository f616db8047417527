/** @file icu_check.h
 *  @brief Failures of ICU as exceptions.
 */
#ifndef DESCRY_ANALYZERS_ICU_CHECK_H
#define DESCRY_ANALYZERS_ICU_CHECK_H

#include <stdexcept>
#include <string>

#include <unicode/utypes.h>

namespace descry {

/// @throws std::runtime_error @a status is a failure; the message is @a what and ICU's name of it
inline void check_icu(UErrorCode status, const char* what) {
    if (U_FAILURE(status)) throw std::runtime_error(std::string(what) + ": " + u_errorName(status));
}

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ICU_CHECK_H
