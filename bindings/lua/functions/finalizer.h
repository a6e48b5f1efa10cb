/* finalizer.h - detection of finalizers, whose lines cannot be observed: Lua runs __gc metamethods, and functions
 * that they call, without hooks.
 *
 * Finalizers are recognized in the source text: by the name __gc, or because their name is on the right of `__gc =`. A
 * finalizer that was never seen running is excluded from coverage at the end of the run, since it may have run.
 * Functions that only finalizers call cannot be recognized, and are reported as never called. */
#pragma once

#include "bindings/lua/functions/function.h"
#include "bindings/lua/text/written_names.h"

/* Mark the finalizers among the functions of a text. `names` are the names from this text. The functions must
 * already have their names; some of the pointers may be NULL. */
void qlua_finalizers_mark(const struct qlua_written_names *names, struct qlua_function **functions, int count);

/* Exclude the lines of finalizers that were never seen running. */
void qlua_finalizers_exclude(void);
