#include "profile/query/top_threads.h"

#include "base/order.h"
#include "base/scratch.h"
#include "format/array.h"

#include <stdlib.h>

struct choice {
    const struct qp_query *query;
    const struct qp_profile *profile;
    const struct qp_filter *filter; /* NULL = all threads pass */
    enum qp_top_by by;
    uint32_t *whole;    /* for each entry: index of the thread to whose row it is added, which may be the entry
                         * itself; QP_NONE = skipped */
    uint64_t *values;   /* for each thread that has a row: its value */
    struct qp_map kept; /* maps a context and start to the index of the first top-k entry + 1 */
};

/* ---- parts of one thread ------------------------------------------------------------------------------------ */

static bool is_wanted(const struct choice *choice, uint32_t index, uint64_t wall)
{
    const struct qp_profile_thread *thread = &choice->profile->threads[index];
    return thread->product == (uint32_t)choice->query->selection.product &&
           (wall || qp_thread_is_chosen(choice->query, index));
}

static bool is_same(const struct qp_profile_thread *one, const struct qp_profile_thread *other)
{
    return one->reference == other->reference && one->start == other->start;
}

/* Find the thread to whose row an entry is added: the living thread if the virtual thread still lives, else its
 * first top-k entry. If two threads have the same key in the map, which is a hash, each entry of the second thread is a
 * row of its own. Return false if out of memory. */
static bool find_whole(struct choice *choice, uint32_t index, uint32_t *whole)
{
    const struct qp_profile *profile = choice->profile;
    const struct qp_profile_thread *thread = &profile->threads[index];
    const struct qp_profile_thread *living = profile->threads + profile->carrier_count;
    *whole = index;
    if (!thread->kept)
        return true;
    uint32_t found = qp_array_find(living, profile->living_count, sizeof *living, thread->reference);
    if (found != QP_NONE && is_same(&living[found], thread)) {
        *whole = profile->carrier_count + found;
        return true;
    }
    uint64_t key = thread->start * 0x9e3779b97f4a7c15u ^ thread->reference;
    uint64_t known = qp_map_get(&choice->kept, key);
    if (known && is_same(&profile->threads[known - 1], thread))
        *whole = (uint32_t)known - 1;
    return known || qp_map_put(&choice->kept, key, (uint64_t)index + 1) == 0;
}

static bool passes(const struct choice *choice, uint32_t index)
{
    const struct qp_profile_thread *thread = &choice->profile->threads[index];
    struct qp_text group = thread->group == QP_NONE ? (struct qp_text){0} : choice->profile->groups[thread->group].name;
    return !choice->filter || qp_filter_passes_names(choice->filter, thread->name, group);
}

/* ---- values ------------------------------------------------------------------------------------------------- */

static uint64_t value_of(const struct choice *choice, uint32_t index, const uint64_t times[QP_TIMES], uint64_t wall)
{
    const struct qp_profile_thread *thread = &choice->profile->threads[index];
    bool chosen = qp_thread_is_chosen(choice->query, index);
    switch (choice->by) {
    case QP_TOP_BY_RUNNING:
        return times[QP_CONTEXT_RUNNING - 1];
    case QP_TOP_BY_SUSPENDED:
        return times[QP_CONTEXT_BLOCKED - 1] + times[QP_CONTEXT_WAITING - 1];
    case QP_TOP_BY_BLOCKED:
        return times[QP_CONTEXT_BLOCKED - 1];
    case QP_TOP_BY_WAITING:
        return times[QP_CONTEXT_WAITING - 1];
    case QP_TOP_BY_RUNNABLE:
        return times[QP_CONTEXT_RUNNABLE - 1];
    case QP_TOP_BY_MIGRATIONS:
        return chosen ? thread->migrations : 0;
    case QP_TOP_BY_LONGEST:
        return chosen ? thread->longest : 0;
    default:
        return wall;
    }
}

static bool weigh(struct choice *choice)
{
    const struct qp_profile *profile = choice->profile;
    for (uint32_t i = 0; i < profile->thread_count; i++) {
        uint64_t times[QP_TIMES];
        uint64_t wall = qp_thread_times(choice->query, i, times);
        wall += qp_times_sum(times);
        if (!profile->threads[i].virtual_thread || !is_wanted(choice, i, wall))
            continue;
        if (!find_whole(choice, i, &choice->whole[i]))
            return false;
        uint32_t whole = choice->whole[i];
        if (!passes(choice, whole)) {
            choice->whole[i] = QP_NONE;
            continue;
        }
        uint64_t value = value_of(choice, i, times, wall);
        if (choice->by == QP_TOP_BY_LONGEST)
            qp_raise_to(&choice->values[whole], value);
        else
            choice->values[whole] += value;
    }
    return true;
}

/* ---- the largest values ------------------------------------------------------------------------------------------ */

struct candidate {
    uint64_t value;
    uint32_t thread;
};

static int by_value(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    return QP_ORDER({b->value, a->value}, {a->thread, b->thread});
}

/* Sort the candidates, and keep at most `most` of the largest. Return how many are left. */
static uint32_t cut(struct candidate *candidates, uint32_t count, uint32_t most)
{
    qp_sort(candidates, count, sizeof *candidates, by_value);
    return count < most ? count : most;
}

/* Store the largest values of all listed threads, sorted, and return their number. Candidates are collected until
 * there are twice `most`, and then cut to the largest `most`. `positions` is used to count each thread once, and is
 * reset to QP_NONE. */
static uint32_t collect(const struct choice *choice, uint32_t most, struct candidate *candidates, uint32_t *positions,
                        uint32_t *listed)
{
    uint32_t threads = choice->profile->thread_count, count = 0;
    bool full = false;
    *listed = 0;
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t whole = choice->whole[i];
        if (whole == QP_NONE || positions[whole] != QP_NONE)
            continue;
        positions[whole] = (*listed)++;
        const struct candidate candidate = {choice->values[whole], whole};
        if (full && by_value(&candidate, &candidates[most - 1]) > 0)
            continue;
        candidates[count++] = candidate;
        if (count / 2 < most)
            continue;
        count = cut(candidates, count, most);
        full = most > 0;
    }
    for (uint32_t i = 0; i < threads; i++)
        positions[i] = QP_NONE;
    return cut(candidates, count, most);
}

static void add_part(struct qp_top_thread *item, const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_thread *thread = &query->profile->threads[index];
    struct qp_totals totals = qp_thread_totals(query, index);
    qp_totals_add(&item->totals, &totals);
    if (!qp_thread_is_chosen(query, index))
        return;
    item->migrations += thread->migrations;
    qp_raise_to(&item->longest, thread->longest);
}

static bool choose(struct qp_top_threads *top, const struct choice *choice, uint32_t most, uint32_t *positions,
                   struct candidate *candidates)
{
    uint32_t threads = choice->profile->thread_count;
    top->count = collect(choice, most, candidates, positions, &top->listed);
    top->items = malloc(((size_t)top->count + 1) * sizeof *top->items);
    if (!top->items)
        return false;
    for (uint32_t i = 0; i < top->count; i++) {
        positions[candidates[i].thread] = i;
        top->items[i] = (struct qp_top_thread){.thread = candidates[i].thread, .value = candidates[i].value};
    }
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t position = choice->whole[i] == QP_NONE ? QP_NONE : positions[choice->whole[i]];
        if (position != QP_NONE)
            add_part(&top->items[position], choice->query, i);
    }
    return true;
}

bool qp_top_threads_open(struct qp_top_threads *top, const struct qp_query *query, const struct qp_filter *filter,
                         enum qp_top_by by, uint32_t most)
{
    uint32_t threads = query->profile->thread_count;
    struct qp_scratch scratch = {0};
    struct choice choice = {
        .query = query,
        .profile = query->profile,
        .filter = filter,
        .by = by,
        .whole = qp_scratch_none(&scratch, threads),
        .values = qp_scratch_zeros(&scratch, threads, sizeof *choice.values),
    };
    uint32_t *positions = qp_scratch_none(&scratch, threads);
    struct candidate *candidates = qp_scratch_zeros(&scratch, (size_t)threads + 1, sizeof *candidates);
    *top = (struct qp_top_threads){0};
    bool ok = !scratch.failed && weigh(&choice) && choose(top, &choice, most, positions, candidates);
    qp_map_fini(&choice.kept);
    qp_scratch_free(&scratch);
    return ok;
}

void qp_top_threads_close(struct qp_top_threads *top)
{
    free(top->items);
    *top = (struct qp_top_threads){0};
}
