/* hostile.h - a run in which every text attacks the program that shows it: names of functions, classes, files,
 * threads, groups and phases; the program, its directory and options; the texts of its sources. Each text has different
 * numbers, so that a lost text is noticed. The run has functions of one name in two files and functions that call
 * themselves. For libcprof it has their lines and branches, too. */
#pragma once

#include "tests/support/builder.h"

void hostile_build(struct builder *builder);

/* Build a log of libvt with the same texts: states, counters, scopes, threads, comments and source locations. Its
 * counters have values that are not finite numbers. */
void hostile_log_build(struct builder *builder);

/* Number of hostile texts. hostile_text adds one of them as a string of the file. */
extern const uint32_t hostile_texts;
uint32_t hostile_text(struct builder *builder, uint32_t number);
