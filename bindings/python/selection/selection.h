/* selection.h - the files and lines of a Python program that coverage includes.
 *
 * A project's settings for coverage.py decide, as start/coverage_settings.py reads them: first `source` (directories
 * and packages), else `include`, else all files but the standard library and installed packages; then `omit`. Files
 * that
 * --include names are added. All functions require the GIL. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/python/text/statements.h"

struct kit_settings;

/* Begin. `read` is the function `read` of start/coverage_settings.py, which returns the project's settings. If they
 * request branches, set this in `settings`. Return false with a Python exception on failure. */
bool qpy_selection_begin(struct kit_settings *settings, PyObject *read);

/* Return whether coverage includes a file. `file` is the name in its code objects, and `globals`, which may be NULL,
 * are those of its module; those of the first call decide. Call this for each file that is loaded, since
 * qpy_selection_unloaded finds the others. No Python exception is raised, and none may be set. */
bool qpy_selection_covers(const char *file, PyObject *globals);

/* Return the statements of a file, which the caller frees; NULL if its text cannot be read. */
struct qpy_statements *qpy_selection_statements(const char *file, PyObject *globals);

/* Return the patterns of excluded lines, for texts that are in no file. */
const struct qpy_exclusions *qpy_selection_exclusions(void);

/* Return whether there may be files for qpy_selection_unloaded. */
bool qpy_selection_has_unloaded(void);

/* Call `add` with the code of each module that the program has not loaded: files that --include names, and importable
 * files in directories that it names and in the directories and packages of `source`. `name` is the name under which it
 * can be imported. Print a message for a file that cannot be compiled. Call this when the program ends. */
typedef void qpy_unloaded_module(const char *file, const char *name, PyCodeObject *code);
void qpy_selection_unloaded(qpy_unloaded_module *add);
