#include "profile/merge/merging.h"

#include "base/order.h"
#include "format/array.h"
#include "profile/load/moving.h"
#include "profile/load/open.h"

#include <string.h>

/* ---- virtual threads of a root ----------------------------------------------------------------------------------- */

/* Return the sums of a root's virtual threads. Return NULL if out of memory. */
static struct qp_merged_lives *lives_of(struct qp_merge *merge, uint32_t root)
{
    uint32_t *index = &merge->roots[root].lives;
    if (*index != QP_NONE)
        return &merge->lives[*index];
    if (!QP_ARRAY_APPEND(&merge->lives, &merge->lives_count, (struct qp_merged_lives){.root = root})) {
        merge->failed = true;
        return NULL;
    }
    *index = merge->lives_count - 1;
    return &merge->lives[*index];
}

/* Convert times, add them to a sum, and return the total of the converted times. Running and uncounted time share a
 * rounding, because trees do not distinguish them (ledger.c). If `balance` is NULL, the times are rounded by
 * themselves, because they need not equal the sum of any tree. */
static uint64_t add_times(uint64_t sum[QP_TIMES], const struct qp_adding *adding, struct qp_adding_group *balance,
                          const uint64_t times[QP_TIMES])
{
    struct qp_rounding own[QP_TIMES] = {{0, 0}}, *roundings = balance ? balance->lives : own;
    uint64_t all = 0;
    for (int i = 0; i < QP_TIMES; i++) {
        int state = i == QP_TIME_OF(QP_CONTEXT_UNCOUNTED) ? QP_TIME_OF(QP_CONTEXT_RUNNING) : i;
        uint64_t part = qp_rate_carry(&adding->rate, &roundings[state], times[i]);
        sum[i] += part;
        all += part;
    }
    return all;
}

static struct qp_adding_group *balance_of(const struct qp_adding *adding, uint32_t root)
{
    return &adding->balances[adding->balance[root]];
}

/* Return the difference between the sum `parts` and the number `whole` of the data file, converted to nanoseconds.
 * The merged file keeps this difference, so that the consistency check still finds it. */
static uint64_t excess_of(const struct qp_adding *adding, uint64_t parts, uint64_t whole)
{
    return qp_rate_difference(&adding->rate, parts - whole);
}

/* ---- ended virtual threads --------------------------------------------------------------------------------------- */

static void add_lives(struct qp_merge *merge, const struct qp_adding *adding, const struct qp_profile_lives *it)
{
    struct qp_merged_lives *lives = lives_of(merge, adding->roots[it->root]);
    const struct qp_rate *rate = &adding->rate;
    if (!lives)
        return;
    struct qp_lives_record *sum = &lives->sums;
    uint64_t paused = qp_rate_ns(rate, it->paused);
    uint64_t all = add_times(sum->times, adding, balance_of(adding, it->root), it->times);
    sum->life += all + paused - excess_of(adding, qp_times_sum(it->times) + it->paused, it->life);
    sum->paused += paused;
    sum->created += it->created;
    sum->ended += it->ended;
    sum->migrations += it->migrations;
    qp_raise_to(&sum->longest, qp_rate_ns(rate, it->longest));
    qp_raise_to(&sum->longest_life, qp_rate_ns(rate, it->longest_life));
    qp_raise_to(&sum->longest_delay, qp_rate_ns(rate, it->longest_delay));
    qp_rate_add_durations(rate, it->lives, it->longest_life, sum->lives);
    qp_rate_add_durations(rate, it->delays, it->longest_delay, sum->delays);
    lives->living += it->living;
}

/* ---- top-k virtual threads --------------------------------------------------------------------------------------- */

static uint64_t value_of(const struct qp_kept_record *kept, unsigned list)
{
    switch (list) {
    case QP_KEPT_BY_RUNNING:
        return kept->times[QP_TIME_OF(QP_CONTEXT_RUNNING)];
    case QP_KEPT_BY_SUSPENDED:
        return kept->times[QP_TIME_OF(QP_CONTEXT_BLOCKED)] + kept->times[QP_TIME_OF(QP_CONTEXT_WAITING)];
    case QP_KEPT_BY_RUNNABLE:
        return kept->times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)];
    default:
        return kept->migrations;
    }
}

/* Compare two top-k entries by the list's value, then by all other fields that may differ. So the order does not
 * depend on the order of data files. */
static int compare(const struct qp_merged_kept *a, const struct qp_merged_kept *b, unsigned list)
{
    const struct qp_kept_record *x = &a->record, *y = &b->record;
    int order = QP_ORDER({value_of(y, list), value_of(x, list)}, {x->start, y->start}, {x->virtual_id, y->virtual_id},
                         {x->client_id, y->client_id}, {x->begin, y->begin}, {x->end, y->end});
    order = order ? order : qp_text_compare(a->name, b->name);
    return order ? order : memcmp(x->times, y->times, sizeof x->times);
}

static int by_all(const void *left, const void *right)
{
    return compare(left, right, QP_KEPT_BY_RUNNING);
}

void qp_merge_sort_kept(struct qp_merged_lives *lives)
{
    qp_sort(lives->kept, lives->kept_count, sizeof *lives->kept, by_all);
}

static int by_list(const void *left, const void *right, void *list)
{
    return compare(left, right, *(const unsigned *)list);
}

/* Remove all but the first QP_KEPT entries from a list. The sort is stable, so equal entries stay in their order. */
static void cut_list(struct qp_merged_lives *lives, unsigned list)
{
    uint32_t left = 0;
    qsort_r(lives->kept, lives->kept_count, sizeof *lives->kept, by_list, &list);
    for (uint32_t i = 0; i < lives->kept_count; i++) {
        uint64_t value = value_of(&lives->kept[i].record, list);
        if (left == QP_KEPT || value == 0)
            lives->kept[i].lists &= ~(1u << list);
        left += lives->kept[i].lists >> list & 1;
        if (left == QP_KEPT && lives->kept[i].lists & 1u << list)
            lives->least[list] = value;
    }
}

static void cut_lists(struct qp_merged_lives *lives)
{
    uint32_t left = 0;
    for (unsigned list = 0; lives->kept_count && list < QP_KEPT_LISTS; list++)
        cut_list(lives, list);
    for (uint32_t i = 0; i < lives->kept_count; i++) {
        if (lives->kept[i].lists)
            lives->kept[left++] = lives->kept[i];
    }
    lives->kept_count = left;
}

#define MOST_KEPT (2 * QP_KEPT_LISTS * QP_KEPT) /* the lists are cut when they have this many entries together */

static void keep(struct qp_merge *merge, struct qp_merged_lives *lives, struct qp_merged_kept kept)
{
    for (unsigned list = 0; list < QP_KEPT_LISTS; list++) {
        if (value_of(&kept.record, list) < lives->least[list])
            kept.lists &= ~(1u << list);
    }
    if (!kept.lists)
        return;
    if (lives->kept_count == MOST_KEPT)
        cut_lists(lives);
    merge->failed |= !QP_ARRAY_APPEND(&lives->kept, &lives->kept_count, kept);
}

/* Make a top-k entry for a virtual thread, with converted times. */
static struct qp_merged_kept kept_of(struct qp_merge *merge, struct qp_adding *adding,
                                     const struct qp_profile_thread *thread, const uint64_t times[QP_TIMES],
                                     uint64_t paused)
{
    const struct qp_profile *profile = adding->profile;
    struct qp_merged_kept kept = {
        .lists = thread->kept ? thread->kept : (1u << QP_KEPT_LISTS) - 1,
        .added = merge->added,
        .name = qp_texts_keep(&merge->texts, thread->name),
        .record =
            {
                .published = 1,
                .context = thread->reference,
                .virtual_id = thread->virtual_id,
                .client_id = thread->client_id,
                .flags = QP_CONTEXT_VIRTUAL | (thread->ended ? QP_KEPT_ENDED : 0) |
                         (thread->estimated ? QP_CONTEXT_ESTIMATED : 0) |
                         (thread->disturbed ? QP_CONTEXT_DISTURBED : 0),
                .start = qp_profile_since_start(profile, thread->start),
                .begin = qp_profile_since_start(profile, thread->begin),
                .paused = qp_rate_ns(&adding->rate, paused),
                .longest = qp_rate_ns(&adding->rate, thread->longest),
                .migrations = thread->migrations,
                .creator = qp_merge_node(merge, adding, thread->creator),
            },
    };
    uint64_t all = add_times(kept.record.times, adding, NULL, times);
    kept.record.end = kept.record.begin + all + kept.record.paused;
    if (!thread->disturbed)
        kept.record.end -=
            excess_of(adding, qp_times_sum(thread->times) + thread->paused, thread->since - thread->begin);
    return kept;
}

static void add_kept(struct qp_merge *merge, struct qp_adding *adding, const struct qp_profile_thread *thread,
                     uint32_t root)
{
    struct qp_merged_lives *lives = lives_of(merge, adding->roots[root]);
    struct qp_merged_kept kept = kept_of(merge, adding, thread, thread->times, thread->paused);
    if (lives && !merge->failed)
        keep(merge, lives, kept);
}

/* ---- living virtual threads -------------------------------------------------------------------------------------- */

/* Add a living virtual thread. A merged file has no living virtual threads. So the thread's times, including open
 * time, are added as if it had ended, but it is counted as living instead of ended. */
static void add_living(struct qp_merge *merge, struct qp_adding *adding, const struct qp_profile_thread *thread,
                       uint32_t root)
{
    struct qp_merged_lives *lives = lives_of(merge, adding->roots[root]);
    uint64_t times[QP_TIMES];
    if (!lives)
        return;
    memcpy(times, thread->times, sizeof times);
    uint64_t paused = thread->paused + qp_open_add(adding->profile, thread, (struct qp_span){0, UINT64_MAX}, times);
    struct qp_merged_kept kept = kept_of(merge, adding, thread, times, paused);
    if (merge->failed)
        return;
    struct qp_lives_record *sum = &lives->sums;
    uint64_t paused_ns = kept.record.paused;
    sum->life += add_times(sum->times, adding, balance_of(adding, root), times) + paused_ns;
    if (!thread->disturbed && thread->since)
        sum->life -= excess_of(adding, qp_times_sum(thread->times) + thread->paused, thread->since - thread->begin);
    sum->paused += paused_ns;
    sum->migrations += thread->migrations;
    qp_raise_to(&sum->longest, qp_rate_ns(&adding->rate, thread->longest));
    lives->living++;
    keep(merge, lives, kept);
}

/* ---- all virtual threads --------------------------------------------------------------------------------------- */

/* Return the key of a group and epoch. With this key, one map finds a root of the group in the data file, on any
 * carrier. Another map finds the root on a given carrier; its key is this key combined with the carrier. */
static uint64_t key_of(uint32_t group, uint32_t epoch)
{
    return (uint64_t)group << 32 | epoch;
}

static bool find_roots(const struct qp_adding *adding, struct qp_map *any, struct qp_map *last_of_carrier)
{
    const struct qp_profile *profile = adding->profile;
    bool ok = true;
    for (uint32_t i = 0; i < profile->root_count && ok; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        if (root->group == QP_NONE || root->named != QP_NONE || adding->roots[i] == QP_NONE)
            continue;
        uint64_t key = key_of(root->group, root->epoch);
        ok = qp_map_put(any, key, (uint64_t)i + 1) == 0 &&
             qp_map_put(last_of_carrier, key * 0x9e3779b97f4a7c15u + root->thread, (uint64_t)i + 1) == 0;
    }
    return ok;
}

static uint32_t root_of(const struct qp_profile *profile, const struct qp_profile_thread *thread,
                        const struct qp_map *any, const struct qp_map *of_carrier)
{
    uint64_t key = key_of(thread->group, thread->epoch);
    uint64_t found =
        thread->carrier == QP_NONE ? 0 : qp_map_get(of_carrier, key * 0x9e3779b97f4a7c15u + thread->carrier);
    const struct qp_profile_root *root = found ? &profile->roots[found - 1] : NULL;
    if (!root || root->group != thread->group || root->epoch != thread->epoch)
        found = qp_map_get(any, key);
    return (uint32_t)found - 1;
}

/* If a virtual thread's carrier was in the middle of an event, mark a copy of the thread, and mark its merged group.
 * ledger.h does not check such a thread in the data file, and the marks prevent a check in the merged file. Return the
 * copy. */
static struct qp_profile_thread marked(struct qp_merge *merge, const struct qp_adding *adding,
                                       const struct qp_moving *moving, struct qp_profile_thread thread)
{
    if (thread.carrier == QP_NONE || !qp_moving_has(moving, thread.carrier, thread.product))
        return thread;
    thread.disturbed = true;
    if (thread.group != QP_NONE && adding->groups[thread.group] != QP_NONE)
        merge->groups[adding->groups[thread.group]].flags |= QP_GROUP_DISTURBED;
    return thread;
}

void qp_merge_lives(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    struct qp_map any = {0}, of_carrier = {0};
    struct qp_moving moving;
    merge->failed |= !qp_moving_find(&moving, profile) || !find_roots(adding, &any, &of_carrier);
    for (uint32_t i = 0; i < profile->lives_count && !merge->failed; i++) {
        if (adding->roots[profile->lives[i].root] != QP_NONE)
            add_lives(merge, adding, &profile->lives[i]);
    }
    for (uint32_t i = profile->carrier_count; i < profile->thread_count && !merge->failed; i++) {
        const struct qp_profile_thread thread = marked(merge, adding, &moving, profile->threads[i]);
        uint32_t root =
            thread.group == QP_NONE || thread.cleared ? QP_NONE : root_of(profile, &thread, &any, &of_carrier);
        if (root == QP_NONE)
            continue;
        if (thread.kept)
            add_kept(merge, adding, &thread, root);
        else
            add_living(merge, adding, &thread, root);
    }
    for (uint32_t i = 0; i < merge->lives_count; i++)
        cut_lists(&merge->lives[i]);
    qp_moving_free(&moving);
    qp_map_fini(&any);
    qp_map_fini(&of_carrier);
}
