/* hostile.h - a run of which every text is an attack on whoever shows it: names of functions, classes, files, threads,
 * groups and phases, the program, its directory and options, and the texts of its sources. All have numbers of their
 * own, so that an output that lost one is noticed. Functions of one name are in two files, functions call themselves,
 * and libcprof has their lines and branches. */
#ifndef TESTS_SUPPORT_HOSTILE_H
#define TESTS_SUPPORT_HOSTILE_H

#include "tests/support/builder.h"

void hostile_build(struct builder *builder);

#endif
