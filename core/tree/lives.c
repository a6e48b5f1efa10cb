#include "core/tree/lives.h"

#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/thread/mark.h"
#include "core/thread/occupy.h"
#include "core/tree/times.h"
#include "core/tree/tree.h"

#include <string.h>

struct qp_lives_record *qp_lives_of(struct qp_root *root)
{
    if (root->lives != 0)
        return qp_store_at(root->lives);
    if (root->group == 0) /* the group is 0 for a carrier's own stack, and also if two threads end a virtual thread
                           * at once */
        return NULL;
    qp_cold_lock();
    struct qp_lives_record *lives = qp_arena_take_shared(QP_KIND_LIVES, sizeof *lives);
    void *slots =
        lives ? qp_arena_take_shared(QP_KIND_KEPT, sizeof(struct qp_kept_record) * QP_KEPT_LISTS * QP_KEPT) : NULL;
    qp_cold_unlock();
    if (!lives) {
        qp_diagnose((enum qp_product)root->product, QP_DIAGNOSTIC_NO_ROOM, "virtual threads that ended");
        return NULL;
    }
    lives->kept = slots ? qp_store_reference(slots) : 0;
    qp_store_release(&lives->root, qp_store_reference(root)); /* pairs with the reader's walk over lives */
    root->lives = qp_store_reference(lives);
    return lives;
}

struct qp_lives_record *qp_lives_search(struct qp_tstate *tstate, enum qp_product product, uint32_t group)
{
    struct qp_lives_record *lives = qp_lives_cached(tstate, product, group);
    if (lives || qp_tstate_is_nested(product))
        return lives;
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    struct qp_root *root = qp_tree_root(qp_tstate_carrier(tstate, product), product, cold->epoch, group, 0);
    lives = root ? qp_lives_of(root) : NULL;
    if (lives)
        *qp_lives_place(tstate, product, group) = (uint64_t)group << 32 | qp_store_reference(lives);
    return lives;
}

/* ---- top-k ----------------------------------------------------------------------------------------------- */

static void copy_name(struct qp_kept_record *record, const struct qp_context *context)
{
    const struct qp_rare_record *rare = context->rare == 0 ? NULL : qp_store_at(context->rare);
    bool own = rare && rare->name != 0 && rare->name == context->name;
    record->name = own ? 0 : context->name;
    record->own_name[0] = '\0';
    if (!own)
        return;
    const struct qp_string *name = qp_store_at(rare->name);
    size_t length = name->length < QP_KEPT_NAME ? name->length : QP_KEPT_NAME - 1;
    memcpy(record->own_name, name->bytes, length);
    record->own_name[length] = '\0';
}

/* Values of a virtual thread when it ends, when an epoch ends, or when it leaves its group. */
struct summary {
    const struct qp_context *context;
    uint64_t times[QP_TIMES];
    uint64_t paused;
    bool ended;
};

static void write_kept(struct qp_kept_record *record, const struct summary *summary)
{
    const struct qp_context *context = summary->context;
    qp_store_relaxed(&record->published, 0);
    qp_fence_signal();
    record->context = qp_store_reference(context);
    record->virtual_id = context->virtual_id;
    record->client_id = context->client_id;
    copy_name(record, context);
    record->flags = context->flags | (summary->ended ? QP_KEPT_ENDED : 0);
    record->start = qp_times_created(context);
    record->begin = context->start;
    record->end = context->since;
    memcpy(record->times, summary->times, sizeof record->times);
    record->paused = summary->paused;
    record->longest = (uint64_t)context->longest;
    record->migrations = context->migrations;
    record->creator = context->creator;
    record->spawner = context->spawner;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over kept virtual threads */
}

/* Return the value by which a list orders virtual threads. */
static uint64_t value_of(const uint64_t *times, uint64_t migrations, enum qp_kept_by by)
{
    switch (by) {
    case QP_KEPT_BY_RUNNING:
        return times[QP_TIME_OF(QP_CONTEXT_RUNNING)];
    case QP_KEPT_BY_SUSPENDED:
        return times[QP_TIME_OF(QP_CONTEXT_BLOCKED)] + times[QP_TIME_OF(QP_CONTEXT_WAITING)];
    case QP_KEPT_BY_RUNNABLE:
        return times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)];
    default:
        return migrations;
    }
}

static uint64_t kept_value(const struct qp_kept_record *record, enum qp_kept_by by)
{
    return value_of(record->times, record->migrations, by);
}

/* Write the record into a free slot of the list or, if there is none, over the record with the smallest value. */
static void keep(struct qp_lives_record *lives, enum qp_kept_by by, const struct summary *summary)
{
    struct qp_kept_record *list = (struct qp_kept_record *)qp_store_at(lives->kept) + (size_t)by * QP_KEPT;
    struct qp_kept_record *least = list;
    uint64_t next = UINT64_MAX; /* smallest value in the list after the record is added */
    for (struct qp_kept_record *at = list; at < list + QP_KEPT; at++) {
        if (!at->published) {
            write_kept(at, summary);
            return;
        }
        if (kept_value(at, by) < kept_value(least, by))
            least = at;
    }
    write_kept(least, summary);
    for (struct qp_kept_record *at = list; at < list + QP_KEPT; at++)
        next = kept_value(at, by) < next ? kept_value(at, by) : next;
    lives->least[by] = next;
}

/* Keep the virtual thread in each list whose smallest value it exceeds. Until more than QP_KEPT virtual threads have
 * ended, the list by running time also keeps virtual threads that never ran. */
static void keep_most(struct qp_lives_record *lives, const struct summary *summary)
{
    for (int by = 0; by < QP_KEPT_LISTS; by++) {
        uint64_t value = value_of(summary->times, summary->context->migrations, (enum qp_kept_by)by);
        if (value > lives->least[by] || (by == QP_KEPT_BY_RUNNING && lives->ended <= QP_KEPT))
            keep(lives, (enum qp_kept_by)by, summary);
    }
}

/* ---- an end ------------------------------------------------------------------------------------------------ */

void qp_lives_add(struct qp_root *root, const struct qp_context *context, bool ended)
{
    struct qp_lives_record *lives = qp_lives_of(root);
    if (!lives)
        return;
    struct summary summary = {.context = context, .ended = ended};
    uint64_t life = context->since > context->start ? context->since - context->start : 0;
    qp_times_get(context, summary.times);
    summary.paused = life - qp_mark_recorded((enum qp_product)root->product, context->start, context->since);
    for (int i = 0; i < QP_TIMES; i++)
        lives->times[i] += summary.times[i];
    lives->life += life;
    lives->paused += summary.paused;
    lives->migrations += context->migrations;
    lives->longest = (uint64_t)context->longest > lives->longest ? (uint64_t)context->longest : lives->longest;
    if (ended) {
        lives->ended++;
        lives->lives[qp_lives_bucket(life)]++;
        lives->longest_life = life > lives->longest_life ? life : lives->longest_life;
    }
    if (lives->kept != 0)
        keep_most(lives, &summary);
}
