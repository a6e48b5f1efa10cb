/* cprof.h - QII as libcprof exports it: the functions of qprof.h, counting without a clock.
 *
 * A client chooses libqprof or libcprof by the file that it loads or links. */
#ifndef CPROF_H
#define CPROF_H

#include "qprof.h"

#endif
