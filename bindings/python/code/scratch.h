/* scratch.h - memory for the analysis of one code object, which is used again for the next one. The caller holds the
 * GIL. */
#pragma once

#include <stddef.h>

/* Return memory that is valid until the next qpy_scratch_reset, NULL if out of memory. */
void *qpy_scratch(size_t size);

/* Make all memory available again. */
void qpy_scratch_reset(void);
