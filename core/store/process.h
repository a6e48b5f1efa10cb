/* process.h - what a forked child must not inherit: the locks and the switches, in a page that fork wipes.
 *
 * A child of any kind (fork, _Fork, a raw clone without shared memory) finds zeros here: nothing records, and every
 * lock is free, also one that another thread of the parent held. No handler has to run for that. */
#ifndef QP_STORE_PROCESS_H
#define QP_STORE_PROCESS_H

#include "base/attribute.h"
#include "format/record.h"

#include <pthread.h>
#include <stdint.h>

/* The kinds of room that is ready for those who may not wait (shelf.h). */
enum qp_shelf { QP_SHELF_LOCATIONS, QP_SHELF_ADDRESSES, QP_SHELVES };

struct qp_process {
    uint32_t alive;                  /* 1 since the first start in this process */
    uint32_t recording[QP_PRODUCTS]; /* 1 while the product takes events */
    uint32_t held;                   /* 1 = events wait, those of all products (core/carrier/lanes.h) */
    pthread_mutex_t session;         /* start, stop, control: taken first, never in an event */
    pthread_mutex_t cold;            /* definitions, threads, virtual threads: only through core/thread/occupy.h */
    pthread_mutex_t trace;           /* blocks of the event log: taken in an event */
    pthread_mutex_t growth;          /* extents of the data file: taken last */
    struct qp_header *diagnosed;     /* counts misuse and loss; NULL = no data file is open */
    struct qp_chunk *shelves[QP_SHELVES][2]; /* room that is ready in it; shelf.h */
    uint32_t located;                        /* number of the data file that gets locations; 0 = none */
    uint32_t loader;                         /* of core/stacks/loader.c; 0 = not looked yet */
};

/* Never NULL; a static one that stays zero where the page could not be had. */
extern QP_SHARED struct qp_process *qp_process;

/* Returns 0, or -1 when there is no memory that fork wipes. Called at load and again at each start. */
int qp_process_init(void);

#endif
