/* thread.h - a green thread: its stack and its state. */
#ifndef THREAD_H
#define THREAD_H

#include "../tinyvm/fiber.h"

#include <stdint.h>

/* State of a thread, from its creation to its end. */
enum state {
    STATE_RUNNING,  /* on a carrier */
    STATE_RUNNABLE, /* ready, waits for a carrier */
    STATE_BLOCKED,  /* in a read, on or off its carrier */
    STATE_WAITING,  /* for another thread or for a deadline */
    STATE_ENDED
};

struct thread {
    struct fiber stack;
    enum state state;
    bool has_begun;      /* its first function was entered */
    int64_t result;      /* result of the native function in which the thread was parked */
    int64_t sending;     /* value that the thread waits to send */
    uint64_t deadline;   /* end of its sleep or read */
    struct thread *next; /* next thread in the list that contains this thread: of ready threads, or of threads parked
                          * at a channel or at a thread's end */
    struct thread *joiners;

    /* The fields below are for truth.h. */
    uint64_t since; /* start of its state */
    uint64_t unsure;
    uint64_t processor; /* for a running thread: value of its carrier's CPU clock at `since` */
    uint64_t stolen;
    uint64_t reports;
    int charged; /* number of the function that was charged last */
    uint64_t times[STATE_ENDED];
    uint64_t flagged[STATE_ENDED]; /* by state: running time in natives that are flagged as blocking or waiting */
};

#endif
