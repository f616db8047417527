/** @file text_object.h
 *  @brief Ids and titles, which are anybody's bytes, as Python's strings.
 */
#ifndef DESCRY_PYTHON_INDEX_TEXT_OBJECT_H
#define DESCRY_PYTHON_INDEX_TEXT_OBJECT_H

#include <string>

#include <nanobind/nanobind.h>

namespace descry::python {

inline nanobind::object text_object(const std::string& text) {
    PyObject* const decoded =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    if (decoded == nullptr) nanobind::raise_python_error();
    return nanobind::steal(decoded);
}

}  // namespace descry::python

#endif  // DESCRY_PYTHON_INDEX_TEXT_OBJECT_H
