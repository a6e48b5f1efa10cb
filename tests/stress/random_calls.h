/* random_calls.h - tables of functions, and how often a run calls each function. */
#pragma once

#include "tests/stress/random.h"

#include <stddef.h>

/* A function that a run may call. Signal handlers may only call functions that record events. Functions that affect
 * the whole run are called rarely. */
struct call {
    const char *name;
    void (*make)(struct draw *);
    unsigned usual; /* usual frequency: number of calls of this function in about 10,000 calls */
    bool event;
    unsigned now; /* frequency in this run */
};

struct calls {
    struct call *calls;
    size_t count;
};

/* event_calls has the functions of libqprof and libcprof that record events, run_calls all others of these
 * libraries. vt_calls has the functions of libvt. */
extern const struct calls event_calls;
extern const struct calls run_calls;
extern const struct calls vt_calls;

bool qii_calls_load(const char *qprof, const char *cprof);
void qii_calls_share(unsigned qprof, unsigned cprof);
void qii_calls_begin(struct draw *draw);
void qii_calls_end(void);
