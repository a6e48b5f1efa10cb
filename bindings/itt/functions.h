/* functions.h - the functions of ITT that native.so has, by name. */
#pragma once

#include "bindings/itt/layout.h"

struct itt_named {
    const char *name; /* NULL ends a list */
    itt_function *function;
};

/* The types differ, so each function is cast. */
#define ITT_NAMED(name, function)                                                                                      \
    {                                                                                                                  \
        "__itt_" #name, (itt_function *)(function)                                                                     \
    }

extern const struct itt_named itt_tasks[];
