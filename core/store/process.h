/* process.h - process state that a forked child must not inherit: locks and switches, in a page that fork wipes.
 *
 * A child of any kind (fork, _Fork, a raw clone without shared memory) finds zeros here. So nothing records in the
 * child, and every lock is free, even one that another thread of the parent held. No fork handler has to run for
 * that. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

#include <pthread.h>
#include <stdint.h>

/* Kinds of signal pools (signal_pool.h). */
enum qp_signal_pool { QP_SIGNAL_POOL_LOCATIONS, QP_SIGNAL_POOL_ADDRESSES, QP_SIGNAL_POOLS };

struct qp_process {
    uint32_t alive;                  /* 1 once a product has been started in this process */
    uint32_t recording[QP_PRODUCTS]; /* 1 while the product records events */
    uint32_t held;                   /* 1 = no event may begin: each thread waits before its next event
                                      * (core/carrier/safepoint.h) */
    pthread_mutex_t session;         /* guards start, stop and control of runs; taken before the other locks, never
                                      * in an event */
    pthread_mutex_t cold;            /* guards definitions, threads, virtual threads; taken only through
                                      * core/thread/occupy.h */
    pthread_mutex_t trace;           /* guards the blocks of the event log; taken in an event */
    pthread_mutex_t growth;          /* guards the extents of the data file; taken after all other locks */
    struct qp_header *diagnosed;     /* header of the open data file, which counts misuse and loss; NULL = no file is
                                      * open */
    struct qp_chunk *signal_pools[QP_SIGNAL_POOLS][2]; /* chunks of the signal pools */
    uint32_t located;                                  /* number of the data file into which source locations are
                                                        * written; 0 = none */
    uint32_t loader;                                   /* state of core/stacks/loader.c; 0 = not checked yet */
};

/* This pointer is never NULL. If the page is not available, it points to a static struct that stays zero. */
extern QP_SHARED struct qp_process *qp_process;

/* Make the page. Return 0, or -1 if the system provides no memory that fork wipes. This function is called when the
 * library is loaded, and again at each start of a run. */
int qp_process_init(void);
