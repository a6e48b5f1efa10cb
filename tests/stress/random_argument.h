/* random_argument.h - random arguments for calls of every library. */
#pragma once

#include "tests/stress/random.h"

#define SOME(array, draw) ((array)[draw_below((draw), sizeof(array) / sizeof *(array))])

/* Draw a number that is small or meaningless; draw a name or a file, which may be NULL. */
int draw_number(struct draw *draw);
const char *draw_text(struct draw *draw);
const char *draw_file(struct draw *draw);
