/* allocations.h - samples of the objects that the program allocates (option -alloc=sample).
 *
 * The JVM reports an object each time that a thread has allocated some number of bytes, which varies randomly around
 * the mean of INTERVAL (JVMTI's SampledObjectAlloc). An object of n bytes is reported with the probability
 * p = 1 - exp(-n / INTERVAL). So it stands for 1 / p objects and n / p bytes, and the expected sums are those of all
 * objects. The row of the object's class is a callee of the method that allocated it. */
#pragma once

#include <jvmti.h>

/* Mean number of bytes between two samples of a thread. */
#define QJVM_ALLOCATION_INTERVAL (512 * 1024)

/* Begin to sample. Return NULL or an error message. */
const char *qjvm_allocations_begin(void);
void qjvm_allocations_end(void);
