/** @file interruptible.h
 *  @brief Long work while Python goes on: Ctrl-C and exceptions of callbacks end it.
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

/// Does @a work on a thread of its own, without the interpreter's lock. Meanwhile the calling
/// thread, twenty times a second, looks for signals and calls @a callback (phase, done, total) with
/// the latest progress, unless it is None. What either raises ends the work within 0.1 seconds
/// (StopScope), and is raised when it has ended.
/// @param work is given the progress to tell. What it throws is thrown
void run_interruptible(nanobind::handle callback,
                       const std::function<void(const Progress&)>& work);

/// What is handed to the threads at once, between two looks at signals.
inline constexpr std::size_t TEXTS_OF_A_PIECE = 4096;

/// Whether a value stands for none: None, NaN, pandas.NA and NaT.
bool is_missing(nanobind::handle value);

/// The UTF-8 of a string, apart from it: what PyUnicode_AsUTF8AndSize() returns would stay in each
/// string for good. @exception nanobind::python_error UnicodeEncodeError, with the row
nanobind::bytes utf8_of(nanobind::handle string, std::size_t row);
std::string_view view_of(const nanobind::bytes& bytes);

/// The same of a text, in which lone surrogates become what the program makes of them
/// (append_half_character()).
nanobind::bytes utf8_of_text(nanobind::handle string);

/// Calls @a visit for pieces of a sequence of strings, in order; the views live as long as the call.
/// Missing values are empty. @exception nanobind::python_error TypeError, with the row
void visit_text_pieces(nanobind::handle texts,
                       const std::function<void(std::span<const std::string_view>)>& visit);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_INTERRUPTIBLE_H
