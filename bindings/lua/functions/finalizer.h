/* finalizer.h - functions whose lines cannot be observed: Lua runs a __gc metamethod without hooks, and what it calls.
 *
 * They are known by their text: a function called __gc, or one whose name stands on the right of `__gc =`. Those that
 * were never seen to run are left out of coverage at the end, since never is not known to be true; functions that only
 * finalizers call look like any that was not called. */
#ifndef QLUA_FINALIZER_H
#define QLUA_FINALIZER_H

#include <stddef.h>

#include "bindings/lua/functions/function.h"

/* The names on the right of `__gc =` in a text. */
struct qlua_finalizers {
    char **names;
    int count;
};

void qlua_finalizers_init(struct qlua_finalizers *finalizers, const char *text, size_t size);
void qlua_finalizers_fini(struct qlua_finalizers *finalizers);

/* Mark those of the functions of a text that it makes finalizers. They have their names; some may be NULL. */
void qlua_finalizers_mark(const struct qlua_finalizers *finalizers, struct qlua_function **functions, int count);

/* Tell the library which lines to leave out. */
void qlua_finalizers_exclude(void);

#endif
