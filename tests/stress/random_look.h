/* random_look.h - checks of a run's data files. */
#pragma once

#include <stdbool.h>

/* Read all data files in a directory, merge each one into a new file, and print errors. Return true if all files are
 * valid. Add the number of data files to *files.
 *
 * `at_once` is true if several threads ran the same virtual threads at once. The library detects this misuse at a
 * thread's next event. A run that ended without a shutdown may have no such event, so the times in its files need not
 * add up. */
bool look_at_directory(const char *path, bool at_once, unsigned *files);
