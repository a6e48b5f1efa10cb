#include "bindings/jvm/insert/counters.h"

#include <stdlib.h>
#include <string.h>

/* Greatest number of counters that add up to one count. For each line that is counted by a sum, the data file has a
 * term for each of these counters. */
#define MOST_SUMMANDS 8

enum kind {
    UNKNOWN,    /* the count is not needed, and does not follow from the counts of other chains */
    OWN,        /* the chain has a counter of its own */
    BY_EDGES,   /* the count is the sum of the counts of the outgoing edges */
    BY_ENTRIES, /* the count is the sum of the counts of the incoming edges */
    CALLS       /* the chain runs as often as the method is called, and calls have counters of their own */
};

/* Chain of basic blocks. Each block leads only to the next block of the chain, which is entered only from there. So
 * all blocks of a chain run equally often. */
struct chain {
    int leader; /* first basic block of the chain; the other fields are valid only in the leader's struct */
    int last;   /* last basic block of the chain */
    enum kind kind;
    int summands; /* number of counters that add up to the chain's count; 0 = unknown */
    int line;     /* index of the first registered line, -1 = none */
    int counter;  /* number of the counter, if `kind` is OWN */
    bool is_needed;
    bool is_fixed; /* other sums contain this chain's counters, so the chain must not become a sum itself */
};

struct plan {
    const struct qjvm_flow *flow;
    const struct qjvm_counted *counted;
    struct qjvm_counters *counters;
    struct chain *chains; /* indexed by basic block */
    int *counter_of_edge; /* indexed by edge of the flow: counter of the branch outcome on that edge, -1 = none */
};

/* ---- numbers to count -------------------------------------------------------------------------------------------- */

/* Return whether an edge is the only entry of its target. */
static bool is_only_entry(const struct plan *plan, const struct qjvm_flow_edge *edge)
{
    const struct qjvm_basic_block *to = &plan->flow->basic_blocks[edge->to];
    return to->entry_count == 1 && !to->from_elsewhere && edge->to != 0;
}

/* Return whether an edge is taken whenever its source block is entered. */
static bool is_only_edge(const struct plan *plan, const struct qjvm_flow_edge *edge)
{
    const struct qjvm_basic_block *from = &plan->flow->basic_blocks[edge->from];
    return from->edge_count == 1 && from->continues;
}

static void find_chains(struct plan *plan)
{
    const struct qjvm_flow *flow = plan->flow;
    for (int i = 0; i < flow->count; i++) {
        const struct qjvm_basic_block *basic_block = &flow->basic_blocks[i];
        const struct qjvm_flow_edge *edge =
            &flow->edges[basic_block->entry_count ? flow->entries[basic_block->first_entry] : 0];
        bool follows =
            basic_block->entry_count == 1 && edge->from < i && is_only_entry(plan, edge) && is_only_edge(plan, edge);
        plan->chains[i] = (struct chain){.leader = follows ? plan->chains[edge->from].leader : i, .line = -1};
        plan->chains[plan->chains[i].leader].last = i;
    }
}

static void find_lines(struct plan *plan)
{
    const struct qjvm_counted *counted = plan->counted;
    for (int i = 0; i < counted->line_count; i++) {
        struct chain *chain = &plan->chains[plan->chains[plan->flow->at[counted->lines[i].offset]].leader];
        plan->counters->of_line[i] = -1;
        if (counted->line_blocks[i] < 0)
            continue;
        chain->is_needed = true;
        chain->line = chain->line < 0 ? i : chain->line;
    }
}

static void add_term(struct plan *plan, int block, int counter)
{
    struct qjvm_counters *counters = plan->counters;
    counters->terms[counters->term_count++] = (qprof_CounterTerm){.block = block, .counter = counter, .factor = 1};
}

/* Return the number of counters of the method's calls, if these have counters of their own. */
static int stripes_of(const struct plan *plan)
{
    return plan->counted->has_stripes ? QJVM_STRIPES : 1;
}

static void add_calls(struct plan *plan, int block)
{
    for (int i = 0; i < stripes_of(plan); i++)
        add_term(plan, block, plan->counters->entry + i * QJVM_STRIPE);
}

/* Return the number of the edge of the flow between two instructions. */
static int edge_of_flow(const struct qjvm_flow *flow, const struct qjvm_branch_edge *edge)
{
    int number = flow->basic_blocks[flow->at[edge->from]].first_edge;
    while (flow->edges[number].to != flow->at[edge->to])
        number++;
    return number;
}

/* Give each edge of a registered outcome a counter. */
static void find_outcomes(struct plan *plan)
{
    const struct qjvm_branches *branches = plan->counted->branches;
    struct qjvm_counters *counters = plan->counters;
    for (int i = 0; i < plan->flow->edge_count; i++)
        plan->counter_of_edge[i] = -1;
    for (int i = 0; i < branches->edge_count; i++) {
        int block = plan->counted->outcome_blocks[branches->edges[i].outcome];
        counters->of_edge[i] = block < 0 ? -1 : counters->count++;
        plan->counter_of_edge[edge_of_flow(plan->flow, &branches->edges[i])] = counters->of_edge[i];
        if (block >= 0)
            add_term(plan, block, counters->of_edge[i]);
    }
}

/* Find out how calls are counted. Unless the code contains a jump to its start, the first chain runs as often as the
 * method is called, and one counter suffices for both. */
static void find_calls(struct plan *plan)
{
    const struct qjvm_basic_block *first = &plan->flow->basic_blocks[0];
    struct qjvm_counters *counters = plan->counters;
    bool alone = first->entry_count == 0 && !first->from_elsewhere;
    counters->entry = -1;
    if (alone && !plan->counted->has_stripes) {
        plan->chains[0].is_needed = true;
        return;
    }
    counters->entry = counters->count;
    counters->count += (stripes_of(plan) - 1) * QJVM_STRIPE + 1;
    if (alone) {
        plan->chains[0].kind = CALLS;
        plan->chains[0].summands = stripes_of(plan);
    }
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

/* Return the number of counters that add up to the count of an outgoing edge of a chain, 0 if the count is unknown.
 * Chains are processed from the last to the first, so the target of a back edge has not been processed yet. If the
 * target's count is needed, the target gets a counter of its own; otherwise its count is unknown. */
static int summands_of_edge(const struct plan *plan, int leader, int edge_number)
{
    const struct qjvm_flow_edge *edge = &plan->flow->edges[edge_number];
    if (plan->counter_of_edge[edge_number] >= 0)
        return 1;
    if (!is_only_entry(plan, edge) || edge->to == leader)
        return 0;
    const struct chain *to = &plan->chains[edge->to];
    return edge->to > leader ? to->summands : to->is_needed;
}

/* Return the number of counters that add up to the count of an incoming edge of a chain, 0 if the count is unknown.
 * When this is called, decide_by_edges has processed all chains. */
static int summands_of_entry(const struct plan *plan, int leader, int edge_number)
{
    const struct qjvm_flow_edge *edge = &plan->flow->edges[edge_number];
    if (plan->counter_of_edge[edge_number] >= 0)
        return 1;
    int from = plan->chains[edge->from].leader;
    return is_only_edge(plan, edge) && from != leader ? plan->chains[from].summands : 0;
}

static void decide_by_edges(struct plan *plan, int leader)
{
    struct chain *chain = &plan->chains[leader];
    const struct qjvm_basic_block *last = &plan->flow->basic_blocks[chain->last];
    int sum = 0;
    bool known = last->edge_count > 1 && !chain->is_fixed;
    for (int i = last->first_edge; known && i < last->first_edge + last->edge_count; i++) {
        int summands = summands_of_edge(plan, leader, i);
        sum += summands;
        known = summands && sum <= MOST_SUMMANDS;
    }
    chain->kind = known ? BY_EDGES : chain->is_needed ? OWN : UNKNOWN;
    chain->summands = known ? sum : chain->is_needed;
    for (int i = last->first_edge; known && i < last->first_edge + last->edge_count; i++)
        if (plan->counter_of_edge[i] < 0 && plan->flow->edges[i].to < leader)
            plan->chains[plan->flow->edges[i].to].is_fixed = true;
}

static void decide_by_entries(struct plan *plan, int leader)
{
    struct chain *chain = &plan->chains[leader];
    const struct qjvm_basic_block *first = &plan->flow->basic_blocks[leader];
    int sum = leader == 0 ? stripes_of(plan) : 0;
    bool known = chain->kind == OWN && !chain->is_fixed && !first->from_elsewhere && first->entry_count > 0;
    for (int i = first->first_entry; known && i < first->first_entry + first->entry_count; i++) {
        int summands = summands_of_entry(plan, leader, plan->flow->entries[i]);
        sum += summands;
        known = summands && sum <= MOST_SUMMANDS;
    }
    if (!known)
        return;
    chain->kind = BY_ENTRIES;
    chain->summands = sum;
    for (int i = first->first_entry; i < first->first_entry + first->entry_count; i++) {
        int edge = plan->flow->entries[i], from = plan->chains[plan->flow->edges[edge].from].leader;
        if (plan->counter_of_edge[edge] < 0 && from > leader)
            plan->chains[from].is_fixed = true;
    }
}

static void decide(struct plan *plan)
{
    for (int i = plan->flow->count - 1; i >= 0; i--)
        if (plan->chains[i].leader == i && plan->chains[i].kind != CALLS)
            decide_by_edges(plan, i);
    for (int i = 0; i < plan->flow->count; i++)
        if (plan->chains[i].leader == i)
            decide_by_entries(plan, i);
}

/* ---- counters and terms ------------------------------------------------------------------------------------------ */

static void place_counters(struct plan *plan)
{
    struct qjvm_counters *counters = plan->counters;
    for (int i = 0; i < plan->flow->count; i++) {
        struct chain *chain = &plan->chains[i];
        if (chain->leader != i || chain->kind != OWN)
            continue;
        chain->counter = counters->count++;
        if (chain->line >= 0)
            counters->of_line[chain->line] = chain->counter;
        else
            counters->entry = chain->counter;
    }
}

/* Add terms to the sum of `block`, so that the sum includes the count of the leader's chain. A sum has at least two
 * summands, each with fewer counters than the sum, so the recursion is at most MOST_SUMMANDS deep. */
static void add_sum(struct plan *plan, int block, int leader)
{
    const struct qjvm_flow *flow = plan->flow;
    const struct chain *chain = &plan->chains[leader];
    const struct qjvm_basic_block *first = &flow->basic_blocks[leader], *last = &flow->basic_blocks[chain->last];
    bool outgoing = chain->kind == BY_EDGES;
    if (chain->kind == OWN)
        add_term(plan, block, chain->counter);
    else if (!outgoing && leader == 0)
        add_calls(plan, block);
    for (int i = 0; chain->kind != OWN && i < (outgoing ? last->edge_count : first->entry_count); i++) {
        int edge = outgoing ? last->first_edge + i : flow->entries[first->first_entry + i];
        if (plan->counter_of_edge[edge] >= 0)
            add_term(plan, block, plan->counter_of_edge[edge]);
        else
            add_sum(plan, block, plan->chains[outgoing ? flow->edges[edge].to : flow->edges[edge].from].leader);
    }
}

static void add_sums(struct plan *plan)
{
    const struct qjvm_counted *counted = plan->counted;
    for (int i = 0; i < counted->line_count; i++)
        if (counted->line_blocks[i] >= 0)
            add_sum(plan, counted->line_blocks[i], plan->chains[plan->flow->at[counted->lines[i].offset]].leader);
    if (plan->counters->entry < 0)
        add_sum(plan, counted->calls, 0);
    else
        add_calls(plan, counted->calls);
}

static bool make_room(struct plan *plan)
{
    struct qjvm_counters *counters = plan->counters;
    size_t lines = (size_t)plan->counted->line_count;
    size_t edges = (size_t)plan->counted->branches->edge_count;
    plan->chains = malloc((size_t)plan->flow->count * sizeof *plan->chains);
    plan->counter_of_edge = malloc(((size_t)plan->flow->edge_count + 1) * sizeof *plan->counter_of_edge);
    counters->of_line = malloc((lines + 1) * sizeof *counters->of_line);
    counters->of_edge = malloc((edges + 1) * sizeof *counters->of_edge);
    counters->terms = malloc((edges + (lines + 1) * MOST_SUMMANDS) * sizeof *counters->terms);
    return plan->chains && plan->counter_of_edge && counters->of_line && counters->of_edge && counters->terms;
}

bool qjvm_counters_init(struct qjvm_counters *counters, const struct qjvm_flow *flow,
                        const struct qjvm_counted *counted)
{
    struct plan plan = {.flow = flow, .counted = counted, .counters = counters};
    *counters = (struct qjvm_counters){0};
    bool memory = make_room(&plan);
    if (memory) {
        find_chains(&plan);
        find_lines(&plan);
        find_outcomes(&plan);
        find_calls(&plan);
        decide(&plan);
        place_counters(&plan);
        add_sums(&plan);
    }
    free(plan.chains);
    free(plan.counter_of_edge);
    return memory;
}

void qjvm_counters_fini(struct qjvm_counters *counters)
{
    free(counters->of_line);
    free(counters->of_edge);
    free(counters->terms);
    *counters = (struct qjvm_counters){0};
}
