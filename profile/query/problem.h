/* problem.h - counts of misuse and loss that are worth reporting.
 *
 * Most kinds (diagnostic.h) are reported as counted. Some calls are correct now and then, and a mistake only in large
 * numbers. The recorder counts these, and they are judged here with other numbers of the run:
 *
 *   left-frame       exits that left no frame, since they name the one on top
 *   shared-stack-id  such exits one after another at one frame: several frames of a function share an id
 *   untold-wait      virtual threads that never report waiting, by no call and no flag of a method, but do not run
 *                    for long */
#pragma once

#include "format/diagnostic.h"
#include "profile/load/profile.h"

/* Return true if a kind is judged so. */
bool qp_problem_is_judged(unsigned kind);

/* Return the number to report, 0 = none. */
uint64_t qp_problem_count(const struct qp_profile *profile, enum qp_product product, unsigned kind);
