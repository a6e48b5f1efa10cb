#include "profile/log/life.h"

#include "base/order.h"
#include "format/array.h"

#include <string.h>

/* ---- lookup ------------------------------------------------------------------------------------------------- */

static int by_context_and_start(const struct qp_profile_thread *a, const struct qp_profile_thread *b)
{
    return QP_ORDER({a->reference, b->reference}, {a->start, b->start});
}

static int by_kept(const void *left, const void *right, void *profile)
{
    const struct qp_profile_thread *threads = ((const struct qp_profile *)profile)->threads;
    return by_context_and_start(&threads[*(const uint32_t *)left], &threads[*(const uint32_t *)right]);
}

bool qp_life_index_open(struct qp_life_index *index, const struct qp_profile *profile)
{
    uint32_t first = profile->carrier_count + profile->living_count;
    *index = (struct qp_life_index){.profile = profile, .count = profile->thread_count - first};
    index->kept = malloc(((size_t)index->count + 1) * sizeof *index->kept);
    if (!index->kept)
        return false;
    for (uint32_t i = 0; i < index->count; i++)
        index->kept[i] = first + i;
    qsort_r(index->kept, index->count, sizeof *index->kept, by_kept, (void *)profile);
    return true;
}

void qp_life_index_close(struct qp_life_index *index)
{
    free(index->kept);
    *index = (struct qp_life_index){0};
}

/* Return how many top-k entries have a smaller context, or the same context and a start at or before the tick. */
static uint32_t count_until(const struct qp_life_index *index, uint32_t context, uint64_t tick)
{
    const struct qp_profile_thread sought = {.reference = context, .start = tick};
    return QP_BISECT(i, index->count, by_context_and_start(&index->profile->threads[index->kept[i]], &sought) <= 0);
}

/* Find a top-k entry whose life includes the tick. A virtual thread may have an entry for each phase. All of them
 * have the same id, start and name, so return any that ends at or after the tick. */
static uint32_t find_kept(const struct qp_life_index *index, uint32_t context, uint64_t tick)
{
    const struct qp_profile_thread *threads = index->profile->threads;
    uint32_t position = count_until(index, context, tick);
    uint64_t start = position ? threads[index->kept[position - 1]].start : 0;
    while (position-- > 0) {
        const struct qp_profile_thread *thread = &threads[index->kept[position]];
        if (thread->reference != context || thread->start != start)
            return QP_NONE;
        if (thread->end >= tick || !thread->ended)
            return index->kept[position];
    }
    return QP_NONE;
}

static uint32_t find_thread(const struct qp_life_index *index, uint32_t context, uint64_t tick)
{
    const struct qp_profile *profile = index->profile;
    const struct qp_profile_thread *living = profile->threads + profile->carrier_count;
    uint32_t found = qp_array_find(living, profile->living_count, sizeof *living, context);
    return found != QP_NONE && living[found].start <= tick ? profile->carrier_count + found
                                                           : find_kept(index, context, tick);
}

struct qp_life qp_life_at(const struct qp_life_index *index, uint32_t context, uint64_t tick)
{
    uint32_t found = find_thread(index, context, tick);
    const struct qp_profile_thread *thread = found == QP_NONE ? NULL : &index->profile->threads[found];
    return (struct qp_life){
        .context = context,
        .thread = found,
        .group = thread ? thread->group : QP_NONE,
        .node = QP_NONE,
        .carrier = QP_NONE,
        .id = thread ? thread->virtual_id : 0,
        .created = thread ? thread->start : 0,
    };
}

/* ---- name ---------------------------------------------------------------------------------------------------- */

static struct qp_text name_of(const struct qp_profile *profile, const struct qp_life *life)
{
    if (life->thread != QP_NONE && profile->threads[life->thread].name.length)
        return profile->threads[life->thread].name;
    return life->group != QP_NONE ? profile->groups[life->group].name : (struct qp_text){NULL, 0};
}

void qp_life_show(const struct qp_profile *profile, const struct qp_life *life, char *shown, size_t size)
{
    size_t length = qp_text_show(name_of(profile, life), shown, size);
    const char *space = length ? " " : "";
    if (life->id)
        snprintf(shown + length, size - length, "%s%#llx", space, (unsigned long long)life->id);
    else
        snprintf(shown + length, size - length, "%sat %#x", space, life->context);
}

bool qp_life_is(const struct qp_profile *profile, const struct qp_life *life, const char *wanted)
{
    struct qp_text name = name_of(profile, life);
    char *end;
    char shown[300];
    unsigned long long id = strtoull(wanted, &end, 0);
    qp_life_show(profile, life, shown, sizeof shown);
    return (*wanted && !*end && life->id && id == life->id) || (name.length && qp_text_contains(name, wanted)) ||
           strcmp(shown, wanted) == 0;
}
