/* sampled.h - threads whose stacks are sampled by timers (timer.h), and recorded by a recorder thread (slots.h).
 *
 * A binding's own struct of a thread begins with kit_sampled. The binding installs the signal handler, finds the
 * stacks, and allocates and frees the structs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "timer.h"

__BEGIN_DECLS

struct kit_sampled {
    void *handle;    /* qprof_hand_over_thread or _other; NULL = not handed over yet */
    pid_t system_id; /* set if kit_sampled_begin_other began it, else 0 */
    uint64_t since;  /* with system_id: reading of the clock at the begin */
    struct kit_timer timer;
    clockid_t cpu;                       /* CPU clock of the thread, for other threads */
    uint64_t ended;                      /* reading of the timer's clock at the thread's end; 0 = it runs */
    struct kit_sampled *next, *previous; /* all that are recorded */
};

/* Begin to take samples by this signal, of CLOCK_THREAD_CPUTIME_ID or CLOCK_MONOTONIC. */
void kit_sampled_start(clockid_t clock, int signal, unsigned samples_per_second);

/* Stop taking samples, in all threads. */
void kit_sampled_stop(void);

/* Return whether samples are taken. Async-signal-safe. */
bool kit_sampled_is_active(void);

/* Begin to sample the calling thread, whose struct is zeroed. Return false with errno if it has no timer: then it is
 * recorded without samples. */
bool kit_sampled_begin(struct kit_sampled *thread);

/* Begin to sample another thread of the process, whose struct is zeroed and is the value of the signals. The struct
 * must never be freed, because a signal may be pending. Return false if the thread has ended. */
bool kit_sampled_begin_other(struct kit_sampled *thread, pid_t system_id);

/* Name the calling thread. */
void kit_sampled_name(struct kit_sampled *thread, const char *name);

/* The calling thread ends. From now on its struct belongs to the recorder thread. */
void kit_sampled_end(struct kit_sampled *thread);

/* For the recorder thread: return the thread's handle, which a thread that another one prepared gets here. */
void *kit_sampled_handle(struct kit_sampled *thread);

/* Return the struct that kit_sampled_begin_other began for this thread; NULL if there is none. */
struct kit_sampled *kit_sampled_find(pid_t system_id);

/* Call visit for each thread that is recorded, while none can begin or be removed. */
void kit_sampled_visit(void (*visit)(struct kit_sampled *thread));

/* For the recorder thread: end the recording of a thread that ended at this reading of the clock, or of all that are
 * left. */
void kit_sampled_remove(struct kit_sampled *thread, uint64_t clock);
void kit_sampled_remove_all(void);

__END_DECLS
