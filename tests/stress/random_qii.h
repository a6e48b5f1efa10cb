/* random_qii.h - what random calls of libqprof and libcprof have in common. */
#ifndef TESTS_STRESS_RANDOM_QII_H
#define TESTS_STRESS_RANDOM_QII_H

#include "tests/stress/random_argument.h"
#include "tests/stress/random_calls.h"

#include <qii_load.h>

/* One of the two libraries; the other one of an id that a callback is asked about. */
const struct qii *product(struct draw *draw);
const struct qii *product_by(unsigned long number);

/* One of them, for a call that names no virtual thread. */
const struct qii *product_here(struct draw *draw);

qprof_MethodID method(struct draw *draw);
unsigned long stack(struct draw *draw);
VthreadID vthread(struct draw *draw);

/* The first call of a run. */
void run_initialize(struct draw *draw);

#endif
