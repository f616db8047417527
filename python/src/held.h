/** @file held.h
 *  @brief Finds the items that texts hold, for Python.
 */
#ifndef DESCRY_PYTHON_HELD_H
#define DESCRY_PYTHON_HELD_H

#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "python/src/text_table.h"

namespace descry::python {

/// Finds references of @a table, of at least @a words words, in its documents @a texts. Returns a
/// tuple for each: the rows of both, share, first and last byte, bits, and the words that differ.
nanobind::list held(const TextTable& table, const std::vector<std::string>& texts, double share,
                    std::uint32_t words, nanobind::handle callback);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_HELD_H
