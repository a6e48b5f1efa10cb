/* records.h - whether the callbacks of the runtime are recorded. */
#pragma once

#include <stdbool.h>

#include "bindings/native/start.h"

extern const void *ompt_runtime; /* address at which the runtime is loaded */
extern bool ompt_stopped;        /* in a forked child, whose parent's threads are gone */

/* Return whether callbacks are to be recorded. */
static inline bool ompt_records(void)
{
    return !ompt_stopped && native_records();
}
