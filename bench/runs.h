/* runs.h - rows one after the other in one program, each with a library that is started for it alone. */
#ifndef BENCH_RUNS_H
#define BENCH_RUNS_H

#include "events.h"
#include "row.h"

#define PAIRS 0 /* the pairs of the events that were made */

struct run {
    void (*prepare)(uint32_t number); /* starts the library; may make events */
    uint32_t number;
    uint32_t calls; /* in one run of floor or candidate, or PAIRS */
    struct row row;
};

/* The main of such a program: run those of count rows that the command line chooses (row.h), and let go of library and
 * events behind each. */
int runs_main(int argc, char **argv, const struct run *runs, size_t count, struct events *events);

#endif
