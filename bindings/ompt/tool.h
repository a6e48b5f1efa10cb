/* tool.h - the connection to the runtime. */
#pragma once

#include <stdbool.h>

#include "bindings/native/start.h"

extern bool ompt_tool_stopped; /* in a forked child, whose parent's threads are gone */

/* Return whether callbacks are to be recorded. */
static inline bool ompt_tool_records(void)
{
    return !ompt_tool_stopped && native_records();
}
