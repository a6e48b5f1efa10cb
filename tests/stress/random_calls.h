/* random_calls.h - one library's functions and how often a run calls each. */
#pragma once

#include "tests/stress/random.h"

#include <stddef.h>

/* A function that a run may call. Signal handlers may only call events. Rare calls are those that affect the whole
 * run. */
struct call {
    const char *name;
    void (*make)(struct draw *);
    unsigned usual; /* usual frequency: calls among about 10,000 */
    bool event;
    unsigned now; /* frequency in this run */
};

struct calls {
    struct call *calls;
    size_t count;
};

/* event_calls and run_calls are of libqprof and libcprof: events, and all other functions. vt_calls are of libvt. */
extern const struct calls event_calls;
extern const struct calls run_calls;
extern const struct calls vt_calls;

bool qii_calls_load(const char *qprof, const char *cprof);
void qii_calls_share(unsigned qprof, unsigned cprof);
void qii_calls_begin(struct draw *draw);
void qii_calls_end(void);
