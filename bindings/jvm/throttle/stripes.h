/* stripes.h - which of a method's call counters each thread increments (QiiCounters.java).
 *
 * The calls of a method that is not timed have QJVM_STRIPES counters. Each of the program's first threads has one for
 * itself, which it increments by a plain addition, and so do the virtual threads that it carries; all other threads
 * share counter 0, which they increment atomically. So counts are exact; an atomic addition takes 6 ns, a plain one
 * about 1 ns. If the JVM has virtual threads, two counters are reserved for carriers. The program's first thread has
 * counter 1, which it finds without a look-up as long as the process lives.
 */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/jvm/methods/call_counters.h"

/* Give counters to threads that start from now on, and to `first`, the calling thread, unless it is NULL. Return false
 * if out of memory. Further calls do nothing. */
bool qjvm_stripes_begin(JNIEnv *env, jthread first);
