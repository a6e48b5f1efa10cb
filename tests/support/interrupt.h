/* interrupt.h - a scene that is interrupted at any moment: a function is called repeatedly in a signal handler.
 *
 *     interrupt_begin(200, report_a_call, &stage->numbers[0]);
 *     for (unsigned i = 0; interrupt_continues(i, CALLS); i++)
 *         work();
 *     interrupt_end();
 *
 * Only one at a time. The timer is alarm's, so the scene has no time limit any more. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Send SIGALRM every so many microseconds of real time from now on. Its handler calls the function with the context of
 * the interrupted code (a ucontext_t), then adds 1 to the number of calls, and keeps errno.
 */
void interrupt_begin(long microseconds, void (*call)(const void *context), uint64_t *calls);

/* Return whether to repeat the work for the turn-th time: until it was done `least` times and INTERRUPTIONS have come,
 * but at most 100 times as often on a machine that delivers no signals. */
bool interrupt_continues(uint64_t turn, uint64_t least);
#define INTERRUPTIONS 400

void interrupt_end(void);
