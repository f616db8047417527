/** @file columns.h
 *  @brief Columns of Arrow's streams as Python's lists, and back.
 */
#ifndef DESCRY_PYTHON_COLUMNS_H
#define DESCRY_PYTHON_COLUMNS_H

#include <optional>
#include <string>
#include <string_view>

#include <nanobind/nanobind.h>

#include "python/arrow/arrow_reader.h"

namespace descry::python {

/// @param capsule of a stream. @exception std::invalid_argument it was read before
ArrowArrayStream& stream_of(nanobind::handle capsule);

/// stream.next(), without the interpreter's lock: producers take it if they need it.
const ArrowArray* next_of(ArrowStream& stream);

/// @exception std::invalid_argument as ArrowColumn; or the column is not of strings
ArrowColumn text_column(const ArrowSchema& schema, std::optional<std::string_view> name);

/// The columns of a stream of a table, as lists by name.
nanobind::dict read_columns(const nanobind::capsule& capsule);

/// Texts of a stream, a str or None each; the number of those that were not UTF-8
/// (repair_utf8()); and the first of them, from 1 on. @param name of a table's column
nanobind::tuple read_texts(nanobind::handle capsule, std::optional<std::string> name);

/// Columns of str, int or float and None, by name; None only among str and float, as NaN.
nanobind::capsule stream_of_columns(const nanobind::dict& named);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_COLUMNS_H
