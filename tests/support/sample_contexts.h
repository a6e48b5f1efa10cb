/* sample_contexts.h - a run of libqprof with contexts, contexts within others, loads of files, and counts of block
 * counters by context. sample_contexts returns the reference of the last interval. */
#pragma once

#include "tests/support/builder.h"

uint32_t sample_contexts(struct builder *builder);
