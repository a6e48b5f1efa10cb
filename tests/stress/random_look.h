/* random_look.h - whether the data files that a run left are consistent. */
#ifndef TESTS_STRESS_RANDOM_LOOK_H
#define TESTS_STRESS_RANDOM_LOOK_H

#include <stdbool.h>

/* Read all files in a directory, and merge each into one of its own. Prints what is wrong, and adds up the files. */
bool look_at_directory(const char *path, unsigned *files);

#endif
