/* sampling.h - samples of a Python program (option -sample) instead of calls.
 *
 * Each time the process has used a certain processor time, a thread of ours interrupts the thread that runs Python's
 * code (interrupt.h). Between two samples the program runs at full speed. */
#pragma once

/* Start to take `rate` samples per second of processor time, possibly again, in a new run. Return NULL or an error
 * message. */
const char *qpy_sampling_begin(unsigned rate);

/* The run ends: take no more samples. Any thread may call this. */
void qpy_sampling_end(void);
