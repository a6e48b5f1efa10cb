#include "core/store/trim.h"

#include "base/memory.h"
#include "base/zeros.h"
#include "core/store/store.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/* Punch a hole for each run of unused pages. Return 0, or -1 if the file system cannot do this. */
static int trim_extent(int fd, uint64_t offset)
{
    static unsigned char bytes[QP_EXTENT_SIZE]; /* used with the session lock */
    bool zero;
    if (pread(fd, bytes, sizeof bytes, (off_t)offset) != sizeof bytes)
        return -1;
    for (size_t at = 0, size; at < sizeof bytes; at += size) {
        size = qp_zeros_run(bytes + at, sizeof bytes - at, &zero);
        if (zero && syscall(SYS_fallocate, fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)(offset + at),
                            (off_t)size) != 0)
            return -1;
    }
    return 0;
}

static void trim_extents(int fd, const struct qp_extent_entry *entries, uint32_t count, bool keeps_log)
{
    int result = 0;
    for (uint32_t i = 0; i < count && result == 0; i++) {
        uint64_t offset = (uint64_t)i * QP_EXTENT_SIZE;
        if (is_finished(&entries[i], i, keeps_log) && may_have_unused(fd, &entries[i], offset))
            result = trim_extent(fd, offset);
    }
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
