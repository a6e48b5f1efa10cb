/* functions.h - the functions of ITT that native.so has, by name.
 *
 * Functions that a static part has and these lists have not stay at their null functions, which do nothing: memory
 * annotations, suppressions, models of parallel sites, call stack stitching, tracks, relations, ids and modules. */
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

extern const struct itt_named itt_makers[];
extern const struct itt_named itt_tasks[];
extern const struct itt_named itt_overlaps[];
extern const struct itt_named itt_frames[];
extern const struct itt_named itt_marks[];
extern const struct itt_named itt_waits[];
extern const struct itt_named itt_counters[];
extern const struct itt_named itt_metadata[];
extern const struct itt_named itt_controls[];
