/* site_counts.h - exact allocations in a run with samples: what counters at allocation sites have counted (sites.h).
 *
 * Each second, and at the end, a thread of the agent records what has been added since. The rows have the method and
 * line that allocate, but no callers, and all threads together. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Define the class that counts. Call this before classes are rewritten. Return its name, NULL if the JVM refuses. */
const char *qjvm_site_counts_define(JNIEnv *env);

/* Begin to record. Return NULL or an error message. */
const char *qjvm_site_counts_begin(JNIEnv *env);

/* Record what was counted so far. */
void qjvm_site_counts_save(JNIEnv *env);

void qjvm_site_counts_end(JNIEnv *env);
