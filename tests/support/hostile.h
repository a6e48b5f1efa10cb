/* hostile.h - a run in which every text attacks the program that shows it: names of functions, classes, files, threads,
 * groups and phases, the program, its directory and options, and the texts of its sources. All have numbers of their
 * own, so that a lost one is noticed. Functions of one name are in two files, functions call themselves, and libcprof
 * has their lines and branches. */
#pragma once

#include "tests/support/builder.h"

void hostile_build(struct builder *builder);

/* Build such a log of libvt: states, counters, scopes, threads, comments and source locations. Its counters have values
 * that are not finite numbers. */
void hostile_log_build(struct builder *builder);

/* Number of texts; each as a string of the file. */
extern const uint32_t hostile_texts;
uint32_t hostile_text(struct builder *builder, uint32_t number);
