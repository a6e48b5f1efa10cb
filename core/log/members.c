#include "core/log/members.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/store.h"
#include "core/store/string.h"
#include "core/event/definition.h"
#include "core/thread/run.h"
#include "core/log/result.h"
#include "core/log/thread_number.h"

#include <stdlib.h>
#include <string.h>

struct group {
    struct group *next; /* group defined before this one */
    const char *name;
    uint32_t handle;
    uint32_t count;
    int32_t ids[];
};

static struct group *newest; /* head of the list, where groups are added; read without a lock */

static const struct group *find(int32_t handle)
{
    const struct group *group = qp_load_acquire(&newest); /* pairs with add */
    while (group && group->handle != (uint32_t)handle)
        group = group->next;
    return group;
}

/* ---- the data file --------------------------------------------------------------------------------------- */

static void write_group(const struct group *group)
{
    uint64_t *ids = qp_store.header ? qp_arena_take_shared(QP_KIND_ADDRESSES, group->count * sizeof *ids) : NULL;
    if (!ids)
        return;
    for (uint32_t i = 0; i < group->count; i++)
        ids[i] = (uint32_t)group->ids[i];
    QP_ARENA_ADD(QP_KIND_MEMBERS, struct qp_members_record, .handle = group->handle, .name = qp_string_put(group->name),
                 .count = group->count, .members = qp_store_reference(ids));
}

void qp_members_write_all(void)
{
    for (const struct group *group = newest; group; group = group->next)
        write_group(group);
}

/* ---- targets --------------------------------------------------------------------------------------------- */

/* Check a rank. Before the run starts the number of processes is unknown, so every rank is valid. */
static int check_rank(uint32_t rank)
{
    uint32_t ranks = qp_run_ranks;
    if (ranks == 0)
        ranks = qp_run_number(QP_VT) == 0 ? UINT32_MAX : 1;
    return rank < ranks ? QP_LOG_OK : QP_LOG_BAD_INDEX;
}

int qp_members_check(int32_t target)
{
    switch ((uint32_t)target & QP_MEMBERS_KIND) {
    case QP_MEMBERS_PROCESSES:
        return check_rank((uint32_t)target - QP_MEMBERS_PROCESSES);
    case QP_MEMBERS_THREADS:
        return check_rank(((uint32_t)target - QP_MEMBERS_THREADS) >> QP_MEMBERS_THREAD_BITS);
    case QP_MEMBERS_GROUPS:
        return find(target) ? QP_LOG_OK : QP_LOG_BAD_ARGUMENT;
    default:
        return target <= QP_TARGET_PROCESS && target >= QP_TARGET_HOSTS ? QP_LOG_OK : QP_LOG_BAD_ARGUMENT;
    }
}

static enum qp_instance instance_of(int32_t id)
{
    uint32_t process = QP_MEMBERS_PROCESSES + qp_run_rank;
    if (id == QP_TARGET_THREADS)
        return QP_INSTANCE_THREAD;
    if (id == QP_TARGET_PROCESS || id == QP_TARGET_PROCESSES || (uint32_t)id == process)
        return QP_INSTANCE_PROCESS;
    if (id == QP_TARGET_HOSTS)
        return QP_INSTANCE_HOST;
    uint32_t first = QP_MEMBERS_THREADS + (qp_run_rank << QP_MEMBERS_THREAD_BITS);
    bool is_here = (uint32_t)id - first < QP_MEMBERS_MOST;
    return is_here && qp_thread_number() == (int)((uint32_t)id - first) ? QP_INSTANCE_THREAD : QP_INSTANCE_NONE;
}

enum qp_instance qp_members_instance(int32_t target)
{
    const struct group *group = find(target);
    if (!group)
        return instance_of(target);
    enum qp_instance narrowest = QP_INSTANCE_NONE;
    for (uint32_t i = 0; i < group->count; i++) {
        enum qp_instance instance = instance_of(group->ids[i]);
        if (instance != QP_INSTANCE_NONE && (narrowest == QP_INSTANCE_NONE || instance < narrowest))
            narrowest = instance;
    }
    return narrowest;
}

/* ---- groups ---------------------------------------------------------------------------------------------- */

static int by_number(const void *left, const void *right)
{
    const int32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Sort the members and remove duplicates, so that groups can be compared. */
static uint32_t sort_members(int32_t *ids, uint32_t count)
{
    uint32_t kept = 0;
    qsort(ids, count, sizeof *ids, by_number);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || ids[kept - 1] != ids[i])
            ids[kept++] = ids[i];
    return kept;
}

static uint64_t count_members(const int *ids, uint32_t count)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct group *inner = find(ids[i]);
        all += inner ? inner->count : 1;
    }
    return all;
}

/* Make a group, which the caller frees. Return NULL if out of memory. */
static struct group *make(const char *name, const int *ids, uint32_t count)
{
    uint64_t most = count_members(ids, count);
    struct group *group = most > UINT32_MAX / 8 ? NULL : calloc(1, sizeof *group + most * sizeof *group->ids);
    if (!group)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct group *inner = find(ids[i]);
        uint32_t more = inner ? inner->count : 1;
        memcpy(&group->ids[group->count], inner ? inner->ids : (const int32_t *)&ids[i], more * sizeof *ids);
        group->count += more;
    }
    group->count = sort_members(group->ids, group->count);
    group->name = name;
    return group;
}

static const struct group *find_same(const struct group *group)
{
    const struct group *other = newest;
    while (other && (other->count != group->count || strcmp(other->name, group->name) != 0 ||
                     memcmp(other->ids, group->ids, group->count * sizeof *group->ids) != 0))
        other = other->next;
    return other;
}

/* Add a permanent copy of a group. Return its handle, 0 if out of memory. */
static uint32_t add(const struct group *made)
{
    size_t size = sizeof *made + made->count * sizeof *made->ids;
    struct group *group = qp_memory_keep(size);
    const char *name = group ? qp_memory_text(made->name) : NULL;
    if (!name)
        return 0;
    memcpy(group, made, size);
    group->name = name;
    group->handle = newest ? newest->handle + 1 : QP_MEMBERS_GROUPS + 1;
    group->next = newest;
    write_group(group);
    qp_store_release(&newest, group); /* pairs with find */
    return group->handle;
}

int qp_members_define(const char *name, const int *ids, uint32_t count, int *handle)
{
    *handle = 0;
    struct group *group = make(name, ids, count);
    if (!group)
        return QP_LOG_NO_MEMORY;
    qp_definition_begin();
    const struct group *same = find_same(group);
    *handle = (int)(same ? same->handle : add(group));
    qp_definition_end();
    free(group);
    return *handle == 0 ? QP_LOG_NO_MEMORY : QP_LOG_OK;
}
