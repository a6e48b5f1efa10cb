/* random_look.h - whether the data files that a run left are consistent. */
#ifndef TESTS_STRESS_RANDOM_LOOK_H
#define TESTS_STRESS_RANDOM_LOOK_H

#include <stdbool.h>

/* Read all files in a directory, and merge each into one of its own. Prints what is wrong, and adds up the files.
 * misused: threads used the same virtual threads at once, so the times of files with virtual threads need not add up.
 */
bool look_at_directory(const char *path, bool misused, unsigned *files);

#endif
