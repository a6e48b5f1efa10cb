#include "core/store/store.h"

#include "base/atomic.h"
#include "base/check.h"
#include "base/clock.h"
#include "core/store/extent.h"
#include "core/store/own_file.h"
#include "core/store/process.h"
#include "core/store/window.h"

#include <string.h>
#include <sys/mman.h>

/* Extents reserved for records that must find space when the disk is full. Each has 128 chunks of QP_CHUNK_FIRST bytes.
 * Half of the extents, rounded up, are for fold nodes (1,280 per extent), the others for new threads (one chunk per
 * thread). Three are reserved at the start, and one more for each 64 extents by which the file grows, since there are
 * programs that start threads for each file that they read. */
#define RESERVE_AT_START 3
#define RESERVE_SHARE    64
#define MOST_RESERVE     256

/* The event log fills all space that it gets, so it must leave an eighth of the file's limit free. The call trees of
 * later parts of the program need about a hundredth of the limit. */
#define LOG_LEAVES 8

struct qp_store qp_store;

/* Number of extents in the window that the previous run used. */
static uint64_t used_before;

static struct {
    uint64_t limit;
    struct reserved {
        uint32_t number; /* number of the extent in the file */
        struct qp_extent_entry *entry;
    } reserve[MOST_RESERVE];
    uint32_t reserve_made;
    uint32_t reserve_left;
    struct qp_extent_entry *directory; /* part of the directory that is in use */
    uint32_t directory_first;          /* number of the extent that the part's first entry describes */
    uint32_t directory_room;
    struct mixed {
        unsigned char *next; /* unused part of an extent that is divided into chunks of one size */
        unsigned char *end;
    } first, small, for_threads; /* chunks of QP_CHUNK_FIRST, QP_CHUNK_SMALL and again QP_CHUNK_FIRST bytes */
} growth;

static void fill_header(uint64_t limit)
{
    struct qp_header *header = qp_store.header;
    memcpy(header->magic, QP_RECORD_MAGIC, sizeof header->magic);
    header->version = QP_RECORD_VERSION;
    header->byte_order = QP_RECORD_BYTE_ORDER;
    header->header_size = QP_HEADER_SIZE;
    header->extent_size = QP_EXTENT_SIZE;
    header->node_size = sizeof(struct qp_node);
    header->method_size = sizeof(struct qp_method_record);
    header->thread_size = sizeof(struct qp_thread_record);
    header->context_size = sizeof(struct qp_context);
    header->window_base = (uint64_t)(uintptr_t)qp_store.base;
    header->data_limit = limit;
    header->extent_count = 1;
    header->window_count = 1;
}

/* Add an extent to the reserve. Call this only while no extent of the reserve has been taken. Return 0, or -1 if
 * there is no space. */
static int add_reserve(int fd)
{
    uint32_t number = qp_store.header->extent_count;
    if (qp_extent_prepare(fd, number, 1) != 0)
        return -1;
    growth.reserve[growth.reserve_made++] =
        (struct reserved){number, &growth.directory[number - growth.directory_first]};
    growth.reserve_left = growth.reserve_made;
    qp_store_release(&qp_store.header->extent_count, number + 1);
    return 0;
}

static int begin_reserve(int fd)
{
    while (growth.reserve_made < RESERVE_AT_START)
        if (add_reserve(fd) != 0)
            return -1;
    return 0;
}

int qp_store_open(int fd, uint64_t limit)
{
    if (!qp_store.base)
        qp_store.base = qp_window_reserve(&qp_store.window_extents);
    if (!qp_store.base)
        return -1;
    qp_store_disconnect();
    if (qp_extent_prepare(fd, 0, 1) != 0 || qp_extent_map(fd, 0, qp_store.base, 1) != 0)
        return -1;
    memset(&growth, 0, sizeof growth);
    qp_store.header = (struct qp_header *)qp_store.base;
    /* The file may become as large as the window. Reserved extents are part of the file but are mapped only when
     * they are taken, so the window still has space for them when the file is full. */
    uint64_t most = qp_store.window_extents * QP_EXTENT_SIZE;
    growth.limit = limit < most ? limit : most;
    fill_header(growth.limit);
    growth.directory = (struct qp_extent_entry *)(qp_store.base + QP_HEADER_SIZE);
    growth.directory_room = QP_HEADER_EXTENTS;
    growth.directory[0] = (struct qp_extent_entry){QP_KIND_HEADER, 0, 0, 0};
    qp_clock_pair(&qp_store.header->clock_start.tick, &qp_store.header->clock_start.monotonic_ns);
    qp_store.header->clock_latest[0] = qp_store.header->clock_start;
    qp_store.header->cpu_start_ns = qp_store.header->cpu_latest_ns[0] = qp_clock_process();
    if (begin_reserve(fd) != 0) {
        qp_store.header = NULL;
        return -1;
    }
    qp_own_file_begin(fd);
    return 0;
}

void qp_store_close(void)
{
    used_before = qp_store.header->window_count;
    qp_store.header = NULL;
}

int qp_store_disconnect(void)
{
    return qp_window_empty(qp_store.base, qp_store.window_extents, used_before);
}

void qp_store_abandon(void)
{
    qp_own_file_close();
    qp_store = (struct qp_store){.base = NULL};
    used_before = 0;
}

int qp_store_descriptor(void)
{
    pthread_mutex_lock(&qp_process->growth);
    int fd = qp_own_file_descriptor();
    pthread_mutex_unlock(&qp_process->growth);
    return fd;
}

void qp_store_pair_clocks(void)
{
    struct qp_header *header = qp_store.header;
    uint32_t other = !header->clock_current;
    qp_clock_pair(&header->clock_latest[other].tick, &header->clock_latest[other].monotonic_ns);
    header->cpu_latest_ns[other] = qp_clock_process();
    qp_store_release(&header->clock_current, other); /* pairs with the reader's clock */
}

static bool may_grow(void)
{
    return qp_store.header && qp_own_file_descriptor() >= 0;
}

/* ---- growth: with the growth lock ------------------------------------------------------------------------ */

/* Take extents of the file. Only if the file cannot grow, take one from the reserve. Return the number of the first
 * extent, 0 if there is no space. */
static uint32_t take_extents(uint32_t count, enum qp_reserve reserve)
{
    struct qp_header *header = qp_store.header;
    uint32_t number = header->extent_count;
    uint64_t size = ((uint64_t)number + count) * QP_EXTENT_SIZE;
    bool listed = number + count <= growth.directory_first + growth.directory_room;
    if (listed && size <= growth.limit && qp_extent_prepare(qp_own_file_descriptor(), number, count) == 0)
        return number;
    uint32_t kept = reserve == QP_RESERVE_THREADS ? 0 : growth.reserve_made / 2;
    if (reserve == QP_RESERVE_NONE || count > 1 || growth.reserve_left <= kept)
        return 0;
    return growth.reserve[--growth.reserve_left].number;
}

/* Add an extent to the reserve if the file has grown enough since the last extent was added. The last entry of each
 * part of the directory describes the next part, so an extent of the reserve never gets it. */
static void grow_reserve(void)
{
    uint32_t number = qp_store.header->extent_count;
    if (growth.reserve_left == growth.reserve_made && growth.reserve_made < MOST_RESERVE &&
        number / RESERVE_SHARE > growth.reserve_made && (number + UINT64_C(1)) * QP_EXTENT_SIZE <= growth.limit &&
        number + 1 < growth.directory_first + growth.directory_room)
        add_reserve(qp_own_file_descriptor());
}

static struct qp_extent_entry *entry_of(uint32_t number)
{
    if (number >= growth.directory_first)
        return &growth.directory[number - growth.directory_first];
    return growth.reserve[growth.reserve_left].entry; /* the extent just taken from the reserve */
}

bool qp_store_is_valid(void)
{
    const struct qp_header *header = qp_store.header;
    uint64_t listed = (uint64_t)growth.directory_first + growth.directory_room;
    return header->extent_count <= listed && header->window_count <= header->extent_count &&
           header->window_count <= qp_store.window_extents &&
           (uint64_t)header->extent_count * QP_EXTENT_SIZE <=
               growth.limit + RESERVE_AT_START * (uint64_t)QP_EXTENT_SIZE &&
           growth.reserve_left <= growth.reserve_made && growth.reserve_made <= MOST_RESERVE;
}

/* Count new extents in the header, where readers find them. Extents of the reserve are already counted there. */
static void publish_extents(uint32_t number, uint32_t count)
{
    if (number + count > qp_store.header->extent_count)
        qp_store_release(&qp_store.header->extent_count, number + count);
    qp_store_pair_clocks();
    QP_CHECK(qp_store_is_valid());
}

static void enter_directory(uint32_t number, struct qp_extent_entry what)
{
    struct qp_extent_entry *entry = entry_of(number);
    entry->owner = what.owner;
    entry->window = what.window;
    entry->chunk = what.chunk;
    qp_store_release(&entry->kind, what.kind); /* pairs with the reader's directory walk */
}

static unsigned char *map_extents(enum qp_kind kind, uint32_t owner, uint32_t count, uint32_t chunk,
                                  enum qp_reserve reserve)
{
    struct qp_header *header = qp_store.header;
    uint32_t window = header->window_count;
    if (window + (uint64_t)count > qp_store.window_extents)
        return NULL;
    uint32_t number = take_extents(count, reserve);
    unsigned char *memory = qp_store.base + (uint64_t)window * QP_EXTENT_SIZE;
    if (number == 0 || qp_extent_map(qp_own_file_descriptor(), number, memory, count) != 0)
        return NULL;
    header->window_count = window + count;
    enter_directory(number, (struct qp_extent_entry){kind, owner, window, chunk});
    for (uint32_t i = 1; i < count; i++)
        enter_directory(number + i, (struct qp_extent_entry){QP_KIND_CONTINUED, owner, window + i, 0});
    publish_extents(number, count);
    return memory;
}

/* Add a part to the directory if the current part has no entries for `count` more extents. */
static int extend_directory(uint32_t count)
{
    struct qp_header *header = qp_store.header;
    uint32_t number = header->extent_count;
    if (number + count < growth.directory_first + growth.directory_room)
        return 0;
    /* The new part of the directory is an extent itself, and the entry for this extent must be the last entry of the
     * old part. So first use up the free entries before the last entry: extend the file by an extent for each free
     * entry, and never use these extents. Then an extent's number alone determines its position in the directory. */
    while (header->extent_count + 1 < growth.directory_first + growth.directory_room) {
        if (qp_extent_prepare(qp_own_file_descriptor(), header->extent_count, 1) != 0)
            return -1;
        header->extent_count++;
    }
    struct qp_directory *part =
        (struct qp_directory *)map_extents(QP_KIND_DIRECTORY, 0, 1, QP_EXTENT_SIZE, QP_RESERVE_NONE);
    if (!part)
        return -1;
    uint32_t own = header->extent_count - 1;
    if (growth.directory_first == 0)
        header->next_directory = own;
    else
        ((struct qp_directory *)((unsigned char *)growth.directory - offsetof(struct qp_directory, entries)))->next =
            own;
    growth.directory_first = header->extent_count;
    growth.directory = part->entries;
    growth.directory_room = QP_DIRECTORY_EXTENTS;
    return 0;
}

static int open_mixed(struct mixed *mixed, uint32_t size, enum qp_reserve reserve)
{
    unsigned char *extent = map_extents(QP_KIND_MIXED, 0, 1, size, reserve);
    if (!extent)
        return -1;
    mixed->next = extent;
    mixed->end = extent + QP_EXTENT_SIZE;
    return 0;
}

int qp_store_begin_threads(void)
{
    pthread_mutex_lock(&qp_process->growth);
    int result = open_mixed(&growth.for_threads, QP_CHUNK_FIRST, QP_RESERVE_NONE);
    pthread_mutex_unlock(&qp_process->growth);
    return result;
}

/* Take a small chunk. References between nodes only point to higher addresses, so a chunk of nodes must lie above the
 * arena's last chunk. */
static struct qp_chunk *small_chunk(const struct qp_arena *arena, uint32_t size)
{
    struct mixed *mixed = size == QP_CHUNK_SMALL                 ? &growth.small
                          : arena->reserve == QP_RESERVE_THREADS ? &growth.for_threads
                                                                 : &growth.first;
    bool fits = mixed->next < mixed->end && (arena->kind != QP_KIND_NODE || mixed->next >= arena->end);
    if (!fits && open_mixed(mixed, size, arena->reserve) != 0)
        return NULL;
    struct qp_chunk *chunk = (struct qp_chunk *)mixed->next;
    mixed->next += size;
    return chunk;
}

static struct qp_chunk *take_chunk(const struct qp_arena *arena, uint64_t size)
{
    uint32_t count = size < QP_EXTENT_SIZE ? 1 : (uint32_t)(size / QP_EXTENT_SIZE);
    grow_reserve();
    if (extend_directory(count) != 0 && arena->reserve == QP_RESERVE_NONE)
        return NULL;
    if (size < QP_EXTENT_SIZE)
        return small_chunk(arena, (uint32_t)size);
    return (struct qp_chunk *)map_extents(arena->kind, arena->owner, count, (uint32_t)size, arena->reserve);
}

uint32_t qp_store_list(struct qp_extent_entry *entries, uint32_t room)
{
    pthread_mutex_lock(&qp_process->growth);
    const struct qp_header *header = (struct qp_header *)qp_store.base; /* qp_store.header is NULL in a closed file */
    const struct qp_extent_entry *part = (struct qp_extent_entry *)(qp_store.base + QP_HEADER_SIZE);
    uint32_t count = header->extent_count, listed = 0;
    uint32_t size = QP_HEADER_EXTENTS, next = header->next_directory;
    while (count <= room) {
        uint32_t there = count - listed < size ? count - listed : size;
        memcpy(entries + listed, part, there * sizeof *part);
        listed += there;
        if (listed == count)
            break;
        /* The next part of the directory is in an extent whose entry is in the part just copied. */
        const struct qp_directory *directory =
            (const struct qp_directory *)(qp_store.base + (uint64_t)entries[next].window * QP_EXTENT_SIZE);
        part = directory->entries;
        size = QP_DIRECTORY_EXTENTS;
        next = directory->next;
    }
    pthread_mutex_unlock(&qp_process->growth);
    return count;
}

static void begin_chunk(struct qp_chunk *chunk, enum qp_kind kind, uint32_t owner, uint32_t size)
{
    chunk->owner = owner;
    chunk->size = size;
    qp_store_release(&chunk->kind, kind); /* pairs with the reader's walk over chunks */
}

/* ---- extents outside the window ---------------------------------------------------------------------------- */

static uint32_t take_outside_number(uint32_t count)
{
    return extend_directory(count) != 0 ? 0 : take_extents(count, QP_RESERVE_NONE);
}

static struct qp_chunk *take_outside(enum qp_kind kind, uint32_t owner, uint32_t count)
{
    size_t size = (size_t)count * QP_EXTENT_SIZE;
    uint32_t number = take_outside_number(count);
    if (number == 0)
        return NULL;
    unsigned char *memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (qp_extent_map(qp_own_file_descriptor(), number, memory, count) != 0) {
        munmap(memory, size);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        begin_chunk((struct qp_chunk *)(memory + (size_t)i * QP_EXTENT_SIZE), kind, owner, QP_EXTENT_SIZE);
        enter_directory(number + i, (struct qp_extent_entry){kind, owner, 0, QP_EXTENT_SIZE});
    }
    publish_extents(number, count);
    return (struct qp_chunk *)memory;
}

struct qp_chunk *qp_store_take_outside(enum qp_kind kind, uint32_t owner, uint32_t count)
{
    pthread_mutex_lock(&qp_process->growth);
    struct qp_chunk *chunk = may_grow() ? take_outside(kind, owner, count) : NULL;
    pthread_mutex_unlock(&qp_process->growth);
    return chunk;
}

/* Copy counters to extents of the file, and map these in the counters' place. What other threads add to the counters
 * between the copy and the mapping is lost, as if it was counted before the run. */
static int copy_and_map(unsigned char *memory, uint32_t number, uint32_t count)
{
    size_t size = (size_t)count * QP_EXTENT_SIZE;
    const uint64_t *counters = (const uint64_t *)(const void *)memory;
    uint64_t *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, qp_own_file_descriptor(),
                          (off_t)((uint64_t)number * QP_EXTENT_SIZE));
    if (copy == MAP_FAILED)
        return -1;
    for (size_t i = 0; i < size / sizeof *copy; i++)
        copy[i] = qp_load_relaxed(&counters[i]);
    if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, memory) == MAP_FAILED) {
        munmap(copy, size);
        return -1;
    }
    madvise(memory, size, MADV_DONTDUMP);
    return 0;
}

static uint32_t adopt(enum qp_kind kind, uint32_t owner, unsigned char *memory, uint32_t count)
{
    uint32_t number = take_outside_number(count);
    if (number == 0 || copy_and_map(memory, number, count) != 0)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        enter_directory(number + i, (struct qp_extent_entry){kind, owner, 0, QP_EXTENT_SIZE});
    publish_extents(number, count);
    return number;
}

uint32_t qp_store_adopt(enum qp_kind kind, uint32_t owner, unsigned char *memory, uint32_t count)
{
    pthread_mutex_lock(&qp_process->growth);
    uint32_t number = may_grow() ? adopt(kind, owner, memory, count) : 0;
    pthread_mutex_unlock(&qp_process->growth);
    return number;
}

bool qp_store_has_room_for_log(uint32_t extents)
{
    pthread_mutex_lock(&qp_process->growth);
    uint64_t count = qp_store.header ? (uint64_t)qp_store.header->extent_count + extents : UINT32_MAX;
    bool has_room = count * QP_EXTENT_SIZE <= growth.limit - growth.limit / LOG_LEAVES;
    pthread_mutex_unlock(&qp_process->growth);
    return has_room;
}

/* ---- chunks ----------------------------------------------------------------------------------------------- */

struct qp_chunk *qp_store_take_chunk(const struct qp_arena *arena, uint64_t size)
{
    if (size > QP_HEADER_EXTENTS * (uint64_t)QP_EXTENT_SIZE)
        return NULL;
    pthread_mutex_lock(&qp_process->growth);
    struct qp_chunk *chunk = may_grow() ? take_chunk(arena, size) : NULL;
    if (chunk)
        begin_chunk(chunk, arena->kind, arena->owner, (uint32_t)size);
    pthread_mutex_unlock(&qp_process->growth);
    return chunk;
}
