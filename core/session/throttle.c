#include "core/session/throttle.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/map.h"
#include "core/event/block_counters.h"
#include "core/method/method.h"
#include "core/store/chunks.h"
#include "core/store/store.h"
#include "core/thread/occupy.h"
#include "format/array.h"
#include "qprof.h"

#include <stdlib.h>

#define NO_METHOD UINT32_MAX

/* Sums over the nodes of a method. */
struct sums {
    uint64_t self; /* ticks, with the overhead */
    uint64_t cost; /* overhead in units of QP_OWN_COST_UNIT to a tick: what its calls add to it, and what its callees'
                    * calls add to it */
    uint64_t calls;
};

struct item {
    uint64_t method;
    struct sums now;
    struct sums before; /* at the previous search */
    bool throttled;
};

struct moment {
    uint64_t tick;
    uint64_t ns;
    uint64_t cpu_ns;  /* CPU time of the process */
    uint64_t counted; /* calls that counters in the code have counted */
};

static struct state {
    struct item *items;
    uint32_t count;
    struct qp_map by_method; /* from a method to its index + 1 */
    bool no_memory;
    struct moment now;
    struct moment before; /* the previous search */
} states[QP_PRODUCTS];    /* guarded by the session lock */

/* Nanoseconds of a call that is only counted: in a JVM 2.3 while its code still finds out that the method is throttled,
 * and about 1 when the code was compiled again. */
#define COUNTED_NS 1.5

/* Part of the budget to which a search that finds methods reduces the cost. */
#define AIM 0.75

/* A method whose calls cost less than this part of what exceeds the budget is not throttled: it would not help. */
#define LEAST_PART 0.001

/* Gain of throttling a method, in units of QP_OWN_COST_UNIT to a tick. */
struct gain {
    uint32_t item;
    double cost;   /* cost of its calls */
    double excess; /* part of this cost that exceeds what the method's own time allows */
};

static struct moment moment_now(enum qp_product product)
{
    struct moment now = {.cpu_ns = qp_clock_process()};
    qp_clock_pair(&now.tick, &now.ns);
    qp_cold_lock();
    now.counted = qp_block_counters_calls(product);
    qp_cold_unlock();
    return now;
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

/* Return the index of the method's item. If it has none, add one; NO_METHOD if out of memory. */
static uint32_t item_of(struct state *state, uint64_t method)
{
    uint64_t known = qp_map_get(&state->by_method, method);
    if (known)
        return (uint32_t)known - 1;
    if (!QP_ARRAY_APPEND(&state->items, &state->count, (struct item){.method = method}) ||
        qp_map_put(&state->by_method, method, state->count) != 0) {
        state->no_memory = true;
        return NO_METHOD;
    }
    return state->count - 1;
}

/* Return the method of a node whose time is a method's running time; 0 for other nodes. */
static uint64_t method_of(const struct qp_node *node)
{
    uint64_t method = qp_load_acquire(&node->method);
    bool is_other = node->flags & (QP_NODE_ROOT | QP_NODE_FLAGGED) || method == QP_METHOD_FOLD ||
                    method == qprof_GarbageCollector; /* also the method of calibration */
    return is_other ? 0 : method;
}

struct visit {
    struct state *state;
    enum qp_product product;
    struct qp_own_cost cost;
};

/* The node's thread may write its times and calls meanwhile, without atomic instructions. Each is an aligned word, so
 * the old value is read, or the new one. */
static __attribute__((noinline, no_sanitize_thread)) void add_node(const struct visit *visit,
                                                                   const struct qp_node *node)
{
    struct state *state = visit->state;
    uint64_t method = method_of(node), calls = qp_load_relaxed(&node->calls);
    uint32_t item = method ? item_of(state, method) : NO_METHOD;
    if (item == NO_METHOD)
        return;
    struct sums *sums = &state->items[item].now;
    sums->self += qp_load_relaxed(&node->self);
    sums->calls += calls;
    sums->cost += calls * visit->cost.inside;
    uint64_t caller = node->parent ? method_of(qp_store_at(node->parent)) : 0;
    uint32_t its = caller ? item_of(state, caller) : NO_METHOD;
    if (its != NO_METHOD)
        state->items[its].now.cost += calls * visit->cost.outside;
}

static void add_chunk(struct qp_chunk *chunk, void *data)
{
    const struct visit *visit = data;
    const struct qp_node *end = (const struct qp_node *)((unsigned char *)chunk + chunk->size);
    for (const struct qp_node *node = (struct qp_node *)(chunk + 1); node + 1 <= end; node++)
        if (qp_load_acquire(&node->method) != 0 && QP_NODE_PRODUCT(node->flags) == visit->product)
            add_node(visit, node);
}

/* Compute the sums up to now. Return false if out of memory. */
static bool sum_up(struct state *state, enum qp_product product)
{
    struct visit visit = {state, product, qp_store.header->own_cost[product]};
    for (uint32_t i = 0; i < state->count; i++) {
        state->items[i].before = state->items[i].now;
        state->items[i].now = (struct sums){0};
    }
    state->before = state->now;
    state->now = moment_now(product);
    state->no_memory = false;
    return qp_chunks_each(QP_KIND_NODE, add_chunk, &visit) == 0 && !state->no_memory;
}

/* ---- choice ----------------------------------------------------------------------------------------------------- */

static double difference(uint64_t now, uint64_t before)
{
    return now > before ? (double)(now - before) : 0;
}

/* Return the fraction of the recorded time in which the process was on a processor: recorded times include times at
 * which other processes ran, but the overhead was measured without them. */
static double fraction_on_processor(const struct state *state)
{
    const struct moment *before = &state->before, *now = &state->now;
    double recorded = 0, ns = difference(now->ns, before->ns), cpu_ns = difference(now->cpu_ns, before->cpu_ns);
    for (uint32_t i = 0; i < state->count; i++)
        recorded += difference(state->items[i].now.self, state->items[i].before.self);
    double used = ns > 0 ? cpu_ns * difference(now->tick, before->tick) / ns : recorded;
    return used < recorded ? used / recorded : 1;
}

/* Return a method's own time since the previous search, without overhead. */
static double time_of(const struct item *item, double fraction)
{
    double recorded = difference(item->now.self, item->before.self) * fraction * QP_OWN_COST_UNIT;
    double cost = difference(item->now.cost, item->before.cost);
    return recorded > cost ? recorded - cost : 0;
}

/* Costs and times since the previous search. All but `fraction` are in units of QP_OWN_COST_UNIT to a tick. */
struct load {
    double fraction; /* fraction_on_processor */
    double reported; /* cost of a reported call */
    double counted;  /* cost of a call that is only counted */
    double reports;  /* cost of all reported calls */
    double counts;   /* cost of all calls that were only counted */
    double time;     /* time of all methods, without overhead */
};

static double cost_of(const struct load *load, const struct item *item)
{
    return difference(item->now.calls, item->before.calls) * load->reported;
}

static struct load load_of(const struct state *state, enum qp_product product)
{
    const struct moment *before = &state->before, *now = &state->now;
    const struct qp_own_cost *cost = &qp_store.header->own_cost[product];
    double ns = difference(now->ns, before->ns), ticks = difference(now->tick, before->tick);
    struct load load = {.fraction = fraction_on_processor(state),
                        .reported = (double)(cost->inside + cost->outside),
                        .counted = ns > 0 ? COUNTED_NS * ticks / ns * QP_OWN_COST_UNIT : 0};
    load.counts = difference(now->counted, before->counted) * load.counted;
    for (uint32_t i = 0; i < state->count; i++) {
        load.reports += cost_of(&load, &state->items[i]);
        load.time += time_of(&state->items[i], load.fraction);
    }
    return load;
}

/* Return by how much the cost exceeds `allowed` times the time of all methods. The time of counting is in the callers'
 * own time, so subtract it there and add it to the cost: a factor of 1 + allowed. */
static double excess_of(const struct load *load, double allowed)
{
    return load->reports + load->counts * (1 + allowed) - allowed * load->time;
}

static int by_excess(const void *left, const void *right)
{
    const struct gain *a = left, *b = right;
    return (a->excess < b->excess) - (a->excess > b->excess);
}

/* Collect the methods whose calls cost more than `allowed` times their own time. Return their number. */
static uint32_t collect(const struct state *state, const struct load *load, double allowed, struct gain *gains)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->count; i++) {
        const struct item *item = &state->items[i];
        double cost = cost_of(load, item), excess = cost - allowed * time_of(item, load->fraction);
        if (excess > 0 && !item->throttled)
            gains[count++] = (struct gain){i, cost, excess};
    }
    return count;
}

/* If the cost exceeds the budget, choose the methods that exceed it most, until the cost of the others is well below:
 * otherwise each search would find one or two methods more. */
static int choose(struct state *state, enum qp_product product, double allowed, unsigned long *methods, int size)
{
    const struct load load = load_of(state, product);
    int chosen = 0;
    if (excess_of(&load, allowed) <= 0 || load.counted >= load.reported)
        return 0;
    struct gain *gains = malloc(((size_t)state->count + 1) * sizeof *gains);
    if (!gains)
        return 0;
    double excess = excess_of(&load, allowed * AIM);
    uint32_t candidates = collect(state, &load, allowed * AIM, gains);
    const double least = excess * LEAST_PART;
    qp_sort(gains, candidates, sizeof *gains, by_excess);
    for (uint32_t i = 0; i < candidates && excess > 0 && chosen < size; i++) {
        struct item *item = &state->items[gains[i].item];
        bool was_retired = !qp_method_find(product, item->method);
        if (was_retired || gains[i].cost < least)
            continue;
        item->throttled = true;
        excess -= gains[i].cost * (1 - load.counted / load.reported);
        methods[chosen++] = item->method;
    }
    free(gains);
    return chosen;
}

int qp_throttle_find(enum qp_product product, double budget, unsigned long *methods, int size)
{
    int count = sum_up(&states[product], product) ? choose(&states[product], product, budget - 1, methods, size) : 0;
    qp_cold_lock();
    for (int i = 0; i < count; i++)
        qp_method_flag(product, methods[i], QP_METHOD_THROTTLED);
    qp_cold_unlock();
    return count;
}

void qp_throttle_reset(enum qp_product product)
{
    free(states[product].items);
    qp_map_fini(&states[product].by_method);
    states[product] = (struct state){.now = moment_now(product)};
}
