/* random_qii.h - common parts of the random calls of libqprof and libcprof. */
#pragma once

#include "tests/stress/random_argument.h"
#include "tests/stress/random_calls.h"

#include <qii_load.h>

/* product() draws one of the two libraries. product_by() returns the library with which a callback registers the
 * method that has this id. */
const struct qii *product(struct draw *draw);
const struct qii *product_by(unsigned long number);

/* Draw a library for a call without a virtual thread among its arguments. */
const struct qii *product_here(struct draw *draw);

qprof_MethodID method(struct draw *draw);
unsigned long stack(struct draw *draw);
VthreadID vthread(struct draw *draw);

/* run_initialize makes the first call of a run. */
void run_initialize(struct draw *draw);
