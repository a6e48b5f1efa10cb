/* interrupt.h - a scene that is interrupted at random moments: a signal handler calls a function repeatedly.
 *
 *     interrupt_begin(200, report_a_call, &stage->numbers[0]);
 *     for (unsigned i = 0; interrupt_continues(i, CALLS); i++)
 *         work();
 *     interrupt_end();
 *
 * Only one function can be called at a time. The signal is SIGALRM, which also ends a scene after its time limit, so
 * the scene loses this limit. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Send SIGALRM every `microseconds` of real time from now on. Its handler calls `call` with the context of the
 * interrupted code (a ucontext_t), then adds 1 to `calls`. It preserves errno. */
void interrupt_begin(long microseconds, void (*call)(const void *context), uint64_t *calls);

/* Return true if the scene must do its work once more. `turn` is the number of times that the scene has done its
 * work. The work is repeated at least `least` times, and until INTERRUPTIONS signals have come. On a machine that
 * delivers no signals, it ends after 100 * `least` times. */
bool interrupt_continues(uint64_t turn, uint64_t least);
#define INTERRUPTIONS 400

void interrupt_end(void);
