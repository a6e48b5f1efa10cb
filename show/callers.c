#include "show/callers.h"

#include "base/number.h"
#include "profile/query/measure.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

#include <string.h>

#define NAME_SIZE 1000

static void add_name(struct qp_table *table, const struct qp_query *query, const struct qp_neighbour *it)
{
    char name[NAME_SIZE];
    switch (it->kind) {
    case QP_NEIGHBOUR_METHOD:
        qp_profile_cell_name(table, query->profile, it->index, "");
        break;
    case QP_NEIGHBOUR_THREAD:
        qp_profile_thread_name(query->profile, it->index, name, sizeof name);
        qp_table_addf(table, QP_STYLE_PLAIN, query->lacks_callers ? "(no caller recorded, on %s)" : "(first on %s)",
                      name);
        break;
    case QP_NEIGHBOUR_GROUP:
        qp_text_show(query->profile->groups[it->index].name, name, sizeof name);
        qp_table_addf(table, QP_STYLE_PLAIN, "(first on virtual threads %s)", name);
        break;
    case QP_NEIGHBOUR_FOLD:
        qp_table_add(table, QP_STYLE_PLAIN, "…");
        break;
    case QP_NEIGHBOUR_OWN:
        qp_table_add(table, QP_STYLE_PLAIN, "(self)");
    }
    qp_profile_cell_location(table, query->profile, it->kind == QP_NEIGHBOUR_METHOD ? it->index : QP_NONE);
}

/* Return the number from which a row's share is computed: running time, or elapsed time if the function only waits
 * or is blocked, or calls if the run has no times. */
static uint64_t shared(const struct qp_neighbour *it, const struct qp_neighbour *all)
{
    if (all->total)
        return it->total;
    return all->elapsed ? it->elapsed : it->calls;
}

static void add_row(struct qp_table *table, const struct qp_query *query, const struct qp_neighbour *it,
                    const struct qp_neighbour *all)
{
    qp_profile_cell_cost(table, query->profile, it->total, 0);
    qp_table_add_share(table, QP_STYLE_PLAIN, shared(it, all), shared(all, all));
    qp_table_add_interval(table, shared(it, all), shared(all, all), qp_query_samples_of(query, all->total));
    qp_profile_cell_cost(table, query->profile, it->elapsed, 0);
    qp_table_add_some(table, it->calls);
    add_name(table, query, it);
}

static void print_title(const struct qp_query *query, uint32_t method, enum qp_neighbours_side side,
                        const struct qp_stream *stream)
{
    const struct qp_totals *totals = &query->methods[method];
    char name[NAME_SIZE], place[NAME_SIZE], title[2 * NAME_SIZE + 40], rest[120] = "";
    qp_profile_method_name(query->profile, method, name, sizeof name);
    qp_profile_method_location(query->profile, method, place, sizeof place);
    snprintf(title, sizeof title, "%s of %s%s%s", side == QP_NEIGHBOURS_CALLERS ? "Callers" : "Callees", name,
             *place ? "  " : "", place);
    if (totals->total == 0 && totals->elapsed)
        snprintf(rest, sizeof rest, "  elapsed %s,", qp_profile_number(query->profile, totals->elapsed).text);
    else if (query->all.elapsed)
        snprintf(rest, sizeof rest, "  total %s, self %s,", qp_profile_number(query->profile, totals->total).text,
                 qp_profile_number(query->profile, totals->self).text);
    size_t length = strlen(rest);
    snprintf(rest + length, sizeof rest - length, "%s%s %s%s", length ? " " : "  ", qp_number_count(totals->calls).text,
             qp_query_call_word(query), qp_number_plural(totals->calls));
    qp_heading_part(title, rest, stream);
}

/* Return true if no caller was recorded. Then all rows are threads, and the table would be useless. */
static bool is_uninformative(const struct qp_query *query, uint32_t method, const struct qp_neighbours *neighbours)
{
    bool only_threads = !qp_query_knows_callers_of(query, method);
    for (uint32_t i = 0; i < neighbours->count && only_threads; i++)
        only_threads = neighbours->items[i].kind == QP_NEIGHBOUR_THREAD;
    return only_threads || !qp_query_knows_callers(query);
}

static const char *nothing(const struct qp_query *query, uint32_t method, bool callers)
{
    if (!qp_query_knows_callers_of(query, method))
        return callers ? "callers were not recorded" : "callees were not recorded";
    if (callers)
        return "no known callers";
    return query->lacks_callers ? "no recorded callees" : "no callees";
}

bool qp_callers_print(const struct qp_query *query, uint32_t method, enum qp_neighbours_side side, uint32_t most,
                      const struct qp_stream *stream)
{
    struct qp_neighbours neighbours;
    struct qp_table table;
    if (!qp_neighbours_open(&neighbours, query, method, side))
        return false;
    bool clock = query->all.elapsed != 0, callers = side == QP_NEIGHBOURS_CALLERS;
    if (is_uninformative(query, method, &neighbours))
        neighbours.count = 0;
    const bool ran = stream->programs || neighbours.all.total != 0 || neighbours.all.elapsed == 0;
    const bool has[] = {clock && ran, true, qp_query_is_sampled(query), clock, true, true, true};
    uint32_t shown = qp_table_at_most(neighbours.count, most);
    char titles[96];
    snprintf(titles, sizeof titles, "total|%%;share|95%% interval|elapsed|%ss|-%s|-file:line;place",
             qp_query_call_word(query), callers ? "caller" : "callee");
    qp_table_init_some(&table, titles, has);
    for (uint32_t i = 0; i < shown; i++)
        add_row(&table, query, &neighbours.items[i], &neighbours.all);
    qp_table_drop_same(&table, "elapsed", "total", stream);
    print_title(query, method, side, stream);
    bool ok = qp_heading_finish(&table, neighbours.count, shown, nothing(query, method, callers), stream);
    qp_neighbours_close(&neighbours);
    return ok;
}
