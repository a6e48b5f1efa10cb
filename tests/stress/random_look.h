/* random_look.h - whether the data files that a run left are consistent. */
#ifndef TESTS_STRESS_RANDOM_LOOK_H
#define TESTS_STRESS_RANDOM_LOOK_H

#include <stdbool.h>

/* Counts of what was looked at so far. */
struct look_counts {
    unsigned files;
    unsigned off; /* at-once files whose times do not add up, without a note that names the mistake */
};

/* Read all files in a directory, and merge each into one of its own. Prints what is wrong, and adds up the counts.
 * at_once: threads ran the same virtual threads at once. Without a shutdown a thread may not have come to its next
 * event, where the library sees that, so the times of such a file need not add up. With one the library misses the
 * mistake now and then: that is counted. */
bool look_at_directory(const char *path, bool at_once, struct look_counts *counts);

#endif
