/* finalizer.h - detection of finalizers, whose lines cannot be observed: Lua runs __gc metamethods, and functions that
 * they call, without hooks.
 *
 * They are identified by their text: a function named __gc, or one whose name is on the right of `__gc =`. Those never
 * seen running are excluded from coverage at the end, since they may have run. Functions called only by finalizers look
 * like functions that were never called. */
#pragma once

#include "bindings/lua/functions/function.h"
#include "bindings/lua/text/written_names.h"

/* Mark the finalizers among the functions of a text. `names` are the names from that text. The functions are
 * already named; some may be NULL. */
void qlua_finalizers_mark(const struct qlua_written_names *names, struct qlua_function **functions, int count);

/* Exclude the lines of finalizers that were never seen running. */
void qlua_finalizers_exclude(void);
