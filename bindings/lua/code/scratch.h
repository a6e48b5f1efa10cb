/* scratch.h - memory for a while, of functions that may have a million lines. */
#ifndef QLUA_SCRATCH_H
#define QLUA_SCRATCH_H

#include <stddef.h>

/* As malloc, with free; a large block is mapped in large pages where the system has any. With small ones a third of the
 * time that a function of 900,000 lines takes is page faults. */
void *qlua_scratch(size_t size);

#endif
