/* hostile.h - a run whose every name is meant to break a format: what would end a script, a line, a record, a cell or
 * an element, run a formula, steer a terminal, turn the direction of a text, or is no text at all; 64 KB of it, and
 * nothing. Functions, classes, files, threads, groups and the program are called so, libqprof's and libcprof's. Two
 * functions of one name are in files of their own, one calls itself. */
#ifndef TESTS_SUPPORT_HOSTILE_H
#define TESTS_SUPPORT_HOSTILE_H

#include "tests/support/builder.h"

void hostile_build(struct builder *builder);

#endif
