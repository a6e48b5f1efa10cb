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
    uint32_t alive;                  /* 1 after the first start in this process */
    uint32_t recording[QP_PRODUCTS]; /* 1 while the product records events */
    uint32_t held;                   /* 1 = events of all products wait (core/carrier/safepoint.h) */
    pthread_mutex_t session;         /* start, stop, control; taken first, and never in an event */
    pthread_mutex_t cold;        /* definitions, threads, virtual threads; taken only through core/thread/occupy.h */
    pthread_mutex_t trace;       /* blocks of the event log; taken in an event */
    pthread_mutex_t growth;      /* extents of the data file; taken last */
    struct qp_header *diagnosed; /* header in which misuse and loss are counted; NULL = no data file is open */
    struct qp_chunk *signal_pools[QP_SIGNAL_POOLS][2]; /* chunks of the signal pools */
    uint32_t located;                                  /* number of the data file that takes locations; 0 = none */
    uint32_t loader;                                   /* state of core/stacks/loader.c; 0 = not checked yet */
};

/* This pointer is never NULL. If the page is not available, it points to a static struct that stays zero. */
extern QP_SHARED struct qp_process *qp_process;

/* Make the page. Return 0, or -1 if there is no memory that fork wipes. This is called when the library is loaded and
 * again at each start. */
int qp_process_init(void);
