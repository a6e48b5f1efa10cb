#include "core/session/calibrate.h"

#include "base/clock.h"
#include "core/carrier/carrier.h"
#include "core/vthread/catch_up.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/event/recorder_time.h"
#include "core/thread/run.h"
#include "core/session/scratch.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define CALLS        32 /* calls per round */
#define CALLER_STEPS 24
#define CALLEE_STEPS 48
#define ROUNDS       5 /* rounds per set; the median of their results is used, so that interrupts do not count */
#define SETS         3 /* number of sets of rounds at the start of a run, and again at its end */

/* ---- work during which the cost of events is measured ------------------------------------------------------ */

/* A function that only computes. A processor executes part of an event in parallel with the work around it, so the
 * cost of an event depends on that work. Therefore events are measured between calls of such functions. On one
 * processor an entry and its exit add 33 ns to a chain of multiplications, 60 ns to independent operations, and 40 to
 * 50 ns to the execution of bytecode, most of whose steps depend on each other (bench/own_cost). The function makes
 * `steps` steps of at most a nanosecond each; `value` is the result of the previous call. */
typedef uint64_t work_function(uint64_t value, unsigned steps);

/* Each step depends on the step before. An event costs less beside such work than beside independent steps, since
 * the processor executes part of the event in parallel with the work. */
static __attribute__((noinline)) uint64_t work_chain(uint64_t value, unsigned steps)
{
    for (unsigned i = 0; i < steps; i++) {
        value *= 0x9e3779b97f4a7c15u;
        __asm__ volatile("" : "+r"(value));
    }
    return value;
}

/* The steps are independent of each other. Beside such work an event costs more than beside work_chain, since the
 * processor already executes the steps in parallel. */
static __attribute__((noinline)) uint64_t work_independent(uint64_t value, unsigned steps)
{
    uint64_t parts[4] = {value, 1, 2, 3};
    for (unsigned i = 0; i < steps; i++) {
        parts[0] += i;
        parts[1] ^= i * 3;
        parts[2] += i * 5;
        parts[3] ^= i * 7;
        __asm__ volatile("" : "+r"(parts[0]), "+r"(parts[1]), "+r"(parts[2]), "+r"(parts[3]));
    }
    return parts[0] + parts[1] + parts[2] + parts[3];
}

/* ---- rounds ---------------------------------------------------------------------------------------------- */

/* The work and the events of a measurement. The events are calls, or events of virtual threads. */
struct scene {
    struct qp_scratch_tstate *scratch;
    enum qp_product product;
    enum qp_scratch_kind kind;
    work_function *work;
    const struct qp_scratch_events *events;
};

static void play_caller(const struct scene *scene, uint64_t *value)
{
    work_function *volatile work = scene->work;
    for (int i = 0; i < CALLS; i++)
        *value = work(*value, CALLER_STEPS);
}

static void play_bare(const struct scene *scene, uint64_t *value)
{
    work_function *volatile work = scene->work;
    for (int i = 0; i < CALLS; i++) {
        *value = work(*value, CALLER_STEPS);
        *value = work(*value, CALLEE_STEPS);
    }
}

static void play_recorded(const struct scene *scene, uint64_t *value)
{
    work_function *volatile work = scene->work;
    qp_scratch_event *volatile enter = scene->events->enter;
    qp_scratch_event *volatile leave = scene->events->leave;
    for (int i = 0; i < CALLS; i++) {
        *value = work(*value, CALLER_STEPS);
        enter();
        *value = work(*value, CALLEE_STEPS);
        leave();
    }
}

/* Perform two events in succession, like a program that creates, ends or first resumes a virtual thread. */
static void play_alone(const struct scene *scene, uint64_t *value)
{
    work_function *volatile work = scene->work;
    qp_scratch_event *volatile event = scene->events->enter;
    for (int i = 0; i < CALLS; i++) {
        *value = work(*value, CALLER_STEPS);
        *value = work(*value, CALLEE_STEPS);
        event();
        event();
    }
}

/* Time that a call adds to the callee (inside) and to its caller (outside), in 1/256 ticks. */
struct added {
    double inside;
    double outside;
};

static double whole_of(struct added added)
{
    return added.inside + added.outside;
}

/* Measure one round. In a round of the kind QP_SCRATCH_ANNOUNCED, the caller always stays on top. So the caller does
 * the work of both functions, and the whole cost of the events is added to it. */
static struct added measure(const struct scene *scene, uint64_t *value)
{
    bool alone = scene->kind == QP_SCRATCH_ANNOUNCED;
    const struct qp_node *node = alone ? scene->scratch->caller : scene->scratch->callee;
    uint64_t start = qp_run_tick(scene->product);
    play_bare(scene, value);
    uint64_t middle = qp_run_tick(scene->product);
    play_caller(scene, value);
    uint64_t end = qp_run_tick(scene->product);
    int64_t caller = (int64_t)(end - middle);
    int64_t callee = (int64_t)(middle - start) - caller;
    uint64_t self = node->self;
    start = qp_run_tick(scene->product);
    qp_scratch_begin(scene->scratch, scene->product, scene->kind, start);
    (alone ? play_alone : play_recorded)(scene, value);
    int64_t whole = (int64_t)(qp_run_tick(scene->product) - start);
    int64_t recorded = (int64_t)(node->self - self);
    if (alone)
        return (struct added){(double)(recorded - callee - caller) * 256 / (2 * CALLS), 0};
    return (struct added){(double)(recorded - callee) * 256 / CALLS, (double)(whole - recorded - caller) * 256 / CALLS};
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
}

static double median(double *values)
{
    sort(values, ROUNDS);
    return values[ROUNDS / 2] > 0 ? values[ROUNDS / 2] : 0;
}

static struct added measure_rounds(struct qp_scratch_tstate *scratch, enum qp_product product,
                                   enum qp_scratch_kind kind, work_function *work)
{
    const struct scene scene = {scratch, product, kind, work, qp_scratch_events(product, kind)};
    double inside[ROUNDS], outside[ROUNDS];
    uint64_t value = 1;
    measure(&scene, &value); /* warm up caches and branch predictors */
    for (int i = 0; i < ROUNDS; i++) {
        struct added added = measure(&scene, &value);
        inside[i] = added.inside;
        outside[i] = added.outside;
    }
    return (struct added){median(inside), median(outside)};
}

/* ---- sets ------------------------------------------------------------------------------------------------ */

/* Measurements of a product's run so far. The arrays have SETS values from the start of the run and SETS values from
 * its end. */
static struct sets {
    double chain[2 * SETS];       /* inside + outside */
    double independent[2 * SETS]; /* inside + outside */
    double inside[2 * SETS];      /* inside / (inside + outside), measured with independent work between the events */
    int count;
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

static double blend(double chain, double independent, double part)
{
    return independent > chain ? chain + (independent - chain) * part : chain;
}

/* Return the part of the overhead of a pair of events that is added to the resumed function. In a pair of switches,
 * each switch resumes one of the two sides, so the part is half. A resumption and a suspension also add overhead to the
 * scheduler; the measurement beside independent work shows how much. */
static double share_of(enum qp_scratch_kind kind, struct added independent)
{
    if (kind == QP_SCRATCH_SWITCHED)
        return 0.5;
    return whole_of(independent) > 0 ? independent.inside / whole_of(independent) : 1;
}

static void measure_events(struct qp_scratch_tstate *scratch, enum qp_product product, struct sets *sets)
{
    for (enum qp_scratch_kind kind = QP_SCRATCH_RESUMED; kind < QP_SCRATCH_KINDS; kind++) {
        if (!qp_scratch_events(product, kind))
            continue;
        struct added chain = measure_rounds(scratch, product, kind, work_chain);
        struct added independent = measure_rounds(scratch, product, kind, work_independent);
        double part = kind == QP_SCRATCH_ANNOUNCED ? PART_OF_CALL : PART_OF_SWITCH;
        double whole = blend(whole_of(chain), whole_of(independent), part);
        sets->events[kind][sets->event_count] = whole * share_of(kind, independent);
    }
    sets->event_count++;
}

/* Measure SETS sets of calls. */
static void measure_calls(struct qp_scratch_tstate *scratch, enum qp_product product, enum qp_scratch_kind kind,
                          struct sets *sets)
{
    for (int i = 0; i < SETS; i++) {
        struct added chain = measure_rounds(scratch, product, kind, work_chain);
        struct added independent = measure_rounds(scratch, product, kind, work_independent);
        double whole = whole_of(independent);
        sets->chain[sets->count] = whole_of(chain);
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
    sort(sets.chain, sets.count);
    sort(sets.independent, sets.count);
    sort(sets.inside, sets.count);
    double chain = middle_of(sets.chain, sets.count);
    double independent = middle_of(sets.independent, sets.count);
    double whole = blend(chain, independent, PART_OF_CALL);
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
        sort(sets.events[kind], sets.event_count);
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

/* Measure calls that a library's wrappers record. They use the calling thread's state, so the scratch takes its place
 * until the end. Signals are blocked meanwhile, since a signal handler's events would use the scratch, too. */
static void measure_wrapper(struct qp_scratch_tstate *scratch, struct qp_tstate *tstate)
{
    const struct qp_scratch_events *events = qp_scratch_events(QP_VT, QP_SCRATCH_WRAPPED);
    sigset_t all, before;
    if (!events)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    qp_scratch_begin(scratch, QP_VT, QP_SCRATCH_WRAPPED, qp_run_tick(QP_VT));
    qp_tstate_current[QP_VT] = scratch->tstate;
    if (is_fast(scratch, events))
        measure_calls(scratch, QP_VT, QP_SCRATCH_WRAPPED, &measured_wrapper);
    qp_tstate_current[QP_VT] = tstate;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (measured_wrapper.count > 0)
        qp_store.header->wrapper_cost = cost_of(measured_wrapper);
}

/* ---- both ends ------------------------------------------------------------------------------------------- */

/* Return true if the events of the run take a path that can be measured. With the fake clock of a test nothing is
 * measured, since the clock must not be read more often than the test expects. */
static bool is_measurable(enum qp_product product)
{
    const uint32_t known = product == QP_VT ? 0 : QP_SLOW_MEASURED | QP_SLOW_CLOCK | QP_SLOW_CPU | QP_SLOW_ORDERED;
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

void qp_calibrate(enum qp_product product, bool begins)
{
    static struct qp_scratch_tstate scratch; /* guarded by the session lock */
    struct qp_tstate *tstate = qp_tstate_current[product];
    bool records = tstate != &qp_tstate_off[product] && qp_tstate_cold(tstate, product)->run == qp_run_number(product);
    if (begins)
        measured[product] = (struct sets){0};
    if (begins && product == QP_VT)
        measured_wrapper = (struct sets){0};
    if (!records || !is_measurable(product))
        return;
    set_recorder_time(tstate, product, true);
    /* Set up the copy only now, since set_recorder_time may change the thread state. */
    if (qp_scratch_set_up(&scratch, tstate, product)) {
        measure_calls(&scratch, product, QP_SCRATCH_CALLS, &measured[product]);
        measure_events(&scratch, product, &measured[product]);
        qp_store.header->own_cost[product] = cost_of(measured[product]);
        qp_store.header->event_cost[product] = event_cost_of(measured[product]);
        if (product == QP_VT)
            measure_wrapper(&scratch, tstate);
    }
    set_recorder_time(tstate, product, false);
}
