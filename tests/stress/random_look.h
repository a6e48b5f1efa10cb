/* random_look.h - checks of a run's data files. */
#pragma once

#include <stdbool.h>

/* Read all files in a directory, merge each into a file of its own, print errors, and add to the number of files.
 * at_once: threads ran the same virtual threads at once. The library notices that at a thread's next event. A run
 * without a shutdown may lack that event, so the times of its files need not add up. */
bool look_at_directory(const char *path, bool at_once, unsigned *files);
