/* firefox_tree.c - the call tree for the Firefox Profiler: numbers of functions, sources and stacks, and sample
 * order. */
#include "export/firefox/firefox.h"

#include <stdlib.h>
#include <string.h>

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

struct qp_firefox_cost qp_firefox_cost(const struct qp_firefox *state, uint32_t node)
{
    const struct qp_totals parts = qp_query_node(state->export->query, node);
    return (struct qp_firefox_cost){parts.self, {parts.blocked, parts.waiting, parts.runnable}};
}

bool qp_firefox_has_stack(const struct qp_firefox *state, uint32_t node)
{
    struct qp_firefox_cost cost;
    if (!qp_query_has_node(state->export->query, node))
        return false;
    if (!qp_firefox_is_root(state, node))
        return true;
    cost = qp_firefox_cost(state, node);
    return cost.self || cost.states[0] || cost.states[1] || cost.states[2];
}

uint32_t qp_firefox_frame(const struct qp_firefox *state, uint32_t node)
{
    uint32_t method = state->export->profile->nodes[node].method;
    if (method != QP_NONE)
        return state->frame_of[method];
    return qp_firefox_is_root(state, node) ? QP_FIREFOX_FRAME_NO_FUNCTION : QP_FIREFOX_FRAME_NO_ROOM;
}

/* ---- tables for stacks ------------------------------------------------------------------------------------------- */

static bool number_functions(struct qp_firefox *state)
{
    const struct qp_profile *profile = state->export->profile;
    bool *used = qp_stacks_methods(state->export->query);
    for (uint32_t i = 0; used && i < profile->method_count; i++) {
        uint32_t file = profile->methods[i].file;
        state->frame_of[i] = QP_NONE;
        if (!used[i])
            continue;
        state->frame_of[i] = QP_FIREFOX_FRAME_COUNT + state->method_count;
        state->methods[state->method_count++] = i;
        if (file != QP_NONE && state->source_of[file] == QP_NONE) {
            state->source_of[file] = state->source_count;
            state->files[state->source_count++] = file;
        }
    }
    bool ok = used;
    free(used);
    return ok;
}

static void number_stacks(struct qp_firefox *state)
{
    for (uint32_t i = 0; i < state->export->profile->node_count; i++) {
        if (!qp_firefox_has_stack(state, i))
            continue;
        const struct qp_firefox_cost cost = qp_firefox_cost(state, i);
        state->stack_of[i] = state->stack_count++;
        for (int k = 0; k < QP_FIREFOX_STATES; k++)
            state->stack_count += cost.states[k] != 0;
    }
}

static bool make_room(struct qp_firefox *state)
{
    const struct qp_profile *profile = state->export->profile;
    size_t methods = (size_t)profile->method_count + 1, files = (size_t)profile->file_count + 1;
    state->frame_of = malloc(methods * sizeof *state->frame_of);
    state->methods = malloc(methods * sizeof *state->methods);
    state->stack_of = malloc(((size_t)profile->node_count + 1) * sizeof *state->stack_of);
    state->order = malloc(((size_t)profile->node_count + 1) * sizeof *state->order);
    state->source_of = malloc(files * sizeof *state->source_of);
    state->files = malloc(files * sizeof *state->files);
    state->emitted = calloc(methods + QP_FIREFOX_FRAME_COUNT, sizeof *state->emitted);
    if (!state->frame_of || !state->methods || !state->stack_of || !state->order || !state->source_of ||
        !state->files || !state->emitted)
        return false;
    memset(state->source_of, 0xff, files * sizeof *state->source_of); /* QP_NONE */
    return true;
}

static void add_to_order(void *of, uint32_t node)
{
    struct qp_firefox *state = of;
    state->order[state->order_count++] = node;
}

/* Collect the order of nodes; the links of the trees take more memory than the order, and are freed before samples are
 * written. */
static bool put_in_order(struct qp_firefox *state)
{
    struct qp_stacks trees;
    if (!qp_stacks_open(&trees, state->export->query, (struct qp_stacks_limit){0}))
        return false;
    state->top_ends = malloc(((size_t)trees.top_count + 1) * sizeof *state->top_ends);
    for (uint32_t i = 0; state->top_ends && i < trees.top_count; i++) {
        for (uint32_t root = trees.first_root[i]; root != QP_NONE; root = trees.links.sibling[root])
            qp_links_walk(&trees.links, root, add_to_order, NULL, state);
        state->top_ends[i] = state->order_count;
    }
    state->timed = trees.timed;
    state->top_count = trees.top_count;
    state->tops = trees.tops;
    trees.tops = NULL;
    qp_stacks_close(&trees);
    return state->top_ends;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool qp_firefox_tree_open(struct qp_firefox *state)
{
    if (!make_room(state) || !put_in_order(state) || !number_functions(state))
        return false;
    number_stacks(state);
    state->weights = malloc(((size_t)state->stack_count + 1) * sizeof *state->weights);
    return state->weights;
}

void qp_firefox_tree_close(struct qp_firefox *state)
{
    free(state->frame_of);
    free(state->methods);
    free(state->stack_of);
    free(state->source_of);
    free(state->files);
    free(state->emitted);
    free(state->weights);
    free(state->order);
    free(state->top_ends);
    free(state->tops);
}
