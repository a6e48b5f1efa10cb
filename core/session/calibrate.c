#include "core/session/calibrate.h"

#include "base/clock.h"
#include "core/carrier/carrier.h"
#include "core/store/process.h"
#include "core/vthread/catch_up.h"
#include "core/vthread/mount.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/event/recorder_time.h"
#include "core/thread/run.h"
#include "core/session/rounds.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define SETS 3 /* number of sets of rounds at the start of a run, and again at its end */

/* ---- sets ------------------------------------------------------------------------------------------------ */

/* Measurements of a product's run so far. The arrays have SETS values from the start of the run and SETS values from
 * its end. */
static struct sets {
    double chain[2 * SETS];       /* inside + outside */
    double independent[2 * SETS]; /* inside + outside */
    double inside[2 * SETS];      /* inside / (inside + outside), measured with independent work between the events */
    int count;
    bool of_client; /* calls were measured by qprof_calibrate: `chain` has their cost as they were played, `independent`
                     * the most that they cost a program */
    double events[QP_SCRATCH_KINDS][2]; /* costs of each kind of virtual-thread events: one value from the start of
                                         * the run, one from its end */
    int event_count;
} measured[QP_PRODUCTS], measured_wrapper;

/* An event costs more between independent operations than in a chain of dependent operations. An interpreter's work
 * lies between the two, so a fraction of the difference is added to the cost in a chain (blend). The fraction is larger
 * for a switch than for a call. The locked instructions of a switch order memory, so a smaller part of the switch
 * overlaps with the work around it. */
#define PART_OF_CALL   0.25
#define PART_OF_SWITCH 0.5
#define PART_OF_CLIENT 0.5
#define MOST_MORE      100 /* greatest factor that a client may pass */

static double blend(double chain, double independent, double part)
{
    return independent > chain ? chain + (independent - chain) * part : chain;
}

/* Return the part of the overhead of a pair of events that is added to the resumed function. In a pair of switches,
 * each switch resumes one of the two sides, so the part is half. A resumption and a suspension also add overhead to the
 * scheduler; the measurement beside independent work shows how much. */
static double share_of(enum qp_scratch_kind kind, struct qp_added independent)
{
    if (kind == QP_SCRATCH_SWITCHED)
        return 0.5;
    return qp_added_whole(independent) > 0 ? independent.inside / qp_added_whole(independent) : 1;
}

static void measure_events(struct qp_scratch_tstate *scratch, enum qp_product product, struct sets *sets)
{
    for (enum qp_scratch_kind kind = QP_SCRATCH_RESUMED; kind < QP_SCRATCH_KINDS; kind++) {
        if (!qp_scratch_events(product, kind))
            continue;
        struct qp_added chain = qp_rounds_measure(scratch, product, kind, QP_ROUNDS_CHAIN);
        struct qp_added independent = qp_rounds_measure(scratch, product, kind, QP_ROUNDS_INDEPENDENT);
        double part = kind == QP_SCRATCH_ANNOUNCED ? PART_OF_CALL : PART_OF_SWITCH;
        double whole = blend(qp_added_whole(chain), qp_added_whole(independent), part);
        sets->events[kind][sets->event_count] = whole * share_of(kind, independent);
    }
    sets->event_count++;
}

/* Measure SETS sets of calls. */
static void measure_calls(struct qp_scratch_tstate *scratch, enum qp_product product, enum qp_scratch_kind kind,
                          struct sets *sets)
{
    for (int i = 0; i < SETS; i++) {
        struct qp_added chain = qp_rounds_measure(scratch, product, kind, QP_ROUNDS_CHAIN);
        struct qp_added independent = qp_rounds_measure(scratch, product, kind, QP_ROUNDS_INDEPENDENT);
        double whole = qp_added_whole(independent);
        sets->chain[sets->count] = qp_added_whole(chain);
        sets->independent[sets->count] = whole;
        sets->inside[sets->count++] = whole > 0 ? independent.inside / whole : 0.5;
    }
}

/* Return the mean of the two middle values of a sorted array, since the speed of a shared machine varies by a
 * quarter. If the larger of the two exceeds the smaller by more than half, the start or the end of the run was measured
 * under load; then return the smaller. */
static double middle_of(const double *costs, int count)
{
    double below = costs[(count - 1) / 2], above = costs[count / 2];
    return above > below * 1.5 ? below : (below + above) / 2;
}

/* Compute the overhead of a call. A call was measured among operations that each depend on the operation before (a
 * chain), and among independent operations. The overhead is the cost in the chain, because most steps of an interpreter
 * depend on the step before, plus a quarter of the extra cost among independent operations. The split between callee
 * and caller is measured only among independent operations: in the chain, a clock reading cannot separate the two
 * parts, because the processor continues with the chain before the reading is complete. */
static struct qp_own_cost cost_of(struct sets sets)
{
    qp_rounds_sort(sets.chain, sets.count);
    qp_rounds_sort(sets.independent, sets.count);
    qp_rounds_sort(sets.inside, sets.count);
    double chain = middle_of(sets.chain, sets.count);
    double independent = middle_of(sets.independent, sets.count);
    double whole = blend(chain, independent, sets.of_client ? PART_OF_CLIENT : PART_OF_CALL);
    double inside = whole * sets.inside[sets.count / 2];
    double most = sets.chain[sets.count - 1], highest = sets.independent[sets.count - 1];
    return (struct qp_own_cost){
        .inside = (uint64_t)inside,
        .outside = (uint64_t)(whole - inside),
        .least = (uint64_t)sets.chain[0],
        .most = (uint64_t)(highest > most ? highest : most),
    };
}

static struct qp_event_cost event_cost_of(struct sets sets)
{
    uint64_t costs[QP_SCRATCH_KINDS] = {0};
    for (int kind = 0; kind < QP_SCRATCH_KINDS; kind++) {
        qp_rounds_sort(sets.events[kind], sets.event_count);
        costs[kind] = (uint64_t)middle_of(sets.events[kind], sets.event_count);
    }
    return (struct qp_event_cost){.resumed = costs[QP_SCRATCH_RESUMED],
                                  .switched = costs[QP_SCRATCH_SWITCHED],
                                  .announced = costs[QP_SCRATCH_ANNOUNCED]};
}

/* ---- wrapped calls --------------------------------------------------------------------------------------- */

/* Return true if a wrapped call takes the fast path. If it does not, it leaves the scratch busy. */
static bool is_fast(const struct qp_scratch_tstate *scratch, const struct qp_scratch_events *events)
{
    events->enter();
    events->leave();
    return qp_load_relaxed(&scratch->tstate->busy) == QP_TSTATE_FREE;
}

/* Put the scratch in the place of the calling thread's state. Signals are blocked meanwhile, since a signal handler's
 * events would use the scratch, too; not those by which the processor reports faults, which a client's code may cause
 * on purpose. */
static void exchange_begin(struct qp_scratch_tstate *scratch, enum qp_product product, sigset_t *before)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, before);
    qp_tstate_current[product] = scratch->tstate;
}

static void exchange_end(struct qp_tstate *tstate, enum qp_product product, const sigset_t *before)
{
    qp_tstate_current[product] = tstate;
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* Measure calls that a library's wrappers record. They use the calling thread's state, so the scratch takes its place
 * until the end. */
static void measure_wrapper(struct qp_scratch_tstate *scratch, struct qp_tstate *tstate)
{
    const struct qp_scratch_events *events = qp_scratch_events(QP_VT, QP_SCRATCH_WRAPPED);
    sigset_t before;
    if (!events)
        return;
    qp_scratch_begin(scratch, QP_VT, QP_SCRATCH_WRAPPED, qp_run_tick(QP_VT));
    exchange_begin(scratch, QP_VT, &before);
    if (is_fast(scratch, events))
        measure_calls(scratch, QP_VT, QP_SCRATCH_WRAPPED, &measured_wrapper);
    exchange_end(tstate, QP_VT, &before);
    if (measured_wrapper.count > 0)
        qp_store.header->wrapper_cost = cost_of(measured_wrapper);
}

/* ---- both ends ------------------------------------------------------------------------------------------- */

/* Return true if the events of the run take a path that can be measured. With the fake clock of a test nothing is
 * measured, since the clock must not be read more often than the test expects. */
static bool is_measurable(enum qp_product product)
{
    const uint32_t known = product == QP_VT ? 0 : QP_SLOW_MEASURED | QP_SLOW_CPU | QP_SLOW_CLOCKS;
    const struct qp_run_settings *run = &qp_runs[product];
    return run->timed && !qp_clock_fake && !(run->slow & ~known);
}

/* Charge all ticks so far, then begin or end a section of recorder time. */
static void set_recorder_time(struct qp_tstate *tstate, enum qp_product product, bool begins)
{
    qp_mount_lost(tstate, product);
    qp_mount_hold(tstate, product);
    qp_catch_up(tstate, product);
    if (begins)
        qp_recorder_time_begin(tstate, product);
    else
        qp_recorder_time_end(tstate, product);
    qp_mount_release(tstate, product);
    qp_tstate_set_limits(tstate, product);
}

/* Return the calling thread's state if the cost of its events can be measured. */
static struct qp_tstate *measurable_tstate(enum qp_product product)
{
    struct qp_tstate *tstate = qp_tstate_current[product];
    bool records = tstate != &qp_tstate_off[product] && qp_tstate_cold(tstate, product)->run == qp_run_number(product);
    return records && is_measurable(product) ? tstate : NULL;
}

static struct qp_scratch_tstate scratch; /* guarded by the session lock */

void qp_calibrate(enum qp_product product, bool begins)
{
    struct qp_tstate *tstate = measurable_tstate(product);
    if (begins)
        measured[product] = (struct sets){0};
    if (begins && product == QP_VT)
        measured_wrapper = (struct sets){0};
    if (!tstate)
        return;
    set_recorder_time(tstate, product, true);
    /* Set up the copy only now, since set_recorder_time may change the thread state. */
    if (qp_scratch_set_up(&scratch, tstate, product)) {
        if (!measured[product].of_client)
            measure_calls(&scratch, product, QP_SCRATCH_CALLS, &measured[product]);
        measure_events(&scratch, product, &measured[product]);
        qp_store.header->own_cost[product] = cost_of(measured[product]);
        qp_store.header->event_cost[product] = event_cost_of(measured[product]);
        if (product == QP_VT)
            measure_wrapper(&scratch, tstate);
    }
    set_recorder_time(tstate, product, false);
}

/* ---- calls of the client ----------------------------------------------------------------------------------- */

static void measure_client(struct qp_tstate *tstate, enum qp_product product, qprof_Play *play, double more, void *user)
{
    struct sets *sets = &measured[product];
    sigset_t before;
    sets->of_client = true;
    for (sets->count = 0; sets->count < SETS; sets->count++) {
        exchange_begin(&scratch, product, &before);
        struct qp_added added = qp_rounds_measure_client(&scratch, product, play, user);
        exchange_end(tstate, product, &before);
        double whole = qp_added_whole(added);
        sets->chain[sets->count] = whole;
        sets->independent[sets->count] = whole * (1 + more);
        sets->inside[sets->count] = whole > 0 ? added.inside / whole : 0.5;
    }
    qp_store.header->own_cost[product] = cost_of(*sets);
}

bool qp_calibrate_client(enum qp_product product, qprof_Play *play, double more, void *user)
{
    qp_session_lock();
    bool records = play && more >= 0 && more <= MOST_MORE && qp_load_acquire(&qp_process->recording[product]) != 0;
    struct qp_tstate *tstate = records ? measurable_tstate(product) : NULL;
    bool measured_any = false;
    if (tstate) {
        set_recorder_time(tstate, product, true);
        measured_any = qp_scratch_set_up(&scratch, tstate, product);
        if (measured_any)
            measure_client(tstate, product, play, more, user);
        set_recorder_time(tstate, product, false);
    }
    qp_session_unlock();
    return measured_any;
}
