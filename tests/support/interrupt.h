/* interrupt.h - a scene that is interrupted at any moment: a function that is called in a signal handler, time and
 * again.
 *
 *     interrupt_begin(200, report_a_call, &stage->numbers[0]);
 *     for (unsigned i = 0; interrupt_goes_on(i, CALLS); i++)
 *         work();
 *     interrupt_end();
 *
 * One at a time. The timer is the one that alarm uses, so the scene has no longest time any more. */
#ifndef QP_TESTS_SUPPORT_INTERRUPT_H
#define QP_TESTS_SUPPORT_INTERRUPT_H

#include <stdbool.h>
#include <stdint.h>

/* From now on SIGALRM comes after each so many microseconds of real time. Its handler calls the function with what the
 * system tells of the interrupted code (a ucontext_t), then adds 1 to the number of calls, and leaves errno as it was.
 */
void interrupt_begin(long microseconds, void (*call)(const void *context), uint64_t *calls);

/* Whether to go on with the turn-th repetition of the work: until it was done so often and INTERRUPTIONS have come; on
 * a machine that gives none, 100 times as often. */
bool interrupt_goes_on(uint64_t turn, uint64_t least);
#define INTERRUPTIONS 400

void interrupt_end(void);

#endif
