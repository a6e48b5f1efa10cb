/* run.h - settings of a product's run, from its start to its shutdown. They are written while the product records
 * nothing. */
#pragma once

#include "base/atomic.h"
#include "base/attribute.h"
#include "format/record.h"
#include "qprof.h"

#include <stdbool.h>
#include <stdint.h>

struct qp_callback;
struct qp_carrier;
struct qp_tstate;

/* Callbacks that a product adds to the recording of calls; each may be NULL. libvt's are in core/log/hooks.c,
 * libqprof's in timeline.c. */
struct qp_run_hooks {
    uint32_t (*begin)(void);                  /* the run begins; returns QP_SLOW_* for all of its thread states */
    void (*start)(struct qp_tstate *tstate);  /* called for the thread that started the run */
    void (*attach)(struct qp_tstate *tstate); /* the thread joins the run, or a new thread reuses its carrier */
    void (*settle)(struct qp_tstate *tstate); /* an event on the slow path ends */
    void (*mark)(struct qp_tstate *tstate, enum qp_mark_kind kind); /* the thread has processed a mark (mark.h) */
    void (*finish)(struct qp_tstate *tstate,
                   bool thread_ends);          /* the run ends or, if thread_ends, the thread ends before the run */
    void (*leave)(struct qp_carrier *carrier); /* the carrier gives up its thread record; called with the cold lock */
    void (*end_thread)(struct qp_carrier *carrier); /* the thread has ended; called with the cold lock */
};

/* Call a hook of the product's run, if the run has this hook. */
#define qp_run_hook(product, hook, ...)                                                                                \
    do {                                                                                                               \
        const struct qp_run_hooks *run_hooks = qp_runs[product].hooks;                                                 \
        if (run_hooks && run_hooks->hook)                                                                              \
            run_hooks->hook(__VA_ARGS__);                                                                              \
    } while (0)

#define QP_RUN_FLAVOURED 32 /* size of `misused`; enough for all functions that accept only one kind of threads */

enum qp_run_waits { QP_WAITS_UNKNOWN, QP_WAITS_UNREPORTED, QP_WAITS_REPORTED };

struct qp_run_settings {
    const struct qp_run_hooks *hooks; /* NULL = none */
    uint32_t number;                  /* number of this run among the product's runs in this process, from 1 */
    uint32_t finished;                /* number of the last run in which the time of all threads was charged up to
                                       * the run's end */
    uint32_t slow;                    /* QP_SLOW_* that apply to every thread for the whole run */
    bool virtual_threads;
    bool inherits; /* true in a followed child process, which inherits frames and virtual threads that only its
                    * parent reported */
    bool timed;    /* events read the clock */
    bool samples_elapsed_time; /* with QP_SLOW_CPU: the clock is CLOCK_MONOTONIC instead of the thread's CPU time */
    bool folds_names;          /* virtual threads whose names differ only in numbers share a group */
    /* A value of enum qp_run_waits: does the client report suspensions? This is known after the first reported
     * suspension, or after a virtual thread was unmounted without a report. */
    uint32_t waits;
    /* Size of the event log (timeline.h): 0 = no log, 1 = as much as fits, otherwise the bytes of a flight recorder. */
    uint64_t timeline;
    uint64_t longest_life;                     /* number of ticks; if a virtual thread lived longer, `outlived` is
                                                * called */
    void (*outlived)(enum qp_product product); /* called in an event that ends a virtual thread that lived longer
                                                * than `longest_life` */
    const struct qp_callback *callback;        /* NULL = no method callback; set while other threads read it */
    const char *source_path;                   /* NULL = none; set and used with the cold lock */
    uint32_t break_flags; /* flags of qprof_set_break_on_event, 0 = no break; changed while other threads read them */
    uint64_t break_method;
    const char *misused[QP_RUN_FLAVOURED]; /* functions that qp_run_wrong_flavour has already reported */
};

extern QP_SHARED struct qp_run_settings qp_runs[QP_PRODUCTS];

/* Return the number of the product's latest run, 0 if there was none. Any thread may call this, even while a run
 * starts. */
static inline uint32_t qp_run_number(enum qp_product product)
{
    return qp_load_relaxed(&qp_runs[product].number);
}

/* Number of data files that this process has opened so far. A carrier that has records in an older file starts with
 * new ones. The number changes under the cold lock. */
extern uint32_t qp_run_file;

/* Rank of this process in its MPI program, and number of ranks, which is 0 if the process runs alone. Both are set
 * before the run starts. */
extern QP_SHARED uint32_t qp_run_rank;
extern QP_SHARED uint32_t qp_run_ranks;

/* Id of the parallel job that this process belongs to, 0 = none, and the number of its MPI_COMM_WORLD in the job: 0 =
 * the processes that the launcher started, n = those of a call of MPI_Comm_spawn. */
extern QP_SHARED uint64_t qp_run_job;
extern QP_SHARED uint32_t qp_run_world;

/* 1 = libvt's run starts later, in MPI_Init; until then events are not counted as misuse. */
extern QP_SHARED uint32_t qp_run_awaited;

/* Count a misuse with qp_diagnose, except in a followed child. In a child, the call may concern a frame or a virtual
 * thread from before the fork. Such a call is no misuse. */
#define qp_run_diagnose(product, ...)                                                                                  \
    do {                                                                                                               \
        if (!qp_runs[product].inherits)                                                                                \
            qp_diagnose(product, __VA_ARGS__);                                                                         \
    } while (0)

/* Count a call of `function` as misuse, because it acts on virtual threads and the run has none, or because it acts
 * on system threads and the run has virtual threads. Each function is counted once per run. */
QP_SHARED void qp_run_wrong_flavour(enum qp_product product, const char *function);

/* Return QP_SLOW_BREAK if qprof_set_break_on_event has set a break, otherwise 0. */
uint32_t qp_run_breaks(enum qp_product product);

/* qp_run_is_break returns true if qprof_set_break_on_event selected this event (QPROF_BREAK_*) of the method. After
 * the end of the event call qp_run_break, which raises SIGTRAP if the event was selected. */
bool qp_run_is_break(enum qp_product product, uint64_t method, uint32_t flag);
void qp_run_break(enum qp_product product, uint64_t method, uint32_t flag);

/* In a sampled run, the CPU time in nanoseconds of the thread for which the calling thread records (qp_carrier_act); 0
 * = it records for itself. */
extern _Thread_local uint64_t qp_run_given_cpu;

/* Return the current tick of the clock that the product's run uses; 0 if nothing is timed. */
uint64_t qp_run_tick(enum qp_product product);
