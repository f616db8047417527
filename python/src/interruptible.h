/** @file interruptible.h
 *  @brief Long work while Python goes on: Ctrl-C and exceptions of callbacks end it.
 */
#ifndef DESCRY_PYTHON_INTERRUPTIBLE_H
#define DESCRY_PYTHON_INTERRUPTIBLE_H

#include <functional>

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

}  // namespace descry::python

#endif  // DESCRY_PYTHON_INTERRUPTIBLE_H
