/* scratch.h - temporary memory for functions that may have a million lines. */
#pragma once

#include <stddef.h>

/* Allocate like malloc, to be freed by free. Large blocks use huge pages, if available: with small pages, page faults
 * took a third of the time for a function of 900,000 lines. */
void *qlua_scratch(size_t size);
