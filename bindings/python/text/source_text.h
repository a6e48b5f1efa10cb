/* source_text.h - the text of a Python source in UTF-8. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Return the bytes of a file as an object, NULL if it cannot be read. No Python exception is raised. */
PyObject *qpy_source_bytes(const char *file);

/* Return the text of a source file as a bytes object in UTF-8, decoded from the encoding that the file declares.
 * `globals`, which may be NULL, are those of its module: if there is no such file, the module's loader may have the
 * text, for example in a zip file. Return NULL if there is no text. No Python exception is raised, and none may be set.
 */
PyObject *qpy_source_text(const char *file, PyObject *globals);
