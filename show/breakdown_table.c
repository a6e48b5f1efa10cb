#include "show/breakdown_table.h"

#include "profile/query/contexts.h"
#include "show/group_rows.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

static const char *const words[] = {
#define X(constant, word) [QP_BREAKDOWN_BY_##constant] = word,
    QP_BREAKDOWNS_LIST(X)
#undef X
};

static void add_name(struct qp_table *table, const struct qp_query *query, enum qp_breakdown_by by,
                     const struct qp_breakdown_row *part)
{
    char name[400];
    if (part->group != QP_NONE) {
        qp_text_show(query->profile->groups[part->group].name, name, sizeof name);
        qp_table_addf(table, QP_STYLE_PLAIN, "virtual threads %s", name);
    } else if (part->thread != QP_NONE) {
        qp_profile_thread_name(query->profile, part->thread, name, sizeof name);
        qp_table_add(table, QP_STYLE_PLAIN, name);
    } else if (part->phase != QP_NONE && !part->name.length) {
        qp_table_addf(table, QP_STYLE_PLAIN, "phase %u", query->profile->phases[part->phase].number);
    } else if (by == QP_BREAKDOWN_BY_CONTEXT) {
        qp_context_show(query->profile, part->named, name, sizeof name);
        qp_table_add(table, QP_STYLE_PLAIN, name);
    } else if (part->name.length) {
        qp_table_add_text(table, QP_STYLE_PLAIN, part->name);
    } else {
        qp_table_add(table, QP_STYLE_PLAIN, by == QP_BREAKDOWN_BY_CLASS ? "(no class)" : "(no file)");
    }
}

/* Add the hidden cells, which distinguish threads or groups with equal names. */
static void add_hidden(struct qp_table *table, const struct qp_profile *profile, const struct qp_breakdown_row *part)
{
    if (part->group != QP_NONE) {
        qp_profile_cell_name(table, profile, profile->groups[part->group].parent_method, "");
        qp_group_rows_add_hidden(table, profile, part->group);
        return;
    }
    for (int i = 0; i < 3; i++)
        qp_table_add(table, QP_STYLE_PLAIN, "");
    if (part->thread != QP_NONE)
        qp_table_addf(table, QP_STYLE_PLAIN, "thread %u", profile->threads[part->thread].number);
    else
        qp_table_add(table, QP_STYLE_PLAIN, "");
}

static void add_row(struct qp_table *table, const struct qp_query *query, enum qp_breakdown_by by,
                    const struct qp_breakdown_row *part)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_totals *totals = &part->totals;
    qp_profile_cell_cost(table, profile, totals->self, 0);
    qp_table_add_share(table, QP_STYLE_PLAIN, totals->self, query->all.self);
    qp_table_add_interval(table, totals->self, query->all.self, query->all.calls);
    qp_profile_cell_cost(table, profile, totals->total, 0);
    qp_profile_cell_cost(table, profile, totals->elapsed, totals->estimated ? QP_CELL_ESTIMATE : 0);
    qp_table_add_count(table, totals->calls);
    qp_table_add_count(table, qp_query_calls_in(query, totals));
    qp_table_add_count(table, part->functions);
    add_name(table, query, by, part);
    add_hidden(table, profile, part);
}

bool qp_breakdown_table_print(const struct qp_query *query, enum qp_breakdown_by by, const struct qp_filter *filter,
                              uint32_t most, const struct qp_stream *stream)
{
    /* A row of a thread, phase or context has neither a number of functions nor a total time, which would equal its
     * self time. */
    const bool threads = by == QP_BREAKDOWN_BY_THREAD, parts = by < QP_BREAKDOWN_BY_THREAD;
    const bool clock = query->all.elapsed != 0, sampled = qp_query_is_sampled(query);
    const bool has[] = {clock, clock, sampled, clock && parts, clock,   sampled, query->counts_calls,
                        parts, true,  threads, threads,        threads, threads};
    struct qp_breakdown rows;
    struct qp_table table;
    char titles[196];
    if (!qp_breakdown_open(&rows, query, by, filter))
        return false;
    uint32_t shown = qp_table_at_most(rows.count, most);
    snprintf(
        titles, sizeof titles,
        "self|self %%;share|95%% interval|total|elapsed|samples|%ss|functions|-%s|-+created in|" QP_GROUP_ROWS_HIDDEN,
        qp_query_counted_word(query), words[by]);
    qp_table_init_some(&table, titles, has);
    for (uint32_t i = 0; i < shown; i++)
        add_row(&table, query, by, &rows.items[i]);
    qp_table_drop_same(&table, "elapsed", parts ? "total" : "self", stream);
    bool ok = qp_heading_finish(&table, rows.count, shown,
                                qp_filter_is_empty(filter) ? qp_heading_nothing(query) : NULL, stream);
    qp_breakdown_close(&rows);
    return ok;
}
