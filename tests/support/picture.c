/* The contents of the data file as text. */
#include "tests/support/picture.h"

#include "profile/coverage/branches.h"
#include "profile/coverage/lines.h"
#include "format/words.h"
#include "tests/support/drawing.h"
#include "tests/support/run.h"
#include "tests/support/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct qp_profile profile;
static bool is_open;
static char file_name[256] = RUN_FILE;
static int product = -1;
static const char *context;

void picture_close(void)
{
    if (is_open)
        qp_profile_close(&profile);
    is_open = false;
    snprintf(file_name, sizeof file_name, "%s", RUN_FILE);
    product = -1;
}

void run_look_at(const char *name)
{
    picture_close();
    snprintf(file_name, sizeof file_name, "%s", name);
}

void run_look_at_product(enum qp_product other)
{
    product = (int)other;
}

void run_look_at_context(const char *pattern)
{
    context = pattern;
}

static enum qp_product looked_at(void)
{
    if (product >= 0)
        return (enum qp_product)product;
    return run_is_qprof() ? QP_QPROF : QP_CPROF;
}

const struct qp_profile *run_profile(void)
{
    struct qp_error error = {0};
    if (is_open)
        return &profile;
    if (qp_profile_open(&profile, run_path(file_name), &error) != 0)
        fail_msg("%s", error.text);
    is_open = true;
    stage_assert_valid(file_name, &profile);
    return &profile;
}

static void open_query(struct qp_query *query, const char *phase)
{
    struct qp_error error = {0};
    run_profile();
    struct qp_selection selection = qp_selection_of(looked_at());
    selection.phase = phase;
    selection.context = context;
    if (qp_query_open(query, &profile, &selection, &error) != 0)
        fail_msg("%s", error.text);
}

static void put_if(const char *name, uint64_t number)
{
    if (number != 0)
        drawing_put(" %s=%llu", name, (unsigned long long)number);
}

/* ---- trees ---------------------------------------------------------------------------------------------------- */

static void put_group(uint32_t group)
{
    drawing_put("group");
    drawing_put_words(" ", profile.groups[group].name);
    if (profile.groups[group].parent_method != QP_NONE) {
        drawing_put(" of ");
        drawing_put_method(profile.groups[group].parent_method);
    }
}

static void put_suspended(const struct qp_query *query, uint32_t node)
{
    struct qp_totals totals = qp_query_node(query, node);
    put_if("runnable", totals.runnable);
    put_if("blocked", totals.blocked);
    put_if("waiting", totals.waiting);
}

static void put_heading(const struct qp_query *query, uint32_t root, bool timed)
{
    const struct qp_profile_root *of = &profile.roots[root];
    drawing_put("[");
    if (of->group != QP_NONE) {
        put_group(of->group);
    } else {
        drawing_put("thread");
        drawing_put_words(" ", profile.threads[of->thread].name);
    }
    drawing_put("]");
    if (timed) {
        put_if("outside", query->nodes[root].self);
        put_if("scheduler", of->ledger.scheduler);
        put_if("idle", of->ledger.idle);
        put_suspended(query, root);
    }
    drawing_put("\n");
}

static void put_node(const struct qp_query *query, uint32_t node, int depth, bool timed)
{
    struct qp_totals totals = qp_query_node(query, node);
    drawing_put("%*s", depth * 2, "");
    drawing_put_method(profile.nodes[node].method);
    drawing_put(" %llu", (unsigned long long)totals.calls);
    if (timed) {
        drawing_put(" self=%llu total=%llu", (unsigned long long)totals.self,
                    (unsigned long long)query->nodes[node].total);
        put_suspended(query, node);
        put_if("uncounted", totals.uncounted);
        if (totals.measured > 0)
            drawing_put(" measured=%llu minimum=%llu maximum=%llu", (unsigned long long)totals.measured,
                        (unsigned long long)totals.minimum, (unsigned long long)totals.maximum);
    }
    put_if("cycles", totals.cycles);
    put_if("acquired", totals.acquired);
    put_if("released", totals.released);
    put_if("objects", totals.allocated.objects);
    put_if("bytes", totals.allocated.bytes);
    drawing_put("\n");
}

/* Return whether a node has callees. The node for folded call paths, which has no method, always exists and does not
 * count as a callee. */
static bool has_children(uint32_t parent)
{
    for (uint32_t i = parent + 1; i < profile.node_count; i++)
        if (profile.nodes[i].parent == parent && profile.nodes[i].method != QP_NONE)
            return true;
    return false;
}

static void put_children(const struct qp_query *query, uint32_t parent, int depth, bool timed)
{
    for (uint32_t i = parent + 1; i < profile.node_count; i++)
        if (profile.nodes[i].parent == parent && (profile.nodes[i].method != QP_NONE || has_children(i))) {
            put_node(query, i, depth, timed);
            put_children(query, i, depth + 1, timed);
        }
}

static bool is_drawn(const struct qp_query *query, uint32_t root, bool timed)
{
    uint64_t alone = query->nodes[root].self + profile.roots[root].ledger.scheduler + profile.roots[root].ledger.idle;
    return query->selected.roots[root] && (has_children(root) || (timed && alone > 0));
}

static const char *draw(const char *phase, bool timed)
{
    struct qp_query query;
    uint32_t drawn = 0;
    open_query(&query, phase);
    for (uint32_t root = 0; root < profile.root_count; root++)
        drawn += is_drawn(&query, root, timed);
    drawing_begin(&profile);
    for (uint32_t root = 0; root < profile.root_count; root++) {
        if (!is_drawn(&query, root, timed))
            continue;
        if (drawn > 1 || (timed && query.nodes[root].self > 0))
            put_heading(&query, root, timed);
        put_children(&query, root, 0, timed);
    }
    qp_query_close(&query);
    return drawing_text();
}

const char *run_tree(void)
{
    return draw(NULL, false);
}

const char *run_tree_of_phase(const char *phase)
{
    return draw(phase, false);
}

const char *run_times(void)
{
    return draw(NULL, true);
}

/* ---- blocks and lines ------------------------------------------------------------------------------------------ */

static bool is_of_product(uint32_t method)
{
    return profile.methods[method].product == (uint32_t)looked_at();
}

static void put_blocks(const struct qp_query *query, uint32_t method)
{
    uint32_t count;
    uint64_t *counts = qp_lines_blocks(query, method, QP_LINES_COUNTS, &count);
    uint64_t *times = qp_lines_blocks(query, method, QP_LINES_TIMES, &count);
    if (counts == NULL || times == NULL)
        abort();
    drawing_put_method(method);
    for (uint32_t i = 0; i < count; i++) {
        if (counts[i] == 0 && times[i] == 0)
            continue;
        drawing_put(" %u:%llu", i, (unsigned long long)counts[i]);
        if (times[i] > 0)
            drawing_put("@%llu", (unsigned long long)times[i]);
    }
    drawing_put("\n");
    free(counts);
    free(times);
}

const char *run_blocks(void)
{
    struct qp_query query;
    open_query(&query, NULL);
    drawing_begin(&profile);
    for (uint32_t i = 0; i < profile.method_count; i++)
        if (is_of_product(i) && profile.methods[i].first_array != QP_NONE)
            put_blocks(&query, i);
    qp_query_close(&query);
    return drawing_text();
}

const char *run_lines(void)
{
    struct qp_query query;
    open_query(&query, NULL);
    drawing_begin(&profile);
    for (uint32_t i = 0; i < profile.method_count; i++) {
        struct qp_lines lines;
        if (!is_of_product(i) || profile.methods[i].line_count == 0)
            continue;
        assert_true(qp_lines_open(&lines, &query, (struct qp_target){profile.methods[i].file, i}));
        drawing_put_method(i);
        for (uint32_t line = 0; line < lines.count; line++)
            drawing_put(" %d:%llu", lines.items[line].number, (unsigned long long)lines.items[line].count);
        drawing_put("\n");
        qp_lines_close(&lines);
    }
    qp_query_close(&query);
    return drawing_text();
}

const char *run_branches(void)
{
    struct qp_query query;
    open_query(&query, NULL);
    drawing_begin(&profile);
    for (uint32_t i = 0; i < profile.method_count; i++) {
        struct qp_branches branches;
        if (!is_of_product(i) || profile.methods[i].target_count == 0)
            continue;
        assert_true(qp_branches_open(&branches, &query, (struct qp_target){profile.methods[i].file, i}));
        drawing_put_method(i);
        for (uint32_t k = 0; k < branches.count; k++) {
            const struct qp_branch *it = &branches.items[k];
            drawing_put(" %d:", it->line);
            for (uint32_t outcome = 0; outcome < it->outcomes; outcome++)
                drawing_put(" %d:%llu", it->targets[outcome], (unsigned long long)it->counts[outcome]);
        }
        drawing_put("\n");
        qp_branches_close(&branches);
    }
    qp_query_close(&query);
    return drawing_text();
}

/* ---- the run --------------------------------------------------------------------------------------------------- */

const char *run_diagnostics(void)
{
    return drawing_of_diagnostics(run_profile(), looked_at(), true);
}

const char *run_diagnostic_kinds(void)
{
    return drawing_of_diagnostics(run_profile(), looked_at(), false);
}

const char *run_marks(void)
{
    drawing_begin(run_profile());
    for (uint32_t i = 0; i < profile.mark_count; i++) {
        if (profile.marks[i].product != (uint32_t)looked_at())
            continue;
        drawing_put("%s", qp_words_mark(profile.marks[i].kind));
        drawing_put_words(" ", profile.marks[i].text);
        drawing_put("\n");
    }
    return drawing_text();
}

static void put_thread(const struct qp_profile_thread *thread)
{
    if (thread->virtual_thread) {
        drawing_put("virtual %llx", (unsigned long long)thread->virtual_id);
        put_if("id", thread->client_id);
    } else {
        drawing_put("thread");
        put_if("id", thread->client_id);
    }
    drawing_put_words(" ", thread->name);
    if (thread->virtual_thread && thread->group != QP_NONE) {
        drawing_put(" (");
        put_group(thread->group);
        drawing_put(")");
    }
    drawing_put("%s\n", thread->ended ? " ended" : "");
}

const char *run_threads(void)
{
    drawing_begin(run_profile());
    for (uint32_t i = 0; i < profile.thread_count; i++)
        if (!profile.threads[i].virtual_thread || profile.threads[i].product == (uint32_t)looked_at())
            put_thread(&profile.threads[i]);
    return drawing_text();
}

static void put_method_of(uint32_t node)
{
    if (node == QP_NONE || profile.nodes[node].method == QP_NONE)
        drawing_put("-");
    else
        drawing_put_method(profile.nodes[node].method);
}

const char *run_wakers(void)
{
    drawing_begin(run_profile());
    for (uint32_t i = 0; i < profile.edge_count; i++) {
        const struct qp_profile_edge *edge = &profile.edges[i];
        put_method_of(edge->waiter);
        drawing_put(" <- ");
        put_method_of(edge->waker);
        drawing_put(" %d %d %d\n", (int)edge->count, (int)edge->suspended, (int)edge->delayed);
    }
    return drawing_text();
}
