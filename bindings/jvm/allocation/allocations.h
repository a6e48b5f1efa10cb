/* allocations.h - objects that the program allocates, as the JVM reports them (JVMTI's SampledObjectAlloc).
 *
 * With -alloc=sample, the JVM reports an object each time that a thread has allocated some number of bytes, which
 * varies randomly around the mean of INTERVAL. An object of n bytes is reported with the probability p = 1 - exp(-n /
 * INTERVAL). So it stands for 1 / p objects and n / p bytes, and the expected sums are those of all objects. With
 * -alloc=exact, the JVM reports each object, which takes about a microsecond. The row of the object's class is a callee
 * of the method that allocated it. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Mean number of bytes between two samples of a thread. */
#define QJVM_ALLOCATION_INTERVAL (512 * 1024)

/* Begin to record allocations: each one, or samples. Return NULL or an error message. */
const char *qjvm_allocations_begin(JNIEnv *env, bool all);
void qjvm_allocations_end(void);
