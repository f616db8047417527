/** @file held.h
 *  @brief Which items texts hold, for Python.
 */
#ifndef DESCRY_PYTHON_HELD_H
#define DESCRY_PYTHON_HELD_H

#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "python/src/text_table.h"

namespace descry::python {

/// The references of @a table that its documents hold, of @a words words and more, and where in
/// @a texts, which are its documents: a tuple each of the rows of both, share, first and last byte,
/// bits, and the words that differ.
nanobind::list held(const TextTable& table, const std::vector<std::string>& texts, double share,
                    std::uint32_t words, nanobind::handle callback);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_HELD_H
