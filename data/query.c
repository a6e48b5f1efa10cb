#include "data/query.h"

#include "data/outermost.h"
#include "data/own_cost.h"

#include <stdlib.h>
#include <string.h>

struct qp_selection qp_selection_of(enum qp_product product)
{
    return (struct qp_selection){.product = product, .thread = QP_NONE, .group = QP_NONE};
}

/* ---- which roots ---------------------------------------------------------------------------------------- */

static bool phase_matches(const struct qp_profile_phase *phase, const char *wanted)
{
    char number[16];
    snprintf(number, sizeof number, "%u", phase->number);
    return strcmp(number, wanted) == 0 || (phase->name.length && qp_text_equal(phase->name, qp_text_of(wanted)));
}

static bool choose_roots(struct qp_query *query, struct qp_error *error)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_selection *selection = &query->selection;
    bool *in_phase = calloc(profile->phase_count + 1, sizeof *in_phase);
    query->chosen = calloc((size_t)profile->root_count + 1, sizeof *query->chosen);
    if (!in_phase || !query->chosen) {
        free(in_phase);
        qp_error_memory(error);
        return false;
    }
    bool known = false;
    for (uint32_t i = 0; i < profile->phase_count; i++) {
        const struct qp_profile_phase *phase = &profile->phases[i];
        in_phase[i] = !selection->phase || phase_matches(phase, selection->phase);
        known |= in_phase[i] && phase->product == (uint32_t)selection->product;
    }
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        query->chosen[i] =
            root->product == (uint32_t)selection->product && root->has_node && !root->hidden && !root->cleared &&
            in_phase[root->phase] &&
            (selection->thread == QP_NONE || (root->thread == selection->thread && root->group == QP_NONE)) &&
            (selection->group == QP_NONE || root->group == selection->group);
    }
    free(in_phase);
    if (!known)
        qp_error_set(error, QP_ERR_CHOICE, "no phase '%s' of %s (qii info lists them)", selection->phase,
                     qp_profile_product_name(selection->product));
    return known;
}

bool qp_query_has_node(const struct qp_query *query, uint32_t node)
{
    uint32_t root = query->profile->nodes[node].root;
    return root != QP_NONE && query->chosen[root];
}

/* ---- times of nodes ------------------------------------------------------------------------------------- */

struct qp_totals qp_query_node(const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_node *node = &query->profile->nodes[index];
    uint64_t self = query->nodes[index].self;
    struct qp_totals parts = {.calls = node->calls,
                              .recorder = qp_query_has_node(query, index) ? node->self - self : 0};
    uint32_t flags = node->method == QP_NONE ? 0 : query->profile->methods[node->method].flags;
    if (node->parent == QP_NONE)
        parts.outside = self;
    else if (flags & QP_METHOD_CYCLES)
        parts.uncounted = self;
    else if (flags & QP_METHOD_BLOCKS)
        parts.blocked = self;
    else if (flags & QP_METHOD_WAITS)
        parts.waiting = self;
    else
        parts.self = self;
    if (node->extra != QP_NONE) {
        const struct qp_profile_extra *extra = &query->profile->extras[node->extra];
        parts.blocked += extra->blocked;
        parts.waiting += extra->waiting;
        parts.cycles = extra->cycles;
        parts.acquired = extra->acquired;
        parts.released = extra->released;
        parts.measured = extra->measured;
        const struct qp_node_totals *with = &query->nodes[index];
        parts.minimum = qp_own_cost_duration(extra->minimum, with->total, with->recorder);
        parts.maximum = qp_own_cost_duration(extra->maximum, with->total, with->recorder);
    }
    return parts;
}

static bool take_off_own_cost(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    uint64_t *own = query->selection.raw ? NULL : qp_own_cost_nodes(profile, query->selection.product);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (!qp_query_has_node(query, i))
            continue;
        query->nodes[i].recorder = own ? own[i] : 0;
        query->nodes[i].self = profile->nodes[i].self - query->nodes[i].recorder;
    }
    bool ok = own || query->selection.raw;
    free(own);
    return ok;
}

static void add_up_totals(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = profile->node_count; i-- > 0;) {
        if (!qp_query_has_node(query, i))
            continue;
        uint32_t parent = profile->nodes[i].parent;
        if (parent == QP_NONE)
            continue;
        struct qp_totals parts = qp_query_node(query, i);
        query->nodes[i].total += parts.self + parts.blocked + parts.waiting;
        query->nodes[parent].total += query->nodes[i].total;
        query->nodes[parent].recorder += query->nodes[i].recorder;
    }
}

/* ---- times of methods ----------------------------------------------------------------------------------- */

static void add(struct qp_totals *sum, const struct qp_totals *parts)
{
    sum->calls += parts->calls;
    sum->self += parts->self;
    sum->blocked += parts->blocked;
    sum->waiting += parts->waiting;
    sum->uncounted += parts->uncounted;
    sum->cycles += parts->cycles;
    sum->acquired += parts->acquired;
    sum->released += parts->released;
    sum->outside += parts->outside;
    sum->recorder += parts->recorder;
    if (parts->measured) {
        if (!sum->measured || parts->minimum < sum->minimum)
            sum->minimum = parts->minimum;
        if (parts->maximum > sum->maximum)
            sum->maximum = parts->maximum;
        sum->measured += parts->measured;
    }
}

static void add_up_methods(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t method = profile->nodes[i].method;
        if (!qp_query_has_node(query, i))
            continue;
        struct qp_totals parts = qp_query_node(query, i);
        add(&query->threads[profile->roots[profile->nodes[i].root].thread], &parts);
        if (method != QP_NONE)
            add(&query->methods[method], &parts);
    }
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        struct qp_totals *thread = &query->threads[i];
        thread->total = thread->self + thread->blocked + thread->waiting;
        query->all.total += thread->total;
        add(&query->all, thread);
    }
}

/* A node's total belongs to its method when it is the outermost one of it. */
static bool add_up_outermost(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_profile_node *nodes = profile->nodes;
    if (profile->node_count == 0)
        return true;
    bool *outermost =
        qp_outermost((struct qp_by_node){&nodes->parent, sizeof *nodes},
                     (struct qp_by_node){&nodes->method, sizeof *nodes}, profile->node_count, profile->method_count);
    for (uint32_t i = 0; outermost && i < profile->node_count; i++) {
        if (outermost[i])
            query->methods[nodes[i].method].total += query->nodes[i].total;
    }
    bool ok = outermost;
    free(outermost);
    return ok;
}

/* ---- lines ------------------------------------------------------------------------------------------------- */

static bool counts_lines(const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    bool called = false, counted = false;
    for (uint32_t i = 0; i < profile->array_count && !counted; i++)
        counted = profile->roots[profile->arrays[i].root].product == (uint32_t)query->selection.product;
    for (uint32_t i = 0; i < profile->method_count && !called && !counted; i++)
        called = profile->methods[i].line_count != 0 && query->methods[i].calls != 0;
    return counted || !called;
}

/* ---- both ends ------------------------------------------------------------------------------------------- */

static bool make_room(struct qp_query *query)
{
    query->nodes = calloc((size_t)query->profile->node_count + 1, sizeof *query->nodes);
    query->methods = calloc((size_t)query->profile->method_count + 1, sizeof *query->methods);
    query->threads = calloc((size_t)query->profile->carrier_count + 1, sizeof *query->threads);
    return query->nodes && query->methods && query->threads;
}

int qp_query_open(struct qp_query *query, const struct qp_profile *profile, const struct qp_selection *selection,
                  struct qp_error *error)
{
    *query = (struct qp_query){.profile = profile, .selection = *selection};
    if (!choose_roots(query, error)) {
        qp_query_close(query);
        return error->code;
    }
    bool ok = make_room(query) && take_off_own_cost(query);
    if (ok) {
        add_up_totals(query);
        add_up_methods(query);
        ok = add_up_outermost(query);
        query->counts_lines = counts_lines(query);
    }
    if (!ok) {
        qp_query_close(query);
        return qp_error_memory(error);
    }
    return 0;
}

void qp_query_close(struct qp_query *query)
{
    free(query->chosen);
    free(query->nodes);
    free(query->methods);
    free(query->threads);
    *query = (struct qp_query){0};
}
