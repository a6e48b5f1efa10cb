/* problem.h - counts of misuse and loss that are worth reporting.
 *
 * Most kinds (diagnostic.h) are reported as counted. Some calls are correct now and then, and a mistake only in large
 * numbers. The recorder counts such calls, and these functions compare the count with other numbers of the run:
 *
 *   left-frame       exits that left no frame, because they name the frame on top
 *   shared-stack-id  such exits one after another at one frame: several frames of a function share an id
 *   untold-wait      virtual threads that often do not run, although neither a call nor a method's flag reports
 * waiting */
#pragma once

#include "format/diagnostic.h"
#include "profile/load/profile.h"

/* Return true if a kind is compared with other numbers of the run. */
bool qp_problem_is_judged(unsigned kind);

/* Return the number to report, 0 = none. */
uint64_t qp_problem_count(const struct qp_profile *profile, enum qp_product product, unsigned kind);
