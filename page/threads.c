#include "profile/query/groups.h"
#include "profile/load/percentile.h"
#include "profile/query/top_threads.h"
#include "format/words.h"
#include "page/tables.h"

#define NAME_SIZE 600

static uint64_t ns(const struct qp_page *page, uint64_t ticks)
{
    return qp_page_ns(page, QP_SIDE_RUN, ticks);
}

/* ---- carriers ---------------------------------------------------------------------------------------------------- */

static void put_carriers(struct qp_page *page)
{
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    const struct qp_profile *profile = query->profile;
    char name[NAME_SIZE];
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        const struct qp_totals *it = &query->threads[i];
        const struct qp_row_threads row = {
            .name = qp_page_show(page, profile->threads[i].name, name, sizeof name),
            .number = profile->threads[i].number,
            .system_id = profile->carriers[i].system_id,
            .calls = it->calls,
            .running = ns(page, it->self),
            .blocked = ns(page, it->blocked),
            .waiting = ns(page, it->waiting),
            .uncounted = ns(page, it->uncounted),
            .outside = ns(page, it->outside),
            .scheduler = ns(page, it->scheduler),
            .idle = ns(page, it->idle),
            .recorder = ns(page, it->recorder),
            .paused = ns(page, it->paused),
            .wall = ns(page, it->wall),
            .estimated = it->estimated,
        };
        qp_add_threads(page->tables, &row);
    }
}

/* ---- groups of virtual threads ----------------------------------------------------------------------------------- */

static void put_group(struct qp_page *page, const struct qp_profile_group *group, const struct qp_group_totals *it)
{
    const struct qp_totals *totals = &it->totals;
    char name[NAME_SIZE], creator[NAME_SIZE] = "";
    if (group->parent_method != QP_NONE)
        qp_labels_text(page->labels[QP_SIDE_RUN], group->parent_method, creator, sizeof creator);
    const struct qp_row_groups row = {
        .name = qp_page_show(page, group->name, name, sizeof name),
        .creator = qp_page_strip(page, creator),
        .created = it->created,
        .ended = it->ended,
        .living = it->living,
        .migrations = it->migrations,
        .running = ns(page, totals->self),
        .runnable = ns(page, totals->runnable),
        .blocked = ns(page, totals->blocked),
        .waiting = ns(page, totals->waiting),
        .uncounted = ns(page, totals->uncounted),
        .recorder = ns(page, totals->recorder),
        .paused = ns(page, totals->paused),
        .life = ns(page, totals->wall),
        .estimated = totals->estimated,
        .life_median = ns(page, qp_percentile(it->lives, it->longest_life, 50)),
        .life_99 = ns(page, qp_percentile(it->lives, it->longest_life, 99)),
        .life_longest = ns(page, it->longest_life),
        .delay_median = ns(page, qp_percentile(it->delays, it->longest_delay, 50)),
        .delay_99 = ns(page, qp_percentile(it->delays, it->longest_delay, 99)),
        .delay_longest = ns(page, it->longest_delay),
    };
    qp_add_groups(page->tables, &row);
}

/* Write all groups of the file, so that a group's row is its index in the profile. In the row of another library's
 * group, all counts and times are 0. */
static bool put_groups(struct qp_page *page)
{
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    struct qp_groups groups;
    if (!qp_groups_open(&groups, query))
        return false;
    for (uint32_t i = 0; i < query->profile->group_count; i++)
        put_group(page, &query->profile->groups[i], &groups.items[i]);
    qp_groups_close(&groups);
    return true;
}

/* ---- individual virtual threads ---------------------------------------------------------------------------------- */

static const char *state_of(const struct qp_profile_thread *thread)
{
    if (thread->kept && thread->ended)
        return "ended";
    return thread->state ? qp_words_state(thread->state - 1u) : "";
}

static bool put_vthread(struct qp_page *page, const struct qp_top_thread *item)
{
    const struct qp_profile *profile = page->joined.queries[QP_SIDE_RUN]->profile;
    const struct qp_profile_thread *thread = &profile->threads[item->thread];
    const struct qp_totals *it = &item->totals;
    struct qp_text name = thread->name;
    char shown[NAME_SIZE], id[32];
    if (!name.length && thread->group != QP_NONE)
        name = profile->groups[thread->group].name;
    snprintf(id, sizeof id, "%#llx", (unsigned long long)thread->virtual_id);
    const struct qp_row_vthreads row = {
        .name = qp_page_show(page, name, shown, sizeof shown),
        .id = id,
        .group = thread->group,
        .state = state_of(thread),
        .running = ns(page, it->self),
        .runnable = ns(page, it->runnable),
        .blocked = ns(page, it->blocked),
        .waiting = ns(page, it->waiting),
        .paused = ns(page, it->paused),
        .life = ns(page, it->wall),
        .longest = ns(page, item->longest),
        .migrations = item->migrations,
        .estimated = it->estimated,
    };
    qp_add_vthreads(page->tables, &row);
    return qp_map_put(&page->vthread_of, qp_page_vthread_key(thread), page->tables[QP_TABLE_vthreads].rows) == 0;
}

static bool put_vthreads(struct qp_page *page)
{
    struct qp_top_threads top;
    if (!qp_top_threads_open(&top, page->joined.queries[QP_SIDE_RUN], NULL, QP_TOP_BY_RUNNING, QP_PAGE_MOST_VTHREADS))
        return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < top.count; i++)
        ok = put_vthread(page, &top.items[i]);
    page->threads_left_out = top.listed - top.count;
    qp_top_threads_close(&top);
    return ok;
}

bool qp_page_put_threads(struct qp_page *page)
{
    put_carriers(page);
    return put_groups(page) && put_vthreads(page);
}
