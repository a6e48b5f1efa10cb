#include "core/session/rounds.h"

#include "core/thread/run.h"

#include <stdlib.h>

#define CALLS        32 /* calls per round */
#define CALLER_STEPS 24
#define CALLEE_STEPS 48
#define ROUNDS       5 /* rounds per measurement; the median of their results is used, so that interrupts do not count */

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

/* Measure one round. In a round of the kind QP_SCRATCH_ANNOUNCED, the caller always stays on top. So the caller does
 * the work of both functions, and the whole cost of the events is added to it. */
static struct qp_added measure(const struct scene *scene, uint64_t *value)
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
        return (struct qp_added){(double)(recorded - callee - caller) * QP_OWN_COST_UNIT / (2 * CALLS), 0};
    return (struct qp_added){(double)(recorded - callee) * QP_OWN_COST_UNIT / CALLS,
                             (double)(whole - recorded - caller) * QP_OWN_COST_UNIT / CALLS};
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

void qp_rounds_sort(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
}

static double median(double *values)
{
    qp_rounds_sort(values, ROUNDS);
    return values[ROUNDS / 2] > 0 ? values[ROUNDS / 2] : 0;
}

struct qp_added qp_rounds_measure(struct qp_scratch_tstate *scratch, enum qp_product product, enum qp_scratch_kind kind,
                                  enum qp_rounds_work work)
{
    static work_function *const functions[] = {
        [QP_ROUNDS_CHAIN] = work_chain, [QP_ROUNDS_INDEPENDENT] = work_independent};
    const struct scene scene = {scratch, product, kind, functions[work], qp_scratch_events(product, kind)};
    double inside[ROUNDS], outside[ROUNDS];
    uint64_t value = 1;
    measure(&scene, &value); /* warm up caches and branch predictors */
    for (int i = 0; i < ROUNDS; i++) {
        struct qp_added added = measure(&scene, &value);
        inside[i] = added.inside;
        outside[i] = added.outside;
    }
    return (struct qp_added){median(inside), median(outside)};
}

/* ---- calls of the client ------------------------------------------------------------------------------------- */

struct qp_added qp_rounds_measure_client(struct qp_scratch_tstate *scratch, enum qp_product product, qprof_Play *play,
                                         void *user)
{
    enum { PLAYED = 2000 }; /* so many calls take about 50 us when they are reported from a JVM */
    double inside[ROUNDS], outside[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t start = qp_run_tick(product);
        play(0, PLAYED, user);
        uint64_t middle = qp_run_tick(product), self = scratch->callee->self;
        qp_scratch_begin(scratch, product, QP_SCRATCH_CALLS, middle);
        play(QP_SCRATCH_METHOD, PLAYED, user);
        int64_t bare = (int64_t)(middle - start), whole = (int64_t)(qp_run_tick(product) - middle);
        int64_t recorded = (int64_t)(scratch->callee->self - self);
        inside[i] = (double)recorded * QP_OWN_COST_UNIT / PLAYED;
        outside[i] = (double)(whole - recorded - bare) * QP_OWN_COST_UNIT / PLAYED;
    }
    return (struct qp_added){median(inside), median(outside)};
}
