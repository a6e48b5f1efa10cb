/* call_counters.h - counters of a method of which only the calls are counted. */
#pragma once

#include "bindings/jvm/insert/counters.h"
#include "bindings/kit/registry.h"

/* Return the address of the QJVM_STRIPES counters of a registered function's calls (insert/counters.h). Return 0 if
 * there is no space. The caller holds the library's lock. */
uint64_t qjvm_call_counters(const struct kit_function *function);
