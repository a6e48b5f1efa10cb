/* filter.h - search for code that a compiler generated. The same code is ignored that JaCoCo ignores. */
#pragma once

#include "bindings/jvm/coverage/ignored.h"

/* Find the code to ignore. Return false if out of memory. Call qjvm_ignored_fini in either case. */
bool qjvm_filter_find(struct qjvm_ignored *ignored, const struct qjvm_code *code);

/* Remove lines without other code from the code's line starts, and let each line begin with the first instruction that
 * is not ignored. */
void qjvm_filter_lines(const struct qjvm_ignored *ignored, struct qjvm_code *code);
