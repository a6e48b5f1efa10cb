#include "show/ledgers.h"

#include "base/order.h"
#include "show/parts/heading.h"
#include "show/group_rows.h"
#include "show/parts/profile_cell.h"

#include <stdlib.h>

/* Add a row's times by state, and their sum. If bit i of `guessed` is set, times[i] is an estimate. */
static void add_times(struct qp_table *table, const struct qp_profile *profile, const uint64_t *times, size_t count,
                      unsigned guessed)
{
    for (size_t i = 0; i < count; i++)
        qp_profile_cell_cost(table, profile, times[i], QP_CELL_SOME | (guessed & (1u << i) ? QP_CELL_ESTIMATE : 0));
}

/* ---- system threads ---------------------------------------------------------------------------------------------- */

static void add_carrier(struct qp_table *table, const struct qp_query *query, uint32_t thread)
{
    const struct qp_totals *totals = &query->threads[thread];
    const uint64_t times[] = {totals->self,      totals->blocked, totals->waiting,  totals->uncounted, totals->outside,
                              totals->scheduler, totals->idle,    totals->recorder, totals->paused,    totals->wall};
    const unsigned scheduler_and_idle = 1u << 5 | 1u << 6;
    qp_table_addf(table, QP_STYLE_PLAIN, "%u", query->profile->threads[thread].number);
    add_times(table, query->profile, times, sizeof times / sizeof *times, totals->estimated ? scheduler_and_idle : 0);
    qp_profile_cell_allocated(table, query, &totals->allocated);
    qp_table_add_text(table, QP_STYLE_PLAIN, query->profile->threads[thread].name);
}

static int by_running(const void *left, const void *right, void *threads)
{
    const struct qp_totals *totals = threads;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return QP_ORDER({totals[b].self, totals[a].self}, {a, b});
}

static bool print_carriers(const struct qp_query *query, const uint32_t *order, uint32_t count, uint32_t shown,
                           const struct qp_stream *stream)
{
    struct qp_table table;
    struct qp_totals sum = {0};
    char titles[200];
    snprintf(titles, sizeof titles,
             "thread|running|blocked|waiting|uncounted|outside|scheduler|idle|recorder|paused|= wall;wall|%s-name",
             qp_profile_cell_allocated_titles(query));
    qp_table_init(&table, titles);
    for (uint32_t i = 0; i < shown; i++) {
        add_carrier(&table, query, order[i]);
        qp_totals_add(&sum, &query->threads[order[i]]);
    }
    qp_heading_title("Time of the threads", stream);
    bool ok = qp_table_finish(&table, stream, NULL);
    qp_heading_rest(count, shown, "; use --top=0 to show all", stream);
    qp_heading_meanings(&sum, stream);
    if (table.estimated)
        fputs("~ marks an estimate: scheduler and idle are separated by the threads' CPU time\n", stream->out);
    return ok;
}

bool qp_ledgers_print_carriers(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                               const struct qp_stream *stream)
{
    uint32_t carriers = query->profile->carrier_count, count = 0;
    uint32_t *order = malloc(((size_t)carriers + 1) * sizeof *order);
    for (uint32_t i = 0; order && i < carriers; i++) {
        if (qp_filter_passes_name(filter, query->profile->threads[i].name))
            order[count++] = i;
    }
    uint32_t shown = qp_table_at_most(count, most);
    if (order && shown < count)
        qsort_r(order, count, sizeof *order, by_running, query->threads);
    bool ok = order && (count == 0 || print_carriers(query, order, count, shown, stream));
    free(order);
    return ok;
}

/* ---- virtual threads --------------------------------------------------------------------------------------------- */

static void add_group(struct qp_table *table, const struct qp_query *query, uint32_t group,
                      const struct qp_group_totals *it)
{
    const struct qp_totals *totals = &it->totals;
    const uint64_t times[] = {totals->self,      totals->runnable, totals->blocked, totals->waiting,
                              totals->uncounted, totals->recorder, totals->paused,  totals->wall};
    const unsigned first_four = 0xf;
    add_times(table, query->profile, times, sizeof times / sizeof *times, totals->estimated ? first_four : 0);
    qp_table_add_count(table, it->created);
    qp_table_add_count(table, it->ended);
    qp_profile_cell_allocated(table, query, &totals->allocated);
    qp_group_rows_add_name(table, query->profile, group);
}

bool qp_ledgers_print_groups(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                             const struct qp_stream *stream)
{
    struct qp_group_rows rows;
    struct qp_table table;
    struct qp_totals sum = {0};
    if (!qp_group_rows_open(&rows, query, filter))
        return false;
    if (rows.count == 0) {
        qp_group_rows_close(&rows);
        return true;
    }
    char titles[300];
    snprintf(titles, sizeof titles, "%s%s%s",
             "running|runnable|blocked|waiting|uncounted|recorder|paused|= life;life|created|ended|",
             qp_profile_cell_allocated_titles(query), QP_GROUP_ROWS_NAME);
    qp_table_init(&table, titles);
    uint32_t shown = qp_table_at_most(rows.count, most);
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_group_totals *group = &rows.groups.items[rows.order[i]];
        add_group(&table, query, rows.order[i], group);
        qp_totals_add(&sum, &group->totals);
    }
    qp_heading_title("Time of the virtual threads", stream);
    bool ok = qp_heading_finish(&table, rows.count, shown, NULL, stream);
    qp_heading_meanings(&sum, stream);
    qp_group_rows_close(&rows);
    return ok;
}
