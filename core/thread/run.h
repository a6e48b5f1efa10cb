/* run.h - what is set for a product from its start to its shutdown. Written while the product records nothing. */
#ifndef QP_THREAD_RUN_H
#define QP_THREAD_RUN_H

#include "base/atomic.h"
#include "base/attribute.h"
#include "format/record.h"
#include "qprof.h"

#include <stdbool.h>
#include <stdint.h>

struct qp_callback;
struct qp_carrier;
struct qp_lane;

/* What a product adds to the recording of calls; each may be NULL. libvt's are in core/log/hooks.c, libqprof's in
 * timeline.c. */
struct qp_run_hooks {
    uint32_t (*begin)(void);              /* the run begins: QP_SLOW_* for all of its lanes */
    void (*start)(struct qp_lane *lane);  /* the lane is that of the thread that started the run */
    void (*attach)(struct qp_lane *lane); /* the lane begins a run, or a new thread goes on with it */
    void (*settle)(struct qp_lane *lane); /* an event that went the slow way ends */
    void (*mark)(struct qp_lane *lane, enum qp_mark_kind kind); /* the lane has worked through a mark (mark.h) */
    void (*finish)(struct qp_lane *lane, bool thread_ends); /* the run ends, or (thread_ends) before it the thread */
    void (*leave)(struct qp_carrier *carrier);      /* the carrier's thread record is done with. With the cold lock */
    void (*end_thread)(struct qp_carrier *carrier); /* the thread has ended. With the cold lock */
};

#define QP_RUN_FLAVOURED 32 /* more than there are functions with two forms */

enum qp_run_told { QP_TOLD_UNKNOWN, QP_TOLD_NEVER, QP_TOLD_ALWAYS };

struct qp_run {
    const struct qp_run_hooks *hooks; /* NULL = none */
    uint32_t number;                  /* of the product's runs in this process, from 1 */
    uint32_t finished;                /* number of the last run whose lanes were all charged until its end */
    uint32_t slow;                    /* QP_SLOW_* of every lane, as long as the run lasts */
    bool virtual_threads;
    bool inherits; /* of a followed child: it goes on in frames and virtual threads that only its parent was told of */
    bool timed;    /* events read the clock */
    bool folds_names; /* virtual threads whose names differ by numbers are of one group */
    /* Whether the client tells of suspensions: known at the first, or when a virtual thread is put aside without one.
     */
    uint32_t told;         /* enum qp_run_told */
    uint64_t timeline;     /* 0 = none, 1 = all there is room for, else its last bytes (timeline.h) */
    uint64_t longest_life; /* ticks of a virtual thread, beyond which its end is told here */
    void (*outlived)(enum qp_product product); /* from an event */
    const struct qp_callback *callback;        /* NULL = nobody is asked about methods; set while others read */
    const char *source_path;                   /* NULL = none; set and used with the cold lock */
    uint32_t break_flags;                      /* of set_break_on_event, changed while others read; 0 = no break */
    uint64_t break_method;
    const char *misused[QP_RUN_FLAVOURED]; /* functions of the wrong flavour that were reported */
};

extern QP_SHARED struct qp_run qp_runs[QP_PRODUCTS];

/* The number of the product's latest run, 0 = none yet. Any thread: a run may be starting. */
static inline uint32_t qp_run_number(enum qp_product product)
{
    return qp_load_relaxed(&qp_runs[product].number);
}

/* Number of data files that this process opened; carriers of an older one begin anew. Changes under the cold lock. */
extern uint32_t qp_run_file;

/* Of the process among those that run together (MPI); ranks = 0: it runs alone. Set before the start. */
extern QP_SHARED uint32_t qp_run_rank;
extern QP_SHARED uint32_t qp_run_ranks;

/* 1 = libvt's run is to come, in MPI_Init: events until then are none's misuse. */
extern QP_SHARED uint32_t qp_run_awaited;

/* qp_diagnose, of a misuse that may be about a frame or a virtual thread from before a fork, and is none then. */
#define qp_run_diagnose(product, ...)                                                                                  \
    do {                                                                                                               \
        if (!qp_runs[product].inherits)                                                                                \
            qp_diagnose(product, __VA_ARGS__);                                                                         \
    } while (0)

/* A call for virtual threads without them, or the reverse: counted once per function and run. */
QP_SHARED void qp_run_wrong_flavour(enum qp_product product, const char *function);

/* QP_SLOW_BREAK while set_break_on_event is in force, else 0. */
uint32_t qp_run_breaks(enum qp_product product);

/* Whether set_break_on_event asked for this event (QPROF_BREAK_*) of the method; and if so raise SIGTRAP, which is done
 * after the end of the event. */
bool qp_run_is_break(enum qp_product product, uint64_t method, uint32_t flag);
void qp_run_break(enum qp_product product, uint64_t method, uint32_t flag);

/* The tick now, of the kind that the product's run uses; 0 where nothing is timed. */
uint64_t qp_run_tick(enum qp_product product);

#endif
