/** @file interruptible.h
 *  @brief Long work that Ctrl-C and exceptions of Python callbacks can end.
 */
#ifndef DESCRY_PYTHON_INTERRUPTIBLE_H
#define DESCRY_PYTHON_INTERRUPTIBLE_H

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include <nanobind/nanobind.h>

#include <descry/mechanics/work.h>

namespace descry::python {

/// Runs @a work on its own thread without the GIL. Twenty times a second the calling thread checks
/// for signals and calls @a callback (phase, done, total) with the latest progress, unless it is
/// None. What either raises ends the work within 0.1 seconds (StopScope), and is then raised.
/// @param work receives the progress to report. What it throws is thrown
void run_interruptible(nanobind::handle callback, const std::function<void(const Progress&)>& work);

/// Texts passed to the threads at once, between two checks for signals.
inline constexpr std::size_t TEXTS_OF_A_PIECE = 4096;

/// Whether a value is missing: None, NaN, pandas.NA or NaT.
bool is_missing(nanobind::handle value);

/// A copy of a string's UTF-8, as that of PyUnicode_AsUTF8AndSize() would stay in each string for
/// good. @exception nanobind::python_error UnicodeEncodeError, with the row
nanobind::bytes utf8_of(nanobind::handle string, std::size_t row);
std::string_view view_of(const nanobind::bytes& bytes);

/// utf8_of() that replaces lone surrogates by append_half_character().
nanobind::bytes utf8_of_text(nanobind::handle string);

/// Calls @a visit for pieces of a sequence of strings, in order; views are valid during the call.
/// Missing values are empty. @exception nanobind::python_error TypeError, with the row
void visit_text_pieces(nanobind::handle texts,
                       const std::function<void(std::span<const std::string_view>)>& visit);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_INTERRUPTIBLE_H
