/* random_look.h - checks of a run's data files. */
#pragma once

#include <stdbool.h>

/* Read all files in a directory, merge each into a new file, and print errors. Return whether all are valid. Add to the
 * number of files.
 *
 * `at_once` is true if threads ran the same virtual threads at once. The library notices that misuse only at a thread's
 * next event, which a run without a shutdown may not have; so the times of its files need not add up. */
bool look_at_directory(const char *path, bool at_once, unsigned *files);
