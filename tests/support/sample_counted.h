/* sample_counted.h - a sampled run of libqprof with the client's own counters, in two phases.
 *
 * Calls of "work" (lines 2 to 4 of src/work.lua), "quick" (6 and 7) and "never" (9) are counted; those of "main", which
 * has no lines, and of "library" (lines 20 and 21 of lib.lua) are not. "quick" was never sampled. */
#pragma once

#include "tests/support/builder.h"

/* Return the reference of the node of the first phase's root. */
uint32_t sample_counted(struct builder *builder);
