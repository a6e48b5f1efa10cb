/* thread.h - a green thread: a stack of the language, and where the thread stands. */
#ifndef THREAD_H
#define THREAD_H

#include "../tinyvm/fiber.h"

#include <stdint.h>

/* What a thread does. Exactly one of these holds from its creation to its end. */
enum state {
    STATE_RUNNING,  /* on a carrier */
    STATE_RUNNABLE, /* it could run, and waits for a carrier */
    STATE_BLOCKED,  /* in a read, on or off its carrier */
    STATE_WAITING,  /* for another thread or for a moment */
    STATE_ENDED
};

struct thread {
    struct fiber stack;
    enum state state;
    bool has_begun;      /* its first function was entered */
    int64_t result;      /* of the native function that it was parked in */
    int64_t sending;     /* the value that it waits to send */
    uint64_t deadline;   /* of its sleep or read */
    struct thread *next; /* in the one list that it stands in: ready, or parked at a channel or a thread's end */
    struct thread *joiners;
    uint64_t since; /* start of its state; truth.h */
    uint64_t unsure;
    uint64_t processor; /* CPU clock of its carrier at that start, where it runs */
    uint64_t stolen;
    uint64_t told;
    int charged; /* the function that had time at last */
    uint64_t times[STATE_ENDED];
    uint64_t flagged[STATE_ENDED]; /* of its running time: in natives that block, that wait */
};

#endif
