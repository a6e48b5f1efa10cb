/* scratch.h - temporary memory for functions that may have a million lines. */
#pragma once

#include <stddef.h>

/* Allocate memory like malloc, which the caller frees with free. Large blocks use huge pages if the system has them:
 * with small pages, page faults took a third of the time to process a function of 900,000 lines. */
void *qlua_scratch(size_t size);
