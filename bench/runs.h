/* runs.h - rows run in succession in one program, each with a freshly started library. */
#pragma once

#include "events.h"
#include "row.h"

#define PAIRS 0 /* the number of pairs in the events */

struct run {
    void (*prepare)(uint32_t number); /* starts the library; may make events */
    uint32_t number;
    uint32_t calls; /* in one run of floor or candidate, or PAIRS */
    struct row row;
};

/* The main function of such a program: run the rows that the command line selects (row.h), and unload the library and
 * free the events after each. */
int runs_main(int argc, char **argv, const struct run *runs, size_t count, struct events *events);
