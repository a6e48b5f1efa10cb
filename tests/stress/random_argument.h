/* random_argument.h - random arguments for calls of every library. */
#pragma once

#include "tests/stress/random.h"

#define SOME(array, draw) ((array)[draw_below((draw), sizeof(array) / sizeof *(array))])

/* draw_number returns a small number or an invalid one. draw_text and draw_file return a name or a file name, which
 * may be NULL. */
int draw_number(struct draw *draw);
const char *draw_text(struct draw *draw);
const char *draw_file(struct draw *draw);
