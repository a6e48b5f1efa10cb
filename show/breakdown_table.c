#include "show/breakdown_table.h"

#include "show/parts/heading.h"
#include "show/parts/table_columns.h"

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
    } else if (part->name.length) {
        qp_table_add_text(table, QP_STYLE_PLAIN, part->name);
    } else {
        qp_table_add(table, QP_STYLE_PLAIN, by == QP_BREAKDOWN_BY_CLASS ? "(no class)" : "(no file)");
    }
}

struct columns {
    bool clock;
    bool parts; /* functions, not threads: include callees */
};

static void add_row(struct qp_table *table, const struct qp_query *query, enum qp_breakdown_by by,
                    const struct columns *columns, const struct qp_breakdown_row *part)
{
    const struct qp_totals *totals = &part->totals;
    if (columns->clock) {
        qp_table_add_time(table, QP_STYLE_PLAIN, qp_profile_ns(query->profile, totals->self), 0);
        qp_table_add_share(table, QP_STYLE_PLAIN, totals->self, query->all.self);
    }
    if (columns->clock && columns->parts)
        qp_table_add_time(table, QP_STYLE_PLAIN, qp_profile_ns(query->profile, totals->total), 0);
    if (columns->clock)
        qp_table_add_time(table, QP_STYLE_PLAIN, qp_profile_ns(query->profile, totals->elapsed),
                          totals->estimated ? QP_CELL_ESTIMATE : 0);
    qp_table_add_count(table, totals->calls);
    if (columns->parts)
        qp_table_add_count(table, part->functions);
    add_name(table, query, by, part);
}

bool qp_breakdown_table_print(const struct qp_query *query, enum qp_breakdown_by by, const struct qp_filter *filter,
                              uint32_t most, const struct qp_stream *stream)
{
    struct qp_breakdown parts;
    struct qp_table table;
    if (!qp_breakdown_open(&parts, query, by, filter))
        return false;
    uint32_t shown = most && most < parts.count ? most : parts.count;
    const struct columns columns = {.clock = query->all.elapsed != 0, .parts = by != QP_BREAKDOWN_BY_THREAD};
    bool estimated = false;
    for (uint32_t i = 0; i < shown; i++)
        estimated |= parts.items[i].totals.estimated;
    char titles[120];
    snprintf(titles, sizeof titles, "%s%s%s%ss|%s-%s", columns.clock ? "self|self %;share|" : "",
             columns.clock && columns.parts ? "total|" : "", columns.clock ? "elapsed|" : "", qp_query_call_word(query),
             columns.parts ? "functions|" : "", words[by]);
    qp_table_init(&table, titles);
    for (uint32_t i = 0; i < shown; i++)
        add_row(&table, query, by, &columns, &parts.items[i]);
    qp_table_drop_same(&table, "elapsed", columns.parts ? "total" : "self", stream);
    bool ok = qp_table_finish(&table, stream, qp_filter_is_empty(filter) ? qp_heading_nothing(query) : NULL);
    qp_heading_rest(parts.count, shown, "; use --top=0 to show all", stream);
    if (estimated && columns.clock)
        qp_heading_estimate(stream);
    qp_breakdown_close(&parts);
    return ok;
}
