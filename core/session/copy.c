#include "core/session/copy.h"

#include "base/atomic.h"
#include "base/hold.h"
#include "base/memory.h"
#include "core/carrier/carrier.h"
#include "core/carrier/safepoint.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/vthread/mount.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Order in which kinds of records are copied. A kind precedes all kinds to which its records refer. The first
 * COPIED_LIVE kinds, which may be large, are copied while events continue. While the other kinds are copied, all events
 * wait, so that the sums of times and their parts are of the same moment. */
#define COPIED_LIVE 2

static const enum qp_kind order[] = {
    QP_KIND_TRACE,          /* thread, method, location, scope, counter, channel, string */
    QP_KIND_SERIES,         /* thread, counter */
    QP_KIND_TRAFFIC,        /* thread, node, location, channel */
    QP_KIND_CONTEXT,        /* refers to node, group, rare, string */
    QP_KIND_RARE,           /* string */
    QP_KIND_LIVES,          /* root, kept */
    QP_KIND_KEPT,           /* string */
    QP_KIND_SCOPE,          /* location, string */
    QP_KIND_LOCATION,       /* node, addresses, string */
    QP_KIND_EXTRA,          /* node, edge */
    QP_KIND_EDGE,           /* node */
    QP_KIND_NODE,           /* node, root */
    QP_KIND_BLOCK,          /* root */
    QP_KIND_COUNTED,        /* refers to nothing; the copied values are newer than all snapshots, since no snapshot
                             * is made meanwhile */
    QP_KIND_INTERVAL,       /* block counters, named context */
    QP_KIND_BLOCK_COUNTERS, /* thread, snapshot */
    QP_KIND_SNAPSHOT,       /* nothing */
    QP_KIND_ROOT,           /* thread, group, mark, named context */
    QP_KIND_WITHIN,         /* named context */
    QP_KIND_NAMED,          /* string */
    QP_KIND_THREAD,         /* string */
    QP_KIND_GROUP,          /* refers to string; also to nodes, but these are older than the group */
    QP_KIND_MARK,           /* string */
    QP_KIND_METHOD,         /* lines, string */
    QP_KIND_SOURCE,         /* text, string */
    QP_KIND_EXCLUSION,      /* string */
    QP_KIND_COUNTER,        /* members, string */
    QP_KIND_MEMBERS,        /* addresses, string */
    QP_KIND_CHANNEL,        /* communicator */
    QP_KIND_COMMUNICATOR,   /* addresses, string */
    QP_KIND_MODULE,         /* string */
    QP_KIND_ADDRESSES,      /* nothing; this also applies to the kinds below */
    QP_KIND_LINES,          QP_KIND_TEXT, QP_KIND_STRING,
};

/* The 8 missing kinds have no records (free, header, directory, mixed, continued), or exist only in merged files
 * (runs, overhead, virtual threads that outlived their run). */
_Static_assert(sizeof order / sizeof *order == QP_KINDS - 8, "every kind of record is copied");

struct copy {
    int from;
    int to;
    struct qp_extent_entry *entries; /* the file's directory when it was last read */
    uint32_t count;
    uint32_t *numbers; /* array by position in the window: number of the extent there, 0 = none */
    uint32_t room;     /* capacity of both arrays */
    uint64_t buffer[QP_EXTENT_SIZE / sizeof(uint64_t)];
};

/* ---- pieces ---------------------------------------------------------------------------------------------- */

/* Copy words that other threads may write at the same time. This race is intended. */
static __attribute__((no_sanitize_thread)) void copy_words(uint64_t *to, const uint64_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++)
        to[i] = qp_load_acquire(&from[i]);
}

/* Copy a chunk's header, then its nodes from the last to the first. */
static void copy_nodes(unsigned char *to, const unsigned char *from, size_t bytes)
{
    const size_t header = sizeof(struct qp_chunk), step = sizeof(struct qp_node);
    copy_words((uint64_t *)to, (const uint64_t *)from, header);
    for (size_t left = (bytes - header) / step; left-- > 0;)
        copy_words((uint64_t *)(to + header + left * step), (const uint64_t *)(from + header + left * step), step);
}

/* Copy part of an extent, or all of it, to this offset of the copy. */
static int copy_piece(struct copy *copy, enum qp_kind kind, const unsigned char *from, size_t bytes, uint64_t offset)
{
    memset(copy->buffer, 0, bytes);
    qp_cold_lock();
    pthread_mutex_lock(&qp_process->trace);
    if (kind == QP_KIND_NODE)
        copy_nodes((unsigned char *)copy->buffer, from, bytes);
    else
        copy_words(copy->buffer, (const uint64_t *)from, bytes);
    pthread_mutex_unlock(&qp_process->trace);
    qp_cold_unlock();
    return qp_hold_write(copy->to, copy->buffer, bytes, offset);
}

/* ---- extents --------------------------------------------------------------------------------------------- */

static void free_arrays(struct copy *copy)
{
    qp_memory_unmap(copy->entries, copy->room * sizeof *copy->entries);
    qp_memory_unmap(copy->numbers, copy->room * sizeof *copy->numbers);
}

/* Allocate both arrays without malloc, because malloc's lock may be held. A signal handler may have interrupted a
 * thread inside malloc, and an event of this handler may be waiting until the copy is finished. */
static int make_room(struct copy *copy, uint32_t room)
{
    free_arrays(copy);
    copy->room = room;
    copy->entries = qp_memory_map(room * sizeof *copy->entries);
    copy->numbers = qp_memory_map(room * sizeof *copy->numbers);
    return copy->entries && copy->numbers ? 0 : -1;
}

static int list_extents(struct copy *copy)
{
    while ((copy->count = qp_store_list(copy->entries, copy->room)) > copy->room)
        if (make_room(copy, copy->count + copy->count / 8) != 0)
            return -1;
    memset(copy->numbers, 0, copy->count * sizeof *copy->numbers);
    for (uint32_t i = 1; i < copy->count; i++)
        if (copy->entries[i].kind != QP_KIND_FREE && copy->entries[i].window < copy->count)
            copy->numbers[copy->entries[i].window] = i;
    return 0;
}

/* Copy the chunks of a kind in an extent that is divided into chunks of `size` bytes, from the last to the first. */
static int copy_small_chunks(struct copy *copy, enum qp_kind kind, const unsigned char *extent, uint64_t offset,
                             size_t size)
{
    for (size_t at = QP_EXTENT_SIZE; at > 0;) {
        at -= size;
        const struct qp_chunk *chunk = (const struct qp_chunk *)(extent + at);
        if (qp_load_acquire(&chunk->kind) == kind && copy_piece(copy, kind, extent + at, size, offset + at) != 0)
            return -1;
    }
    return 0;
}

/* Return true if an extent belongs to a chunk of this kind. In the directory only the first extent of a long chunk
 * has the kind; the others are CONTINUED. */
static bool continues(const struct copy *copy, uint32_t number, enum qp_kind kind)
{
    while (copy->entries[number].kind == QP_KIND_CONTINUED)
        number--;
    return copy->entries[number].kind == kind;
}

static int copy_extent(struct copy *copy, enum qp_kind kind, uint32_t number, const unsigned char *extent)
{
    uint64_t offset = (uint64_t)number * QP_EXTENT_SIZE;
    if (copy->entries[number].kind == QP_KIND_MIXED)
        return copy_small_chunks(copy, kind, extent, offset, copy->entries[number].chunk);
    return continues(copy, number, kind) ? copy_piece(copy, kind, extent, QP_EXTENT_SIZE, offset) : 0;
}

/* Copy an extent that is not mapped in the recorder's window. */
static int copy_outside(struct copy *copy, uint32_t number)
{
    void *extent =
        mmap(NULL, QP_EXTENT_SIZE, PROT_READ, MAP_SHARED, copy->from, (off_t)((uint64_t)number * QP_EXTENT_SIZE));
    if (extent == MAP_FAILED)
        return -1;
    int result =
        copy_piece(copy, copy->entries[number].kind, extent, QP_EXTENT_SIZE, (uint64_t)number * QP_EXTENT_SIZE);
    munmap(extent, QP_EXTENT_SIZE);
    return result;
}

static int copy_kind(struct copy *copy, enum qp_kind kind)
{
    if (list_extents(copy) != 0)
        return -1;
    for (uint32_t i = 1; i < copy->count; i++)
        if (copy->entries[i].window == 0 && copy->entries[i].kind == kind && copy_outside(copy, i) != 0)
            return -1;
    for (uint32_t place = copy->count; place-- > 1;)
        if (copy->numbers[place] != 0 &&
            copy_extent(copy, kind, copy->numbers[place], qp_store.base + (uint64_t)place * QP_EXTENT_SIZE) != 0)
            return -1;
    return 0;
}

/* Copy the directory, then the header. Extents that are added meanwhile do no harm, since readers use only as many
 * entries as the header counts. */
static int copy_directory(struct copy *copy)
{
    struct qp_header *header = (struct qp_header *)copy->buffer;
    if (copy_kind(copy, QP_KIND_DIRECTORY) != 0)
        return -1;
    pthread_mutex_lock(&qp_process->growth);
    qp_store_pair_clocks();
    pthread_mutex_unlock(&qp_process->growth);
    copy_words(copy->buffer, (const uint64_t *)qp_store.base, QP_EXTENT_SIZE);
    header->extent_count = copy->count;
    header->state = QP_RUN_SAVED;
    if (ftruncate(copy->to, (off_t)((uint64_t)copy->count * QP_EXTENT_SIZE)) != 0)
        return -1;
    return qp_hold_write(copy->to, copy->buffer, QP_EXTENT_SIZE, 0);
}

static void count_lost(struct qp_carrier *carrier, void *data)
{
    const enum qp_product *product = data;
    if (!carrier->cold[*product].left_behind)
        qp_mount_count_lost(&carrier->tstates[*product], *product);
}

/* Hold all events, and wait until none is in progress. Then count the virtual threads that run on two threads at
 * once, so that the copy explains why its times do not add up. */
static void hold_events(void)
{
    qp_safepoint_begin();
    for (enum qp_product product = QP_QPROF; product < QP_PRODUCTS; product++)
        if (qp_load_acquire(&qp_process->recording[product]) && qp_runs[product].virtual_threads)
            qp_carrier_each(product, count_lost, &product);
}

int qp_copy_write(int to)
{
    struct qp_hold hold;
    struct copy *copy = calloc(1, sizeof *copy);
    if (!copy)
        return -1;
    copy->to = to;
    copy->from = qp_store_descriptor();
    int result = copy->from < 0 ? -1 : 0;
    qp_hold_begin(&hold);
    for (size_t i = 0; i < sizeof order / sizeof *order && result == 0; i++) {
        if (i == COPIED_LIVE)
            hold_events();
        result = copy_kind(copy, order[i]);
    }
    if (result == 0)
        result = copy_directory(copy);
    qp_safepoint_end();
    qp_hold_end(&hold);
    free_arrays(copy);
    free(copy);
    return result;
}
