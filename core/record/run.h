/* run.h - what is set for a product from its start to its shutdown. Written while the product records nothing. */
#ifndef QP_RECORD_RUN_H
#define QP_RECORD_RUN_H

#include "base/attribute.h"
#include "data/record.h"
#include "qprof.h"

#include <stdint.h>

#define QP_RUN_FLAVOURED 32 /* more than there are functions with two forms */

struct qp_run {
    uint32_t number; /* of the product's runs in this process, from 1 */
    uint32_t virtual_threads;
    uint32_t timed; /* events read the clock */
    uint32_t slow;  /* QP_SLOW_* of every lane, as long as the run lasts */
    void (*callback)(qprof_MethodID);
    const char *source_path; /* NULL = none; set and used with the cold lock */
    uint32_t break_flags;    /* of set_break_on_event, changed while others read; 0 = no break */
    uint64_t break_method;
    const char *misused[QP_RUN_FLAVOURED]; /* functions of the wrong flavour that were reported */
};

extern QP_SHARED struct qp_run qp_runs[QP_PRODUCTS];

/* Number of data files that this process opened; carriers of an older one begin anew. */
extern uint32_t qp_run_file;

/* Of the process among those that run together (MPI); ranks = 0: it runs alone. Set before the start. */
extern QP_SHARED uint32_t qp_run_rank;
extern QP_SHARED uint32_t qp_run_ranks;

/* A call for virtual threads without them, or the reverse: counted once per function and run. */
QP_SHARED void qp_run_wrong_flavour(enum qp_product product, const char *function);

/* QP_SLOW_BREAK while set_break_on_event is in force, else 0. */
uint32_t qp_run_breaks(enum qp_product product);

/* The tick now, of the kind that the product's run uses; 0 where nothing is timed. */
uint64_t qp_run_tick(enum qp_product product);

#endif
