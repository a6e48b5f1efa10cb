/* random_calls.h - the calls of one library, as a run draws them. */
#pragma once

#include "tests/stress/random.h"

#include <stddef.h>

/* Handlers may only call events. Rare calls are those that affect the whole run. */
struct call {
    const char *name;
    void (*make)(struct draw *);
    unsigned usual; /* usual frequency, in about 10,000 calls */
    bool event;
    unsigned now; /* frequency in this run */
};

struct calls {
    struct call *calls;
    size_t count;
};

/* Calls of libqprof and libcprof, events and others, whose shares of the run are set here; calls of libvt. */
extern const struct calls event_calls;
extern const struct calls run_calls;
extern const struct calls vt_calls;

bool qii_calls_load(const char *qprof, const char *cprof);
void qii_calls_share(unsigned qprof, unsigned cprof);
void qii_calls_begin(struct draw *draw);
void qii_calls_end(void);
