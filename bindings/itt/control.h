/* control.h - when events of ITT are recorded: not after a detach, and not in ignored threads. */
#pragma once

#include <stdbool.h>

#include "bindings/itt/layout.h"
#include "bindings/native/start.h"

extern bool itt_detached; /* read and written atomically */
/* The program wants no events of this thread. The library is preloaded, so its thread-local variables are static. */
extern _Thread_local bool itt_ignored __attribute__((tls_model("initial-exec")));

/* Return whether an event of this thread is recorded. */
static inline bool itt_records(void)
{
    return !itt_ignored && !__atomic_load_n(&itt_detached, __ATOMIC_RELAXED) && native_records();
}

/* Return whether an event of this domain is recorded. The program tests most domains itself. */
static inline bool itt_is_on(const struct itt_domain *domain)
{
    return domain && domain->flags && itt_records();
}
