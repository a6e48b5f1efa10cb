#include "bindings/jvm/insert/counters.h"

#include <stdlib.h>
#include <string.h>

/* Counters that a sum may have. Each is a term in the data file, for each line that is a sum. */
#define MOST_SUMMANDS 8

enum kind {
    UNKNOWN,   /* nobody asks, and nothing gives it */
    OWN,       /* a counter of its own */
    BY_WAYS,   /* the sum of the ways that lead on */
    BY_ENTRIES /* the sum of the ways that lead there */
};

/* How often a run of stretches runs, each of which is the only way to the next one. */
struct run {
    int leader; /* of a stretch: its run's first one. The others are set for leaders alone */
    int last;
    enum kind kind;
    int summands;
    int line;    /* the first that is told, -1: none */
    int counter; /* its own */
    bool is_needed;
    bool is_fixed; /* others have it as a summand, and it must not be a sum */
};

struct plan {
    const struct qjvm_flow *flow;
    const struct qjvm_counted *counted;
    struct qjvm_counters *counters;
    struct run *runs;    /* by stretch */
    int *counter_of_way; /* of the outcome that a way is, -1: of none */
};

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

/* Whether a way is the only one to where it leads. */
static bool is_only_entry(const struct plan *plan, const struct qjvm_flow_way *way)
{
    const struct qjvm_stretch *to = &plan->flow->stretches[way->to];
    return to->entry_count == 1 && !to->from_elsewhere && way->to != 0;
}

/* Whether a way is taken whenever the stretch that it comes from begins. */
static bool is_only_way(const struct plan *plan, const struct qjvm_flow_way *way)
{
    const struct qjvm_stretch *from = &plan->flow->stretches[way->from];
    return from->way_count == 1 && from->goes_on;
}

static void find_runs(struct plan *plan)
{
    const struct qjvm_flow *flow = plan->flow;
    for (int i = 0; i < flow->count; i++) {
        const struct qjvm_stretch *stretch = &flow->stretches[i];
        const struct qjvm_flow_way *way = &flow->ways[stretch->entry_count ? flow->entries[stretch->first_entry] : 0];
        bool follows = stretch->entry_count == 1 && way->from < i && is_only_entry(plan, way) && is_only_way(plan, way);
        plan->runs[i] = (struct run){.leader = follows ? plan->runs[way->from].leader : i, .line = -1};
        plan->runs[plan->runs[i].leader].last = i;
    }
}

static void find_lines(struct plan *plan)
{
    const struct qjvm_counted *counted = plan->counted;
    for (int i = 0; i < counted->line_count; i++) {
        struct run *run = &plan->runs[plan->runs[plan->flow->at[counted->lines[i].offset]].leader];
        plan->counters->of_line[i] = -1;
        if (counted->line_blocks[i] < 0)
            continue;
        run->is_needed = true;
        run->line = run->line < 0 ? i : run->line;
    }
}

static void add_term(struct plan *plan, int block, int counter)
{
    struct qjvm_counters *counters = plan->counters;
    counters->terms[counters->term_count++] = (qprof_CounterTerm){.block = block, .counter = counter, .factor = 1};
}

/* Both the outcomes of a branch and the ways of a stretch ascend by where they lead. */
static void find_outcomes_of(struct plan *plan, const struct qjvm_branch *branch)
{
    const struct qjvm_flow *flow = plan->flow;
    struct qjvm_counters *counters = plan->counters;
    int way = flow->stretches[flow->at[branch->offset]].first_way;
    for (int i = branch->first; i < branch->first + branch->count; i++) {
        int block = plan->counted->outcome_blocks[i];
        counters->of_outcome[i] = block < 0 ? -1 : counters->count++;
        while (flow->ways[way].to != flow->at[plan->counted->branches->outcomes[i]])
            way++;
        plan->counter_of_way[way] = counters->of_outcome[i];
        if (block >= 0)
            add_term(plan, block, counters->of_outcome[i]);
    }
}

static void find_outcomes(struct plan *plan)
{
    const struct qjvm_branches *branches = plan->counted->branches;
    for (int i = 0; i < plan->flow->way_count; i++)
        plan->counter_of_way[i] = -1;
    for (int i = 0; branches && i < branches->count; i++)
        find_outcomes_of(plan, &branches->items[i]);
}

/* Calls are counted by themselves where something in the method leads back to its beginning. */
static void find_calls(struct plan *plan)
{
    const struct qjvm_stretch *first = &plan->flow->stretches[0];
    bool alone = first->entry_count == 0 && !first->from_elsewhere;
    plan->counters->entry = alone ? -1 : plan->counters->count++;
    plan->runs[0].is_needed = plan->runs[0].is_needed || alone;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

/* How many summands a way that leads on from a run has, 0: it is not known. What lies in front of it is looked at
 * later: it is known when it has a counter of its own. */
static int summands_of_way(const struct plan *plan, int leader, int way_number)
{
    const struct qjvm_flow_way *way = &plan->flow->ways[way_number];
    if (plan->counter_of_way[way_number] >= 0)
        return 1;
    if (!is_only_entry(plan, way) || way->to == leader)
        return 0;
    const struct run *to = &plan->runs[way->to];
    return way->to > leader ? to->summands : to->is_needed;
}

/* The same of a way that leads to a run. What lies behind it has been looked at before. */
static int summands_of_entry(const struct plan *plan, int leader, int way_number)
{
    const struct qjvm_flow_way *way = &plan->flow->ways[way_number];
    if (plan->counter_of_way[way_number] >= 0)
        return 1;
    int from = plan->runs[way->from].leader;
    return is_only_way(plan, way) && from != leader ? plan->runs[from].summands : 0;
}

static void decide_by_ways(struct plan *plan, int leader)
{
    struct run *run = &plan->runs[leader];
    const struct qjvm_stretch *last = &plan->flow->stretches[run->last];
    int sum = 0;
    bool known = last->way_count > 1 && !run->is_fixed;
    for (int i = last->first_way; known && i < last->first_way + last->way_count; i++) {
        int summands = summands_of_way(plan, leader, i);
        sum += summands;
        known = summands && sum <= MOST_SUMMANDS;
    }
    run->kind = known ? BY_WAYS : run->is_needed ? OWN : UNKNOWN;
    run->summands = known ? sum : run->is_needed;
    for (int i = last->first_way; known && i < last->first_way + last->way_count; i++)
        if (plan->counter_of_way[i] < 0 && plan->flow->ways[i].to < leader)
            plan->runs[plan->flow->ways[i].to].is_fixed = true;
}

static void decide_by_entries(struct plan *plan, int leader)
{
    struct run *run = &plan->runs[leader];
    const struct qjvm_stretch *first = &plan->flow->stretches[leader];
    int sum = leader == 0;
    bool known = run->kind == OWN && !run->is_fixed && !first->from_elsewhere && first->entry_count > 0;
    for (int i = first->first_entry; known && i < first->first_entry + first->entry_count; i++) {
        int summands = summands_of_entry(plan, leader, plan->flow->entries[i]);
        sum += summands;
        known = summands && sum <= MOST_SUMMANDS;
    }
    if (!known)
        return;
    run->kind = BY_ENTRIES;
    run->summands = sum;
    for (int i = first->first_entry; i < first->first_entry + first->entry_count; i++) {
        int way = plan->flow->entries[i], from = plan->runs[plan->flow->ways[way].from].leader;
        if (plan->counter_of_way[way] < 0 && from > leader)
            plan->runs[from].is_fixed = true;
    }
}

static void decide(struct plan *plan)
{
    for (int i = plan->flow->count - 1; i >= 0; i--)
        if (plan->runs[i].leader == i)
            decide_by_ways(plan, i);
    for (int i = 0; i < plan->flow->count; i++)
        if (plan->runs[i].leader == i)
            decide_by_entries(plan, i);
}

/* ---- counters and terms ------------------------------------------------------------------------------------------ */

static void place_counters(struct plan *plan)
{
    struct qjvm_counters *counters = plan->counters;
    for (int i = 0; i < plan->flow->count; i++) {
        struct run *run = &plan->runs[i];
        if (run->leader != i || run->kind != OWN)
            continue;
        run->counter = counters->count++;
        if (run->line >= 0)
            counters->of_line[run->line] = run->counter;
        else
            counters->entry = run->counter;
    }
}

/* A sum has two summands or more, each with fewer than it, or counters: at most MOST_SUMMANDS calls deep. */
static void add_sum(struct plan *plan, int block, int leader)
{
    const struct qjvm_flow *flow = plan->flow;
    const struct run *run = &plan->runs[leader];
    const struct qjvm_stretch *first = &flow->stretches[leader], *last = &flow->stretches[run->last];
    bool on = run->kind == BY_WAYS;
    if (run->kind == OWN)
        add_term(plan, block, run->counter);
    else if (!on && leader == 0)
        add_term(plan, block, plan->counters->entry);
    for (int i = 0; run->kind != OWN && i < (on ? last->way_count : first->entry_count); i++) {
        int way = on ? last->first_way + i : flow->entries[first->first_entry + i];
        if (plan->counter_of_way[way] >= 0)
            add_term(plan, block, plan->counter_of_way[way]);
        else
            add_sum(plan, block, plan->runs[on ? flow->ways[way].to : flow->ways[way].from].leader);
    }
}

static void add_sums(struct plan *plan)
{
    const struct qjvm_counted *counted = plan->counted;
    for (int i = 0; i < counted->line_count; i++)
        if (counted->line_blocks[i] >= 0)
            add_sum(plan, counted->line_blocks[i], plan->runs[plan->flow->at[counted->lines[i].offset]].leader);
    const struct qjvm_stretch *first = &plan->flow->stretches[0];
    if (first->entry_count == 0 && !first->from_elsewhere)
        add_sum(plan, counted->calls, 0);
    else
        add_term(plan, counted->calls, plan->counters->entry);
}

static bool make_room(struct plan *plan)
{
    struct qjvm_counters *counters = plan->counters;
    size_t lines = (size_t)plan->counted->line_count;
    size_t outcomes = plan->counted->branches ? (size_t)plan->counted->branches->outcome_count : 0;
    plan->runs = malloc((size_t)plan->flow->count * sizeof *plan->runs);
    plan->counter_of_way = malloc(((size_t)plan->flow->way_count + 1) * sizeof *plan->counter_of_way);
    counters->of_line = malloc((lines + 1) * sizeof *counters->of_line);
    counters->of_outcome = malloc((outcomes + 1) * sizeof *counters->of_outcome);
    counters->terms = malloc((outcomes + (lines + 1) * MOST_SUMMANDS) * sizeof *counters->terms);
    return plan->runs && plan->counter_of_way && counters->of_line && counters->of_outcome && counters->terms;
}

bool qjvm_counters_init(struct qjvm_counters *counters, const struct qjvm_flow *flow,
                        const struct qjvm_counted *counted)
{
    struct plan plan = {.flow = flow, .counted = counted, .counters = counters};
    *counters = (struct qjvm_counters){0};
    bool memory = make_room(&plan);
    if (memory) {
        find_runs(&plan);
        find_lines(&plan);
        find_outcomes(&plan);
        find_calls(&plan);
        decide(&plan);
        place_counters(&plan);
        add_sums(&plan);
    }
    free(plan.runs);
    free(plan.counter_of_way);
    return memory;
}

void qjvm_counters_fini(struct qjvm_counters *counters)
{
    free(counters->of_line);
    free(counters->of_outcome);
    free(counters->terms);
    *counters = (struct qjvm_counters){0};
}
