/* imports.h - replace a function of Lua that C modules call directly.
 *
 * Functions in Lua's tables can be replaced there (stand_in.h); a C module that was linked with a function of Lua calls
 * it through its own table of imports. That table is found as the dynamic linker finds it. */
#ifndef QLUA_IMPORTS_H
#define QLUA_IMPORTS_H

#include <stdbool.h>

struct qlua_import {
    const char *name;
    void *function; /* as this module sees it */
    void *ours;
};

/* Functions that are replaced in the same objects. */
struct qlua_imports {
    const struct qlua_import *imports;
    int count;
    const char *object;        /* part of the objects' file names, NULL = all objects */
    unsigned long long seen;   /* objects loaded so far, at the last replacement */
    struct qlua_imports *next; /* of those that loading.h watches */
};

/* Replace the functions in all loaded objects but this one, in those that were loaded since the last call. Imports of a
 * function of the same name in another library stay as they are. An object that does not allow it stays as it is. */
void qlua_imports_replace(struct qlua_imports *imports);

#endif
