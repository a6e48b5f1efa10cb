/* measure.h - the measure of a profile: time, or what the program allocated.
 *
 * In a profile of allocations, the bytes or objects that a call path allocated take the place of its ticks, and objects
 * that of calls. Likewise, lines have bytes or objects in place of times, and for bytes objects or samples in place of
 * counts. So all queries, reports and exports apply to allocations as they do to times; where they print a number, they
 * use the measure's unit (qp_profile_number). */
#pragma once

#include "base/number.h"
#include "profile/load/model.h"

/* Make an open profile one of this measure, once. Return false for allocations if none were recorded; then the profile
 * is unchanged. */
bool qp_profile_measure(struct qp_profile *profile, enum qp_measure measure);

/* Format an amount of the profile's measure, given in ticks if that is time: "1.23 s", "4.5 MiB", "1,234". */
struct qp_number qp_profile_number(const struct qp_profile *profile, uint64_t amount);

/* Likewise for a time that was converted to nanoseconds. */
struct qp_number qp_measure_number(enum qp_measure measure, uint64_t amount);

/* Likewise, but with a time in this unit. */
struct qp_number qp_measure_in_unit(enum qp_measure measure, uint64_t amount, struct qp_unit unit);

/* Return a word for the measure: "time", "bytes" or "objects". */
const char *qp_measure_word(enum qp_measure measure);
