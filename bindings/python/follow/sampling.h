/* sampling.h - samples of a Python program (option -sample) instead of calls.
 *
 * Each time the process has used a certain processor time, a thread of ours interrupts the thread that runs Python's
 * code by a signal (SIGPROF). The signal handler sets a profile function, whose first event takes the sample: until
 * then, the thread stays in the same function. The profile function then removes itself, so between two samples the
 * program runs at full speed. */
#pragma once

/* Start to take `rate` samples per second of processor time, possibly again, in a new run. Return NULL or an error
 * message. */
const char *qpy_sampling_begin(unsigned rate);

/* The run ends: take no more samples. Any thread may call this. */
void qpy_sampling_end(void);
