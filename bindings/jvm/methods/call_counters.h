/* call_counters.h - counters of the calls of a method. */
#pragma once

#include "bindings/kit/registry.h"

#define QJVM_STRIPES 8 /* counters of a method's calls, 64 bytes apart (stripes.h) */

/* Return the address of the counters of a registered function's calls. Return 0 if there is no space. The caller holds
 * the library's lock. */
uint64_t qjvm_call_counters(const struct kit_function *function);
