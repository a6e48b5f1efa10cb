#include "profile/query/groups.h"
#include "profile/load/percentile.h"
#include "profile/query/top_threads.h"
#include "format/words.h"
#include "page/tables.h"

#define MOST_VTHREADS 10000
#define NAME_SIZE     600

static uint64_t ns(const struct qp_page *page, uint64_t ticks)
{
    return qp_page_ns(page, QP_SIDE_RUN, ticks);
}

/* ---- carriers ---------------------------------------------------------------------------------------------------- */

static void put_carriers(struct qp_page *page)
{
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    const struct qp_profile *profile = query->profile;
    struct qp_columns table;
    char name[NAME_SIZE];
    qp_columns_init(&table, "threads",
                    "name:text number:uint system_id:uint calls:uint running:uint blocked:uint waiting:uint "
                    "uncounted:uint outside:uint scheduler:uint idle:uint recorder:uint paused:uint wall:uint "
                    "estimated:uint");
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        const struct qp_totals *it = &query->threads[i];
        const uint64_t ticks[] = {it->self,      it->blocked, it->waiting,  it->uncounted, it->outside,
                                  it->scheduler, it->idle,    it->recorder, it->paused,    it->wall};
        qp_page_show(page, profile->threads[i].name, name, sizeof name);
        qp_columns_string(&table, 0, name);
        qp_columns_uint(&table, 1, profile->threads[i].number);
        qp_columns_uint(&table, 2, profile->carriers[i].system_id);
        qp_columns_uint(&table, 3, it->calls);
        for (uint32_t k = 0; k < sizeof ticks / sizeof *ticks; k++)
            qp_columns_uint(&table, 4 + k, ns(page, ticks[k]));
        qp_columns_uint(&table, 14, it->estimated);
        qp_columns_row(&table);
    }
    qp_payload_put(&page->payload, &table);
}

/* ---- groups of virtual threads ----------------------------------------------------------------------------------- */

static void put_tail(struct qp_columns *table, uint32_t column, const struct qp_page *page,
                     const uint64_t buckets[QP_LIVES_BUCKETS], uint64_t longest)
{
    qp_columns_uint(table, column, ns(page, qp_percentile(buckets, longest, 50)));
    qp_columns_uint(table, column + 1, ns(page, qp_percentile(buckets, longest, 99)));
    qp_columns_uint(table, column + 2, ns(page, longest));
}

static void put_group(struct qp_columns *table, const struct qp_page *page, const struct qp_profile_group *group,
                      const struct qp_group_totals *it)
{
    const struct qp_totals *totals = &it->totals;
    const uint64_t counts[] = {it->created, it->ended, it->living, it->migrations, totals->calls, totals->estimated};
    const uint64_t ticks[] = {totals->self,      totals->runnable, totals->blocked, totals->waiting,
                              totals->uncounted, totals->recorder, totals->paused,  totals->wall};
    char text[NAME_SIZE];
    qp_columns_string(table, 0, qp_page_show(page, group->name, text, sizeof text));
    text[0] = '\0';
    if (group->parent_method != QP_NONE)
        qp_labels_text(page->labels[QP_SIDE_RUN], group->parent_method, text, sizeof text);
    qp_columns_string(table, 1, qp_page_strip(page, text));
    uint32_t column = 2;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        qp_columns_uint(table, column++, counts[i]);
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++)
        qp_columns_uint(table, column++, ns(page, ticks[i]));
    put_tail(table, column, page, it->lives, it->longest_life);
    put_tail(table, column + 3, page, it->delays, it->longest_delay);
    qp_columns_row(table);
}

/* All of the file, so that a number of the profile is a row; those of another library have nothing. */
static bool put_groups(struct qp_page *page)
{
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    struct qp_groups groups;
    struct qp_columns table;
    if (!qp_groups_open(&groups, query))
        return false;
    qp_columns_init(&table, "groups",
                    "name:text creator:text created:uint ended:uint living:uint migrations:uint calls:uint "
                    "estimated:uint running:uint runnable:uint blocked:uint waiting:uint uncounted:uint recorder:uint "
                    "paused:uint wall:uint life_median:uint life_99:uint life_longest:uint delay_median:uint "
                    "delay_99:uint delay_longest:uint");
    for (uint32_t i = 0; i < query->profile->group_count; i++)
        put_group(&table, page, &query->profile->groups[i], &groups.items[i]);
    qp_groups_close(&groups);
    qp_payload_put(&page->payload, &table);
    return true;
}

/* ---- one by one -------------------------------------------------------------------------------------------------- */

static const char *state_of(const struct qp_profile_thread *thread)
{
    if (thread->kept && thread->ended)
        return "ended";
    return thread->state ? qp_words_state(thread->state - 1u) : "";
}

static void put_vthread(struct qp_columns *table, const struct qp_page *page, const struct qp_top_thread *item)
{
    const struct qp_profile *profile = page->joined.queries[QP_SIDE_RUN]->profile;
    const struct qp_profile_thread *thread = &profile->threads[item->thread];
    const struct qp_totals *it = &item->totals;
    const uint64_t ticks[] = {it->self, it->runnable, it->blocked, it->waiting, it->paused, it->wall, item->longest};
    char text[NAME_SIZE];
    struct qp_text name = thread->name;
    if (!name.length && thread->group != QP_NONE)
        name = profile->groups[thread->group].name;
    const char *state = state_of(thread);
    qp_columns_string(table, 0, qp_page_show(page, name, text, sizeof text));
    snprintf(text, sizeof text, "%#llx", (unsigned long long)thread->virtual_id);
    qp_columns_string(table, 1, text);
    qp_columns_uint(table, 2, thread->group + UINT32_C(1));
    qp_columns_string(table, 3, state ? state : "");
    for (uint32_t i = 0; i < sizeof ticks / sizeof *ticks; i++)
        qp_columns_uint(table, 4 + i, ns(page, ticks[i]));
    qp_columns_uint(table, 11, item->migrations);
    qp_columns_uint(table, 12, it->estimated);
    qp_columns_row(table);
}

static bool put_vthreads(struct qp_page *page)
{
    struct qp_top_threads top;
    struct qp_columns table;
    if (!qp_top_threads_open(&top, page->joined.queries[QP_SIDE_RUN], NULL, QP_TOP_BY_RUNNING, MOST_VTHREADS))
        return false;
    qp_columns_init(&table, "vthreads",
                    "name:text id:text group:uint state:text running:uint runnable:uint blocked:uint waiting:uint "
                    "paused:uint life:uint longest:uint migrations:uint estimated:uint");
    for (uint32_t i = 0; i < top.count; i++)
        put_vthread(&table, page, &top.items[i]);
    page->threads_left_out = top.told - top.count;
    qp_top_threads_close(&top);
    qp_payload_put(&page->payload, &table);
    return true;
}

bool qp_page_put_threads(struct qp_page *page)
{
    put_carriers(page);
    return put_groups(page) && put_vthreads(page);
}
