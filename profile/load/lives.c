#include "profile/load/load.h"

#include "base/atomic.h"
#include "format/array.h"

#include <string.h>

/* ---- top-k virtual threads ------------------------------------------------------------------------------------ */

/* Return true if a thread of the profile and a record are the same virtual thread. A virtual thread may be in
 * several top-k lists, with a record in each. */
static bool is_same(const struct qp_profile_thread *thread, const struct qp_kept_record *record)
{
    return thread->reference == record->context && thread->start == record->start;
}

static struct qp_text name_of(struct qp_profile *profile, const struct qp_kept_record *record)
{
    if (record->name)
        return qp_reader_text(&profile->reader, record->name);
    uint32_t length = (uint32_t)strnlen(record->own_name, sizeof record->own_name);
    return (struct qp_text){length ? record->own_name : NULL, length};
}

static bool add_kept(struct qp_profile *profile, uint32_t root, const struct qp_kept_record *record)
{
    struct qp_profile_thread thread = {
        .reference = record->context,
        .number = profile->threads[profile->roots[root].thread].number,
        .virtual_thread = true,
        .ended = (record->flags & QP_KEPT_ENDED) != 0,
        .estimated = (record->flags & QP_CONTEXT_ESTIMATED) != 0,
        .disturbed = (record->flags & QP_CONTEXT_DISTURBED) != 0,
        .client_id = record->client_id,
        .name = name_of(profile, record),
        .start = record->start,
        .end = record->end,
        .virtual_id = record->virtual_id,
        .product = (uint8_t)profile->roots[root].product,
        .group = profile->roots[root].group,
        .epoch = profile->roots[root].epoch,
        .phase = profile->roots[root].phase,
        .cleared = profile->roots[root].cleared,
        .begin = record->begin,
        .since = record->end,
        .paused = record->paused,
        .longest = record->longest,
        .migrations = record->migrations,
        .carrier = profile->roots[root].thread,
        .top = QP_NONE,
        .creator = qp_nodes_find(profile, record->creator),
        .resumer = QP_NONE,
        .waker = QP_NONE,
        .spawner = qp_virtual_threads_find(profile, record->spawner, record->start),
        .waker_thread = QP_NONE,
    };
    memcpy(thread.times, record->times, sizeof thread.times);
    return QP_ARRAY_APPEND(&profile->threads, &profile->thread_count, thread);
}

static bool load_kept(struct qp_profile *profile, uint32_t root, uint32_t reference)
{
    const struct qp_kept_record *records =
        qp_reader_at(&profile->reader, reference, sizeof(struct qp_kept_record) * (size_t)QP_KEPT_LISTS * QP_KEPT);
    if (!records) {
        qp_reader_damage(&profile->reader, "the top-k virtual threads at %#x are missing", reference);
        return true;
    }
    uint32_t first = profile->thread_count;
    for (uint32_t i = 0; i < (uint32_t)QP_KEPT_LISTS * QP_KEPT; i++) {
        if (!qp_load_acquire(&records[i].published))
            continue;
        uint32_t known = first;
        while (known < profile->thread_count && !is_same(&profile->threads[known], &records[i]))
            known++;
        if (known == profile->thread_count && !add_kept(profile, root, &records[i]))
            return false;
        profile->threads[known].kept |= (uint8_t)(1u << i / QP_KEPT);
    }
    return true;
}

/* ---- the ended virtual threads of a root ------------------------------------------------------------------------ */

static bool add_lives(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_lives_record *record = of;
    uint32_t reference = qp_load_relaxed(&record->root);
    uint32_t root = qp_roots_find(profile, reference);
    if (root == QP_NONE || profile->roots[root].group == QP_NONE || profile->roots[root].lives != QP_NONE) {
        QP_LOAD_DAMAGE(profile, "ended virtual threads refer to %#x, which is no root of a group", reference);
        return true;
    }
    struct qp_profile_lives lives = {
        .reference = qp_reader_reference(&profile->reader, record),
        .root = root,
        .created = qp_load_relaxed(&record->created),
        .ended = qp_load_relaxed(&record->ended),
        .life = qp_load_relaxed(&record->life),
        .paused = qp_load_relaxed(&record->paused),
        .migrations = qp_load_relaxed(&record->migrations),
        .longest = qp_load_relaxed(&record->longest),
        .longest_life = qp_load_relaxed(&record->longest_life),
        .longest_delay = qp_load_relaxed(&record->longest_delay),
        .lives = record->lives,
        .delays = record->delays,
    };
    for (int i = 0; i < QP_TIMES; i++)
        lives.times[i] = qp_load_relaxed(&record->times[i]);
    if (!QP_ARRAY_APPEND(&profile->lives, &profile->lives_count, lives))
        return false;
    profile->roots[root].lives = profile->lives_count - 1;
    uint32_t kept = qp_load_acquire(&record->kept);
    return kept == 0 || load_kept(profile, root, kept);
}

bool qp_lives_load(struct qp_profile *profile)
{
    return qp_reader_each(&profile->reader, QP_KIND_LIVES, sizeof(struct qp_lives_record), add_lives, profile);
}
