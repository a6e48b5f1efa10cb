/* added.h - what profiles say, number by number under a name: of functions, lines, branches, system threads, groups of
 * virtual threads, wake-ups. Numbers of one name are added up, so that runs can be compared with what they were merged
 * into. */
#ifndef TESTS_SUPPORT_ADDED_H
#define TESTS_SUPPORT_ADDED_H

#include "profile/load/profile.h"

#include <stdbool.h>

struct added {
    struct added_number {
        char name[240];
        uint64_t value;
        bool is_time;
    } * items;
    size_t count;
};

/* Add all numbers of a profile; times in nanoseconds, with the recorder's own cost when raw. */
void added_profile(struct added *added, const struct qp_profile *profile, bool raw);

/* The same of what was recorded of whatever ran or not: functions, lines, outcomes, exclusions. These are no sums. */
void added_places(struct added *added, const struct qp_profile *profile);

/* Each number of one is in the other, and is the same, times to so many nanoseconds; else the test fails. */
void added_expect_equal(const struct added *one, const struct added *other, uint64_t most);

void added_free(struct added *added);

#endif
