#include "core/log/communicator.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "core/event/definition.h"
#include "core/store/arena.h"
#include "core/store/store.h"
#include "core/store/string.h"
#include "core/thread/run.h"

#include <string.h>

struct communicator {
    struct communicator *next;             /* communicator defined before this one */
    struct qp_communicator_record *record; /* in the current data file; NULL if it had no room */
    const char *name;
    struct qp_communicator_record fields;
    int32_t members[];
};

static struct communicator *newest;
static uint32_t last_number = QP_COMMUNICATOR_FIRST - 1;
static struct qp_map by_number;   /* pointers */
static struct qp_map same_before; /* number of communicators by the hash of their members */

/* Return a number that a process has in both worlds of a job. */
static uint64_t process_of(int32_t peer)
{
    uint32_t other = qp_run_world == 0;
    return peer >= 0              ? (uint64_t)qp_run_world << 32 | (uint32_t)peer
           : peer == QP_PEER_NONE ? UINT64_MAX
                                  : (uint64_t)other << 32 | (uint32_t)(-2 - peer);
}

uint64_t qp_communicator_hash(const int32_t *members, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++)
        hash = qp_hash_bytes(&(const uint64_t[]){hash, process_of(members[i])}, 2 * sizeof hash);
    return hash;
}

/* ---- the data file: requires the cold lock ----------------------------------------------------------------- */

static uint32_t write_members(const struct communicator *communicator)
{
    uint32_t count = communicator->fields.count;
    uint64_t *members = qp_arena_take_shared(QP_KIND_ADDRESSES, count * sizeof *members);
    for (uint32_t i = 0; members && i < count; i++)
        members[i] = (uint64_t)communicator->members[i];
    return members ? qp_store_reference(members) : 0;
}

static void write_record(struct communicator *communicator)
{
    communicator->record = NULL;
    if (!qp_store.header)
        return;
    struct qp_communicator_record record = communicator->fields;
    if (record.number >= QP_COMMUNICATOR_FIRST)
        record.members = write_members(communicator);
    record.name = communicator->name ? qp_string_put(communicator->name) : 0;
    if (record.number < QP_COMMUNICATOR_FIRST || record.members != 0)
        communicator->record = qp_arena_add(QP_KIND_COMMUNICATOR, &record, sizeof record);
}

void qp_communicator_write_all(void)
{
    for (struct communicator *communicator = newest; communicator; communicator = communicator->next)
        write_record(communicator);
}

/* ---- definitions ------------------------------------------------------------------------------------------- */

static struct communicator *find(uint32_t number)
{
    return (struct communicator *)(uintptr_t)qp_map_get(&by_number, number);
}

/* Requires the cold lock. Return NULL if out of memory. */
static struct communicator *add(const struct qp_communicator_record *fields, const int32_t *members)
{
    size_t size = members ? fields->count * sizeof *members : 0;
    struct communicator *communicator = qp_memory_keep(sizeof *communicator + size);
    if (!communicator || qp_map_put(&by_number, fields->number, (uint64_t)(uintptr_t)communicator) != 0)
        return NULL;
    communicator->fields = *fields;
    if (members)
        memcpy(communicator->members, members, size);
    communicator->next = newest;
    newest = communicator;
    write_record(communicator);
    return communicator;
}

uint32_t qp_communicator_define(const struct qp_communicator *communicator)
{
    uint64_t group = communicator->group != 0 ? communicator->group
                                              : qp_communicator_hash(communicator->members, communicator->count);
    uint32_t number = QP_COMMUNICATOR_OTHER;
    qp_definition_begin();
    uint64_t before = qp_map_get(&same_before, group);
    struct qp_communicator_record fields = {
        .number = last_number + 1,
        .rank = communicator->rank,
        .count = communicator->count,
        .flags = communicator->flags,
        .key = group ^ qp_hash_key(before + 1),
    };
    if (fields.number < QP_COMMUNICATOR_MOST && qp_map_put(&same_before, group, before + 1) == 0 &&
        add(&fields, communicator->members))
        number = ++last_number;
    qp_definition_end();
    return number;
}

void qp_communicator_define_fixed(uint32_t number, uint32_t count, int32_t rank)
{
    const struct qp_communicator_record fields = {.number = number, .rank = rank, .count = count, .key = number};
    qp_definition_begin();
    if (!find(number))
        add(&fields, NULL);
    qp_definition_end();
}

void qp_communicator_name(uint32_t number, const char *name)
{
    qp_definition_begin();
    struct communicator *communicator = find(number);
    const char *copy = communicator ? qp_memory_text(name) : NULL;
    if (copy) {
        communicator->name = copy;
        if (communicator->record && qp_store.header)
            qp_store_release(&communicator->record->name, qp_string_put(copy));
    }
    qp_definition_end();
}
