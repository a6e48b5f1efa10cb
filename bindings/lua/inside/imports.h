/* imports.h - replacement of Lua's C functions in C modules that call them directly.
 *
 * stand_in.h replaces functions in Lua's tables. But a C module that is linked with a function of Lua calls the
 * function through the module's import table (GOT). The import table is found in the same way as the dynamic linker
 * finds it. */
#pragma once

#include <stdbool.h>

struct qlua_import {
    const char *name;
    void *function; /* address in this module */
    void *ours;     /* replacement */
};

/* List of functions, all of which are replaced in each shared object of one set. */
struct qlua_imports {
    const struct qlua_import *imports;
    int count;
    const char *object;        /* part of the objects' file names, NULL = all objects */
    unsigned long long seen;   /* number of objects loaded at the last replacement */
    bool watched;              /* in the list of loading.c */
    struct qlua_imports *next; /* next struct in the list of loading.c */
};

/* Replace the functions in all shared objects that were loaded since the last call, except this module. Skip imports
 * of a function of the same name in another library, and objects that cannot be changed. */
void qlua_imports_replace(struct qlua_imports *imports);
