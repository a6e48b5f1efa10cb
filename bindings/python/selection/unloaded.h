/* unloaded.h - files of a project that the program has not loaded. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/selection/settings.h"

/* Forget all files. */
void qpy_unloaded_begin(void);

/* Record that the program has loaded the file with this real path. */
void qpy_unloaded_mark(const char *path);

/* Call `found` once for each file that was not loaded: those that --include names, and the importable files in
 * directories that it names, and in the directories and packages of `source`. */
void qpy_unloaded_find(const struct qpy_settings *settings, void (*found)(void *data, const char *path), void *data);

/* Return the name under which a file can be imported, with the packages around it; to be freed. Return NULL if out of
 * memory. */
char *qpy_unloaded_name(const char *path);

/* Compile a file as a module. Warnings are not shown. Return a new reference, NULL with a Python exception on failure.
 */
PyObject *qpy_unloaded_compile(const char *path);
