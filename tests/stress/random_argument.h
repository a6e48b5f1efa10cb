/* random_argument.h - arguments that calls of every library take. */
#ifndef TESTS_STRESS_RANDOM_ARGUMENT_H
#define TESTS_STRESS_RANDOM_ARGUMENT_H

#include "tests/stress/random.h"

#define SOME(array, draw) ((array)[draw_below((draw), sizeof(array) / sizeof *(array))])

/* Small, or one that has no meaning; names and files, NULL among them. */
int draw_number(struct draw *draw);
const char *draw_text(struct draw *draw);
const char *draw_file(struct draw *draw);

#endif
