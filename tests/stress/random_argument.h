/* random_argument.h - random arguments for calls of every library. */
#pragma once

#include "tests/stress/random.h"

#define SOME(array, draw) ((array)[draw_below((draw), sizeof(array) / sizeof *(array))])

/* Draw a number, small or meaningless; draw names and files, sometimes NULL. */
int draw_number(struct draw *draw);
const char *draw_text(struct draw *draw);
const char *draw_file(struct draw *draw);
