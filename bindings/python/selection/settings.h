/* settings.h - the dictionary of start/coverage_settings.py as C values. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/python/text/statements.h"

struct qpy_names {
    char **items;
    int count;
};

/* Settings that are not set are NULL or empty. A matcher is the method `match` of a regular expression for paths. */
struct qpy_settings {
    bool branches;
    struct qpy_names sources;  /* directories */
    struct qpy_names folders;  /* real paths of the directories that --include names */
    struct qpy_names files;    /* real paths of the files that --include names */
    struct qpy_names packages; /* names of packages and modules, also those in `source` */
    struct qpy_names library;  /* directories of the standard library */
    struct qpy_names programs; /* directories of installed programs */
    PyObject *include;
    PyObject *omit;
    PyObject *report; /* include of the report */
    struct qpy_exclusions exclusions;
};

/* Read the dictionary into empty settings. Return false with a Python exception if it lacks a setting, or if out of
 * memory. */
bool qpy_settings_read(struct qpy_settings *settings, PyObject *dictionary);

/* Return whether a path is one of these directories, or in one of them. */
bool qpy_names_contain_path(const struct qpy_names *names, const char *path);

/* Return whether a module is one of these, or in one of these packages. */
bool qpy_names_contain_module(const struct qpy_names *names, const char *module);

/* Return whether a matcher matches a path. */
bool qpy_settings_match(PyObject *matcher, const char *path);
