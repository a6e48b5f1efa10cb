#include "show/virtual_threads.h"

#include "format/words.h"
#include "profile/load/percentile.h"
#include "profile/query/wakers.h"
#include "show/group_rows.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

#include <stdlib.h>

#define NOBODY  "(no function)"
#define OUTSIDE "(a scheduler, a timer)" /* waker that was in no function */

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static void add_time(struct qp_table *table, const struct qp_query *query, uint64_t ticks, unsigned marks)
{
    qp_profile_cell_cost(table, query->profile, ticks, QP_CELL_SOME | marks);
}

/* Add the running time and its share of all running time, the runnable, blocked and waiting time, and the sum of
 * lives. */
static void add_states(struct qp_table *table, const struct qp_query *query, const struct qp_totals *totals)
{
    const uint64_t suspended[] = {totals->runnable, totals->blocked, totals->waiting};
    const unsigned mark = totals->estimated ? QP_CELL_ESTIMATE : 0;
    add_time(table, query, totals->self, mark);
    qp_table_add_share(table, QP_STYLE_PLAIN, totals->self, query->all.self);
    for (size_t i = 0; i < sizeof suspended / sizeof *suspended; i++)
        add_time(table, query, suspended[i], mark);
    add_time(table, query, totals->wall, 0);
}

#define STATES "running|%;share|runnable|blocked|waiting|life|"

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static bool print_sums(const struct qp_query *query, const struct qp_group_rows *rows, uint32_t shown,
                       const struct qp_stream *stream)
{
    struct qp_table table;
    char titles[300];
    snprintf(titles, sizeof titles, "%s%s%s", STATES "created|ended|living|migrations|longest slice|",
             qp_profile_cell_allocated_titles(query), QP_GROUP_ROWS_NAME);
    qp_table_init(&table, titles);
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_group_totals *it = &rows->groups.items[rows->order[i]];
        add_states(&table, query, &it->totals);
        qp_table_add_count(&table, it->created);
        qp_table_add_some(&table, it->ended);
        qp_table_add_some(&table, it->living);
        qp_table_add_some(&table, it->migrations);
        add_time(&table, query, it->longest, 0);
        qp_profile_cell_allocated(&table, query, &it->totals.allocated);
        qp_group_rows_add_name(&table, query->profile, rows->order[i]);
    }
    qp_heading_title("Groups of virtual threads", stream);
    return qp_heading_finish(&table, rows->count, shown, NULL, stream);
}

static void add_percentiles(struct qp_table *table, const struct qp_query *query,
                            const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest)
{
    static const double shares[] = {50, 99, 99.9};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        add_time(table, query, qp_percentile(buckets, longest, shares[i]), 0);
    add_time(table, query, longest, 0);
}

static bool print_tails(const struct qp_query *query, const struct qp_group_rows *rows, uint32_t shown,
                        const struct qp_stream *stream)
{
    struct qp_table table;
    qp_table_init(
        &table, "life p50|p99;life p99|p99.9;life p99.9|maximum;life maximum|delay p50|p99;delay p99|p99.9;delay p99.9|"
                "maximum;delay maximum|" QP_GROUP_ROWS_NAME);
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_group_totals *it = &rows->groups.items[rows->order[i]];
        if (!qp_percentile_count(it->lives) && !qp_percentile_count(it->delays))
            continue;
        add_percentiles(&table, query, it->lives, it->longest_life);
        add_percentiles(&table, query, it->delays, it->longest_delay);
        qp_group_rows_add_name(&table, query->profile, rows->order[i]);
    }
    if (!qp_table_is_empty(&table))
        qp_heading_title(
            "Lives of ended virtual threads, and scheduler delay (percentiles from powers of two: within a "
            "factor of 2)",
            stream);
    return qp_table_finish(&table, stream, NULL);
}

bool qp_virtual_threads_print_groups(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                                     const struct qp_stream *stream)
{
    struct qp_group_rows rows;
    if (!qp_group_rows_open(&rows, query, filter))
        return false;
    uint32_t shown = qp_table_at_most(rows.count, most);
    bool ok = rows.count == 0 || (print_sums(query, &rows, shown, stream) && print_tails(query, &rows, shown, stream));
    qp_group_rows_close(&rows);
    return ok;
}

/* ---- individual virtual threads ---------------------------------------------------------------------------------- */

const char *const qp_virtual_threads_sort_words[] = {
#define X(constant, word, title) [QP_TOP_BY_##constant] = word,
    QP_VIRTUAL_THREADS_SORTS(X)
#undef X
        NULL,
};

static const char *const sort_titles[] = {
#define X(constant, word, title) [QP_TOP_BY_##constant] = title,
    QP_VIRTUAL_THREADS_SORTS(X)
#undef X
};

/* Return the state of a virtual thread at the end of the run. */
static const char *state_of(const struct qp_profile_thread *thread)
{
    if (thread->ended)
        return "ended";
    if (thread->kept)
        return "";
    if (thread->woken > thread->since && !thread->mounted)
        return "runnable";
    return thread->state ? qp_words_state(thread->state - 1u) : "";
}

static void add_thread(struct qp_table *table, const struct qp_query *query, const struct qp_top_thread *it)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_profile_thread *thread = &profile->threads[it->thread];
    add_states(table, query, &it->totals);
    qp_table_add_some(table, it->migrations);
    add_time(table, query, it->longest, 0);
    qp_table_add(table, QP_STYLE_PLAIN, state_of(thread));
    qp_table_addf(table, QP_STYLE_PLAIN, "%#llx", (unsigned long long)thread->virtual_id);
    qp_table_add_text(table, QP_STYLE_PLAIN,
                      thread->name.length || thread->group == QP_NONE ? thread->name
                                                                      : profile->groups[thread->group].name);
    qp_profile_cell_name(table, profile,
                         thread->group == QP_NONE ? QP_NONE : profile->groups[thread->group].parent_method, "");
}

bool qp_virtual_threads_print_top(const struct qp_query *query, const struct qp_filter *filter, enum qp_top_by by,
                                  uint32_t most, const struct qp_stream *stream)
{
    struct qp_top_threads top;
    struct qp_table table;
    char title[100];
    /* Only some of the created virtual threads were recorded individually. Without a filter, count all of them; with
     * a filter, it is unknown how many would pass. */
    uint64_t created = qp_filter_is_empty(filter) ? qp_groups_created(query) : 0;
    if (!qp_top_threads_open(&top, query, filter, by, most ? most : QP_NONE))
        return false;
    qp_table_init(&table, STATES "migrations|longest slice|-state|*id|-*name|-created in");
    qp_table_keep(&table, by == QP_TOP_BY_LONGEST ? "longest slice" : qp_virtual_threads_sort_words[by]);
    if (by == QP_TOP_BY_SUSPENDED) {
        qp_table_keep(&table, "blocked");
        qp_table_keep(&table, "waiting");
    }
    for (uint32_t i = 0; i < top.count; i++)
        add_thread(&table, query, &top.items[i]);
    snprintf(title, sizeof title, "Virtual threads with %s", sort_titles[by]);
    if (top.count)
        qp_heading_title(title, stream);
    bool ok = qp_table_finish(&table, stream, NULL);
    qp_heading_rest(created > top.listed ? created : top.listed, top.count, "", stream);
    qp_heading_estimate(&table, stream);
    qp_top_threads_close(&top);
    return ok;
}

/* ---- by creator or resumer ---------------------------------------------------------------------------------- */

static void add_rollup(struct qp_table *table, const struct qp_query *query, const struct qp_rollup_row *row)
{
    add_states(table, query, &row->with.totals);
    qp_table_add_count(table, row->with.created);
    add_time(table, query, row->own.totals.self, row->own.totals.estimated ? QP_CELL_ESTIMATE : 0);
    qp_table_add_some(table, row->own.created);
    qp_profile_cell_name(table, query->profile, row->method, NOBODY);
    qp_profile_cell_location(table, query->profile, row->method);
}

static bool print_rollup(const struct qp_query *query, const struct qp_rollup *rollup, enum qp_rollup_to to,
                         uint32_t most, const struct qp_stream *stream)
{
    struct qp_table table;
    uint32_t shown = qp_table_at_most(rollup->count, most);
    bool spawner = to == QP_ROLLUP_TO_SPAWNER;
    qp_table_init(&table,
                  STATES "threads|self running;own running|self threads;own threads|-function|-file:line;place");
    for (uint32_t i = 0; i < shown; i++)
        add_rollup(&table, query, &rollup->items[i]);
    qp_heading_title(spawner ? "Virtual threads by the functions that created them"
                             : "Virtual threads by the functions that resumed them first",
                     stream);
    return qp_heading_finish(&table, rollup->count, shown, "no virtual threads", stream);
}

bool qp_virtual_threads_print_rollup(const struct qp_query *query, enum qp_rollup_to to, uint32_t most,
                                     const struct qp_stream *stream)
{
    struct qp_groups groups;
    struct qp_rollup rollup;
    if (!qp_groups_open(&groups, query))
        return false;
    bool ok = qp_rollup_open(&rollup, query, &groups, to);
    if (ok) {
        ok = print_rollup(query, &rollup, to, most, stream);
        qp_rollup_close(&rollup);
    }
    qp_groups_close(&groups);
    return ok;
}

/* ---- wakers ------------------------------------------------------------------------------------------------------ */

static bool passes(const struct qp_filter *filter, const struct qp_profile *profile, const struct qp_waker *it)
{
    char waiter[400] = NOBODY, waker[400] = NOBODY;
    if (qp_filter_is_empty(filter))
        return true;
    if (it->waiter != QP_NONE)
        qp_profile_method_name(profile, it->waiter, waiter, sizeof waiter);
    if (it->waker != QP_NONE)
        qp_profile_method_name(profile, it->waker, waker, sizeof waker);
    return qp_filter_passes_names(filter, qp_text_of(waiter), qp_text_of(waker));
}

/* Drop the rows that do not pass the filter. Return the number of rows left. */
static uint32_t keep_passing(struct qp_wakers *wakers, const struct qp_query *query, const struct qp_filter *filter)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < wakers->count; i++) {
        if (passes(filter, query->profile, &wakers->items[i]))
            wakers->items[kept++] = wakers->items[i];
    }
    return wakers->count = kept;
}

bool qp_virtual_threads_print_wakers(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                                     const struct qp_stream *stream)
{
    struct qp_wakers wakers;
    struct qp_table table;
    if (!qp_wakers_open(&wakers, query))
        return false;
    bool woken = wakers.count;
    uint32_t shown = qp_table_at_most(keep_passing(&wakers, query, filter), most);
    qp_table_init(&table, "suspended|delayed|wake-ups|-*suspended in|-*woken by");
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_waker *it = &wakers.items[i];
        add_time(&table, query, it->suspended, 0);
        add_time(&table, query, it->delayed, 0);
        qp_table_add_count(&table, it->count);
        qp_profile_cell_name(&table, query->profile, it->waiter, NOBODY);
        qp_profile_cell_name(&table, query->profile, it->waker, OUTSIDE);
    }
    if (shown || !woken)
        qp_heading_title("Blocked by", stream);
    bool ok = qp_heading_finish(&table, wakers.count, shown, woken ? NULL : "no virtual thread was woken", stream);
    qp_wakers_close(&wakers);
    return ok;
}
