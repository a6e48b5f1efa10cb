/* random_calls.h - the calls of one library, as a run draws them. */
#ifndef TESTS_STRESS_RANDOM_CALLS_H
#define TESTS_STRESS_RANDOM_CALLS_H

#include "tests/stress/random.h"

#include <stddef.h>

/* What a handler may call is an event. Rare calls are those that turn the whole run over. */
struct call {
    const char *name;
    void (*make)(struct draw *);
    unsigned usual; /* how often among 10,000 or so */
    bool event;
    unsigned now; /* the same in this run */
};

struct calls {
    struct call *calls;
    size_t count;
};

/* Of libqprof and libcprof, whose shares of the run are set here: events, and all else; of libvt. */
extern const struct calls event_calls;
extern const struct calls run_calls;
extern const struct calls vt_calls;

bool qii_calls_load(const char *qprof, const char *cprof);
void qii_calls_share(unsigned qprof, unsigned cprof);
void qii_calls_begin(struct draw *draw);
void qii_calls_end(void);

#endif
