/* runs.h - a program that runs several rows one after the other, and starts the library anew for each of them. */
#pragma once

#include "events.h"
#include "row.h"

#define PAIRS 0 /* value of `calls` in struct run that means: as many calls as the events have pairs */

struct run {
    void (*prepare)(uint32_t number); /* starts the library; may make events */
    uint32_t number;
    uint32_t calls; /* number of calls in one run of the row's `floor` or `candidate`; or PAIRS */
    struct row row;
};

/* Main function of a program with several rows. Run the rows that the command line selects (row.h). After each row,
 * unload the library and free the events. */
int runs_main(int argc, char **argv, const struct run *runs, size_t count, struct events *events);
