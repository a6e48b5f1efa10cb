/* kinds.h - kinds of generated code. Each function finds the code of one kind in a method, and ignores it. */
#pragma once

#include "bindings/jvm/coverage/ignored.h"

void qjvm_kinds_monitors(struct qjvm_ignored *ignored);        /* `synchronized` left by an exception */
void qjvm_kinds_record_patterns(struct qjvm_ignored *ignored); /* record patterns whose accessor throws */
void qjvm_kinds_resources(struct qjvm_ignored *ignored);       /* the end of a `try` with resources */
void qjvm_kinds_strings(struct qjvm_ignored *ignored);         /* comparisons of a `switch` over strings */
void qjvm_kinds_assertions(struct qjvm_ignored *ignored);      /* tests whether assertions are enabled */

/* Copies of a `finally` block. Return false if out of memory. */
bool qjvm_kinds_finally(struct qjvm_ignored *ignored);
