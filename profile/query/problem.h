/* problem.h - counts of misuse and loss that are worth reporting.
 *
 * Most kinds (diagnostic.h) are reported as counted. Three kinds count calls that are correct now and then, but a
 * mistake in large numbers. For them, the count is compared with other numbers of the run:
 *
 *   left-frame       exits that popped no frame, because they named the frame on top
 *   shared-stack-id  several such exits in a row at one frame; probably several frames of a function share a stack id
 *   untold-wait      virtual threads that often do not run, although neither a call nor a method's flag reports that
 *                    they wait */
#pragma once

#include "format/diagnostic.h"
#include "profile/load/profile.h"

/* Return the count to report for a kind of misuse; 0 = report nothing. */
uint64_t qp_problem_count(const struct qp_profile *profile, enum qp_product product, unsigned kind);
