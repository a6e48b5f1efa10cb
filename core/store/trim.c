#include "core/store/trim.h"

#include "base/memory.h"
#include "base/zeros.h"
#include "core/store/store.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Least size of a hole: 16 KiB, but at least a 1024th of the file, so that there are few holes. A hole takes a system
 * call, and on ext4 with synchronous discards (mount option `discard`, no journal) a request to the disk. */
#define LEAST       (UINT64_C(4) * QP_ZEROS_PAGE)
#define LEAST_SHARE 1024

struct trim {
    int fd;
    uint64_t least;
    uint64_t from, to; /* unused pages before the next page to be checked; they become one hole */
};

/* Return true if nothing can write to the extent any more, once the window is disconnected. The client's own counters
 * may still be mapped, if there was no memory to move them to (counter_pages.c). */
static bool is_finished(const struct qp_extent_entry *entry, uint32_t number, bool keeps_log)
{
    bool in_window = number == 0 || entry->window != 0 || entry->kind == QP_KIND_FREE;
    return in_window || (entry->kind == QP_KIND_TRACE && !keeps_log);
}

/* Return true if the extent may have unused pages. Chunks are filled from their start, so a look at the last page is
 * enough, except in extents of several parts. */
static bool may_have_unused(int fd, const struct qp_extent_entry *entry, uint64_t offset)
{
    unsigned char last[QP_ZEROS_PAGE];
    bool zero;
    if (entry->kind == QP_KIND_HEADER || entry->kind == QP_KIND_MIXED)
        return true;
    if (pread(fd, last, sizeof last, (off_t)(offset + QP_EXTENT_SIZE - sizeof last)) != sizeof last)
        return false;
    qp_zeros_run(last, sizeof last, &zero);
    return zero;
}

static int punch(struct trim *trim)
{
    uint64_t size = trim->to - trim->from;
    if (size < trim->least)
        return 0;
    return (int)syscall(SYS_fallocate, trim->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)trim->from,
                        (off_t)size);
}

/* Add a run of pages to the hole, or punch the hole that ends before it. Return 0, or -1 if the file system cannot do
 * this. */
static int add_pages(struct trim *trim, uint64_t from, uint64_t to, bool unused)
{
    if (!unused || from != trim->to) {
        if (punch(trim) != 0)
            return -1;
        trim->from = from;
    }
    trim->to = unused ? to : from;
    return 0;
}

static int trim_extent(struct trim *trim, uint64_t offset)
{
    static unsigned char bytes[QP_EXTENT_SIZE]; /* used with the session lock */
    bool zero;
    int result = pread(trim->fd, bytes, sizeof bytes, (off_t)offset) == sizeof bytes ? 0 : -1;
    for (size_t at = 0, size; at < sizeof bytes && result == 0; at += size) {
        size = qp_zeros_run(bytes + at, sizeof bytes - at, &zero);
        result = add_pages(trim, offset + at, offset + at + size, zero);
    }
    return result;
}

static void trim_extents(int fd, const struct qp_extent_entry *entries, uint32_t count, bool keeps_log)
{
    uint64_t share = (uint64_t)count * QP_EXTENT_SIZE / LEAST_SHARE;
    struct trim trim = {.fd = fd, .least = share > LEAST ? share : LEAST};
    int result = 0;
    for (uint32_t i = 0; i < count && result == 0; i++) {
        uint64_t offset = (uint64_t)i * QP_EXTENT_SIZE;
        if (is_finished(&entries[i], i, keeps_log) && may_have_unused(fd, &entries[i], offset))
            result = trim_extent(&trim, offset);
    }
    if (result == 0)
        punch(&trim);
}

void qp_trim_file(bool keeps_log)
{
    int fd = qp_store_descriptor();
    uint32_t count = qp_store_list(NULL, 0);
    struct qp_extent_entry *entries = fd >= 0 ? qp_memory_map(count * sizeof *entries) : NULL;
    if (!entries)
        return;
    qp_store_list(entries, count);
    if (qp_store_disconnect() == 0)
        trim_extents(fd, entries, count, keeps_log);
    qp_memory_unmap(entries, count * sizeof *entries);
}
