/* json_threads.c - the JSON of system threads, virtual threads, groups, and costs rolled up by spawner and resumer. */
#include "format/words.h"
#include "export/json/json.h"

/* ---- threads ------------------------------------------------------------------------------------------------- */

/* Return the totals of a carrier, summed over all exported products. */
static struct qp_totals totals_of(const struct qp_export *export, uint32_t carrier)
{
    struct qp_totals sum = {0};
    for (int i = 0; i < QP_PRODUCTS; i++) {
        if (export->queries[i])
            qp_totals_add(&sum, &export->queries[i]->threads[carrier]);
    }
    return sum;
}

static bool write_kept_by(struct qp_export *export, const void *of)
{
    static const char *const names[QP_KEPT_LISTS] = {
        [QP_KEPT_BY_RUNNING] = "running",
        [QP_KEPT_BY_SUSPENDED] = "suspended",
        [QP_KEPT_BY_RUNNABLE] = "runnable",
        [QP_KEPT_BY_MIGRATIONS] = "migrations",
    };
    const struct qp_profile_thread *thread = of;
    for (unsigned i = 0; i < QP_KEPT_LISTS; i++) {
        if (thread->kept & (1u << i))
            qp_json_put(export, NULL, qp_json_word(names[i]));
    }
    return true;
}

/* Fields with the times of `totals`. The name of each field begins with `before`. */
#define TIMES(export, before, totals)                                                                                  \
    {before "run_ns", qp_json_ns(export, (totals).self)},                                                              \
        {before "runnable_ns", qp_json_ns(export, (totals).runnable)},                                                 \
        {before "blocked_ns", qp_json_ns(export, (totals).blocked)},                                                   \
        {before "waiting_ns", qp_json_ns(export, (totals).waiting)},                                                   \
        {before "elapsed_ns", qp_json_ns(export, (totals).elapsed)},                                                   \
        {before "uncounted_ns", qp_json_ns(export, (totals).uncounted)},                                               \
        {before "recorder_ns", qp_json_ns(export, (totals).recorder)},                                                 \
        {before "paused_ns", qp_json_ns(export, (totals).paused)},                                                     \
    {                                                                                                                  \
        before "estimated", qp_json_boolean((totals).estimated)                                                        \
    }

static bool write_carrier(struct qp_export *export, uint32_t thread)
{
    const struct qp_profile_thread *it = &export->profile->threads[thread];
    const struct qp_profile_carrier *carrier = &export->profile->carriers[thread];
    struct qp_totals totals = totals_of(export, thread);
    return QP_JSON_ELEMENT(
        export, {"id", qp_json_number(thread)}, {"name", qp_json_text(it->name)}, {"virtual", qp_json_boolean(false)},
        {"number", qp_json_number(it->number)}, {"client_id", qp_json_id(it->client_id)},
        {"system_id", qp_json_number(carrier->system_id)}, {"virtual_id", qp_json_null()}, {"product", qp_json_null()},
        {"group", qp_json_null()}, {"ended", qp_json_boolean(it->ended)},
        {"start_ns", qp_json_moment(export, it->start)},
        {"end_ns", it->ended ? qp_json_moment(export, it->end) : qp_json_null()}, TIMES(export, "", totals),
        {"outside_ns", qp_json_ns(export, totals.outside)}, {"scheduler_ns", qp_json_ns(export, totals.scheduler)},
        {"idle_ns", qp_json_ns(export, totals.idle)}, {"wall_ns", qp_json_ns(export, totals.wall)},
        {"events_lost", qp_json_number(carrier->lost)}, {"events_overwritten", qp_json_number(carrier->overwritten)});
}

static bool write_virtual_thread(struct qp_export *export, uint32_t thread)
{
    const struct qp_profile_thread *it = &export->profile->threads[thread];
    bool chosen = qp_thread_is_chosen(export->queries[it->product], thread);
    struct qp_totals totals = qp_thread_totals(export->queries[it->product], thread);
    return QP_JSON_ELEMENT(
        export, {"id", qp_json_number(thread)}, {"name", qp_json_text(it->name)}, {"virtual", qp_json_boolean(true)},
        {"number", qp_json_null()}, {"client_id", qp_json_id(it->client_id)}, {"system_id", qp_json_null()},
        {"virtual_id", qp_json_id(it->virtual_id)}, {"product", qp_json_product(it->product)},
        {"group", qp_json_index(it->group)}, {"phase", qp_json_number(export->profile->phases[it->phase].number)},
        {"ended", qp_json_boolean(it->ended)},
        {"state", qp_json_word(it->kept ? NULL : qp_words_state((unsigned)it->state - 1))},
        {"start_ns", qp_json_moment(export, it->start)},
        {"end_ns", it->ended && it->end ? qp_json_moment(export, it->end) : qp_json_null()}, TIMES(export, "", totals),
        {"life_ns", qp_json_ns(export, totals.wall)}, {"longest_ns", qp_json_ns(export, chosen ? it->longest : 0)},
        {"migrations", qp_json_number(chosen ? it->migrations : 0)}, {"creator", qp_json_index(it->creator)},
        {"spawner", qp_json_index(it->spawner)}, {"resumer", qp_json_index(it->resumer)},
        {"waker", qp_json_index(it->waker)}, {"waker_thread", qp_json_index(it->waker_thread)},
        {"kept_by", qp_json_list(write_kept_by, it)});
}

bool qp_json_thread(struct qp_export *export, uint32_t thread)
{
    return thread < export->profile->carrier_count ? write_carrier(export, thread)
                                                   : write_virtual_thread(export, thread);
}

/* ---- groups -------------------------------------------------------------------------------------------------- */

/* Write the buckets that are not empty. "from_ns" is the lower bound of the durations in a bucket. */
static bool write_histogram(struct qp_export *export, const void *of)
{
    const uint64_t *buckets = of;
    for (int i = 0; i < QP_LIVES_BUCKETS; i++) {
        if (buckets[i])
            QP_JSON_OBJECT(export, {"from_ns", qp_json_ns(export, i ? (uint64_t)1 << i : 0)},
                           {"count", qp_json_number(buckets[i])});
    }
    return true;
}

bool qp_json_group(struct qp_export *export, uint32_t group)
{
    const struct qp_profile_group *it = &export->profile->groups[group];
    const struct qp_group_totals *sums = &export->groups[it->product].items[group];
    return QP_JSON_ELEMENT(
        export, {"id", qp_json_number(group)}, {"product", qp_json_product(it->product)},
        {"name", qp_json_text(it->name)}, {"created_in", qp_json_index(it->parent_method)},
        {"creator", qp_json_index(it->creator)}, {"resumer", qp_json_index(it->resumer)},
        {"created", qp_json_number(sums->created)}, {"ended", qp_json_number(sums->ended)},
        {"living", qp_json_number(sums->living)}, TIMES(export, "", sums->totals),
        {"life_ns", qp_json_ns(export, sums->totals.wall)}, {"longest_ns", qp_json_ns(export, sums->longest)},
        {"migrations", qp_json_number(sums->migrations)}, {"longest_life_ns", qp_json_ns(export, sums->longest_life)},
        {"longest_delay_ns", qp_json_ns(export, sums->longest_delay)},
        {"lives", qp_json_list(write_histogram, sums->lives)}, {"delays", qp_json_list(write_histogram, sums->delays)});
}

/* ---- rolled up ----------------------------------------------------------------------------------------------- */

bool qp_json_rollup(struct qp_export *export, enum qp_rollup_to to, const struct qp_rollup_row *row)
{
    return QP_JSON_ELEMENT(export, {"product", qp_json_product(export->query->selection.product)},
                           {"to", qp_json_word(to == QP_ROLLUP_TO_SPAWNER ? "spawner" : "resumer")},
                           {"method", qp_json_index(row->method)}, {"groups", qp_json_number(row->with.groups)},
                           {"created", qp_json_number(row->with.created)}, {"living", qp_json_number(row->with.living)},
                           TIMES(export, "", row->with.totals), {"life_ns", qp_json_ns(export, row->with.totals.wall)},
                           {"own_groups", qp_json_number(row->own.groups)},
                           {"own_created", qp_json_number(row->own.created)},
                           {"own_living", qp_json_number(row->own.living)}, TIMES(export, "own_", row->own.totals),
                           {"own_life_ns", qp_json_ns(export, row->own.totals.wall)});
}
