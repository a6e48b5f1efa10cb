#include "show/held_calls.h"

#include "profile/query/held.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

#define LEAST_NS 1000000

static struct qp_text name_of(const struct qp_profile *profile, const struct qp_held *it)
{
    return it->group == QP_NONE ? qp_text_of("(no virtual thread)") : profile->groups[it->group].name;
}

static bool passes(const struct qp_filter *filter, const struct qp_profile *profile, const struct qp_held *it)
{
    char name[400];
    if (qp_profile_ns(profile, it->ticks) < LEAST_NS)
        return false;
    qp_profile_method_name(profile, it->method, name, sizeof name);
    return qp_filter_is_empty(filter) || qp_filter_passes_names(filter, qp_text_of(name), name_of(profile, it));
}

bool qp_held_calls_print(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                         const struct qp_stream *stream)
{
    const struct qp_profile *profile = query->profile;
    struct qp_held_calls held;
    struct qp_table table;
    uint32_t count = 0;
    if (!qp_held_open(&held, query))
        return false;
    for (uint32_t i = 0; i < held.count; i++)
        if (passes(filter, profile, &held.items[i]))
            held.items[count++] = held.items[i];
    uint32_t shown = qp_table_at_most(count, most);
    qp_table_init(&table, "blocked|calls|per call|-*function|-caller|-file:line;place|-name");
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_held *it = &held.items[i];
        qp_profile_cell_cost(&table, profile, it->ticks, 0);
        qp_table_add_count(&table, it->calls);
        qp_profile_cell_cost(&table, profile, it->calls ? it->ticks / it->calls : 0, 0);
        qp_profile_cell_name(&table, profile, it->method, "");
        qp_profile_cell_name(&table, profile, it->caller, "");
        bool in_c = profile->methods[it->method].file == QP_NONE;
        qp_profile_cell_location(&table, profile, in_c ? it->caller : it->method);
        qp_table_add_text(&table, QP_STYLE_PLAIN, name_of(profile, it));
    }
    if (shown)
        qp_heading_title(
            "Calls that blocked the system thread (event loop), so that no other virtual thread could run on it",
            stream);
    bool ok = count == 0 || qp_heading_finish(&table, count, shown, NULL, stream);
    qp_held_close(&held);
    return ok;
}
