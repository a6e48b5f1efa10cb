/* added.h - numbers of profiles by name: of functions, lines, branches, system threads, groups of virtual threads,
 * wake-ups. Numbers with the same name are summed, so that runs can be compared with the file into which they were
 * merged. */
#pragma once

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

/* Add all numbers of a profile, with times in nanoseconds. If `raw` is true, do not subtract the recorder's
 * overhead. */
void added_profile(struct added *added, const struct qp_profile *profile, bool raw);

/* Add a profile's functions, lines, numbers of branch outcomes, and exclusions, whether or not any code was
 * executed. */
void added_places(struct added *added, const struct qp_profile *profile);

/* Fail the test unless `one` and `other` have the same numbers. Times may differ by `most` nanoseconds. */
void added_expect_equal(const struct added *one, const struct added *other, uint64_t most);

void added_free(struct added *added);
