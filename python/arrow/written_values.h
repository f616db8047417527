/** @file written_values.h
 *  @brief Writes dates, times, durations and decimals of Arrow as Python writes its own.
 */
#ifndef DESCRY_PYTHON_WRITTEN_VALUES_H
#define DESCRY_PYTHON_WRITTEN_VALUES_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace descry::python {

/// Whether a type is written by the functions below. @param format Arrow's format string
bool is_written(std::string_view format);

/// Of a date "2026-03-01", of a timestamp "2026-03-01 10:00:00" (with a zone in UTC,
/// "2026-03-01 10:00:00+00:00"), of a time "10:00:00", of a duration its seconds, "86400.5".
/// Fractions of a second have no digits if 0, else 6 or 9. The same as _values.py
/// of descry writes for Python's objects. @param count in the unit of @a format
/// @exception std::invalid_argument a year that is not 1 to 9999
std::string written_time(std::string_view format, std::int64_t count);

/// Bytes of a decimal.
std::size_t decimal_width(std::string_view format);

/// As str() of Python's Decimal. @param bytes decimal_width(), little-endian
std::string written_decimal(std::string_view format, std::string_view bytes);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_WRITTEN_VALUES_H
