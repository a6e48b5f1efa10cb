#include "format/reader.h"

#include "base/recorded.h"
#include "format/holes.h"
#include "format/version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(sizeof(struct qp_extent_entry) == 16, "entries of the directory have no padding");

void qp_reader_damage(struct qp_reader *reader, const char *format, ...)
{
    if (reader->damages++)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->damage, sizeof reader->damage, format, arguments);
    va_end(arguments);
}

/* ---- header and directory --------------------------------------------------------------------------- */

static bool read_whole(int fd, void *bytes, size_t size, uint64_t offset)
{
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(fd, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

static int check_header(const struct qp_header *header, struct qp_error *error)
{
    if (memcmp(header->magic, QP_RECORD_MAGIC, sizeof header->magic) != 0)
        return qp_error_set(error, QP_ERR_FORMAT, "not a qii data file");
    if (header->byte_order == __builtin_bswap32(QP_RECORD_BYTE_ORDER))
        return qp_error_set(error, QP_ERR_FORMAT, "recorded on a machine with the other byte order; read it there");
    if (!qp_version_is_read(header->version))
        return qp_error_set(error, QP_ERR_FORMAT,
                            header->version < QP_VERSION_OLDEST
                                ? "recorded by an older version (format %u; this qii reads %u to %u): record the run "
                                  "again"
                                : "recorded by a newer version (format %u; this qii reads %u to %u): update qii",
                            header->version, QP_VERSION_OLDEST, QP_RECORD_VERSION);
    if (header->byte_order != QP_RECORD_BYTE_ORDER || header->header_size != qp_version_header_size(header->version) ||
        header->extent_size != QP_EXTENT_SIZE || header->node_size != sizeof(struct qp_node) ||
        header->method_size != sizeof(struct qp_method_record) ||
        header->thread_size != sizeof(struct qp_thread_record) || header->context_size != sizeof(struct qp_context))
        return qp_error_set(error, QP_ERR_FORMAT, "the header is damaged: its sizes are not those of version %u",
                            header->version);
    if (header->features & ~(uint64_t)(QP_FEATURE_MERGED | QP_FEATURE_COUNTERS | QP_FEATURE_SAMPLED | QP_FEATURE_HITS |
                                       QP_FEATURE_COUNTED | QP_FEATURE_ESTIMATES))
        return qp_error_set(error, QP_ERR_FORMAT, "it uses features %#llx, which this qii does not support",
                            (unsigned long long)header->features);
    return 0;
}

static int read_directory(struct qp_reader *reader, struct qp_error *error)
{
    uint32_t known = reader->header.extent_count;
    uint64_t there = (reader->file_size + QP_EXTENT_SIZE - 1) / QP_EXTENT_SIZE;
    if (reader->file_size < (uint64_t)known * QP_EXTENT_SIZE)
        qp_reader_damage(reader, "the file is truncated: %llu of %llu bytes remain",
                         (unsigned long long)reader->file_size, (unsigned long long)known * QP_EXTENT_SIZE);
    if (known > there)
        known = (uint32_t)there;
    if (known == 0)
        known = 1;
    reader->extents = calloc(known, sizeof *reader->extents);
    if (!reader->extents)
        return qp_error_memory(error);

    uint32_t header_size = reader->header.header_size;
    uint32_t first = (QP_EXTENT_SIZE - header_size) / sizeof *reader->extents;
    uint32_t read = known < first ? known : first;
    uint32_t next = reader->header.next_directory;
    uint32_t last = 0;
    if (!read_whole(reader->fd, reader->extents, read * sizeof *reader->extents, header_size)) {
        qp_reader_damage(reader, "the file is truncated in its directory");
        read = 1;
        next = 0;
    }
    while (read < known) {
        uint64_t place = (uint64_t)next * QP_EXTENT_SIZE;
        uint32_t part = known - read < QP_DIRECTORY_EXTENTS ? known - read : QP_DIRECTORY_EXTENTS;
        if (next <= last || next >= known || !read_whole(reader->fd, &next, sizeof next, place) ||
            !read_whole(reader->fd, reader->extents + read, part * sizeof *reader->extents,
                        place + offsetof(struct qp_directory, entries))) {
            qp_reader_damage(reader, "the directory ends at extent %u of %u", read, known);
            break;
        }
        last = (uint32_t)(place / QP_EXTENT_SIZE);
        read += part;
    }
    reader->extent_count = read;
    return 0;
}

/* ---- the window ------------------------------------------------------------------------------------- */

/* Return the limit for an extent's position in the window. A valid file contains each extent of the window, so the
 * positions in the window hardly exceed the number of the file's extents. A position above the limit means that the
 * file is damaged. */
static uint32_t place_limit(const struct qp_reader *reader)
{
    uint64_t limit = 2ull * reader->extent_count + 64;
    return limit < (1u << 19) ? (uint32_t)limit : 1u << 19;
}

static int place_extents(struct qp_reader *reader, struct qp_error *error)
{
    uint32_t limit = place_limit(reader);
    reader->placed = calloc(limit, sizeof *reader->placed);
    if (!reader->placed)
        return qp_error_memory(error);
    reader->window_extents = 1;
    for (uint32_t i = 1; i < reader->extent_count; i++) {
        uint32_t place = reader->extents[i].window;
        if (place == 0 || reader->extents[i].kind == QP_KIND_FREE)
            continue;
        if (place >= limit || reader->placed[place]) {
            qp_reader_damage(reader, "extent %u claims position %u in the window", i, place);
            reader->extents[i].kind = QP_KIND_FREE;
            continue;
        }
        reader->placed[place] = i;
        if (place >= reader->window_extents)
            reader->window_extents = place + 1;
    }
    return 0;
}

/* Map `count` extents that are adjacent both in the file and in the window. Map only pages that are in the file. A file
 * whose run has not ended has no holes, and its recorder would fill those found here. */
static bool map_extents(struct qp_reader *reader, uint32_t extent, uint32_t place, uint32_t count)
{
    uint64_t offset = (uint64_t)extent * QP_EXTENT_SIZE;
    uint64_t size = (uint64_t)count * QP_EXTENT_SIZE;
    if (offset >= reader->file_size)
        return true;
    if (size > reader->file_size - offset)
        size = reader->file_size - offset;
    void *at = (char *)reader->window + (size_t)place * QP_EXTENT_SIZE;
    if (reader->header.state != QP_RUN_RECORDING && qp_holes_take_space(reader->fd))
        return qp_holes_map(at, size, reader->fd, offset);
    return mmap(at, size, PROT_READ, MAP_SHARED | MAP_FIXED, reader->fd, (off_t)offset) != MAP_FAILED;
}

static int map_window(struct qp_reader *reader, struct qp_error *error)
{
    reader->window_size = (size_t)reader->window_extents * QP_EXTENT_SIZE;
    void *window = mmap(NULL, reader->window_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (window == MAP_FAILED)
        return qp_error_memory(error);
    reader->window = window;
    for (uint32_t place = 0; place < reader->window_extents;) {
        uint32_t extent = reader->placed[place];
        if (place && !extent) {
            place++;
            continue;
        }
        uint32_t count = 1;
        while (place + count < reader->window_extents && reader->placed[place + count] == extent + count)
            count++;
        if (!map_extents(reader, extent, place, count))
            return qp_error_set(error, QP_ERR_READ, "cannot map it: %s", strerror(errno));
        place += count;
    }
    return 0;
}

/* ---- open and close --------------------------------------------------------------------------------- */

static enum qp_ending find_ending(struct qp_reader *reader)
{
    if (reader->header.state == QP_RUN_ENDED || reader->header.state == QP_RUN_SAVED)
        return QP_ENDING_NORMAL;
    pid_t recorder = qp_recorded_by(reader->fd);
    if (recorder == 0)
        return QP_ENDING_KILLED;
    reader->recorder = recorder > 0 ? (uint32_t)recorder : 0;
    return QP_ENDING_RUNNING;
}

static int read_header(struct qp_reader *reader, struct qp_error *error)
{
    struct stat status;
    if (fstat(reader->fd, &status) != 0)
        return qp_error_set(error, QP_ERR_READ, "%s", strerror(errno));
    if (S_ISDIR(status.st_mode))
        return qp_error_set(error, QP_ERR_READ, "is a directory");
    if (!S_ISREG(status.st_mode))
        return qp_error_set(error, QP_ERR_READ, "not a regular file");
    reader->file_size = (uint64_t)status.st_size;
    if (reader->file_size < sizeof reader->header)
        return qp_error_set(error, QP_ERR_FORMAT, "too short for a data file (%llu bytes)",
                            (unsigned long long)reader->file_size);
    if (!read_whole(reader->fd, &reader->header, sizeof reader->header, 0))
        return qp_error_set(error, QP_ERR_READ, "cannot read it: %s", strerror(errno));
    if (fstat(reader->fd, &status) == 0) /* the file may have grown before the header was read; the header then
                                          * refers to the new part */
        reader->file_size = (uint64_t)status.st_size;
    return check_header(&reader->header, error);
}

/* Open the file of reader->fd. If that fails, close the reader. */
static int open_file(struct qp_reader *reader, struct qp_error *error)
{
    int code = read_header(reader, error);
    if (!code) {
        qp_version_convert_header(&reader->header);
        code = read_directory(reader, error);
    }
    if (!code)
        code = place_extents(reader, error);
    if (!code)
        code = map_window(reader, error);
    if (code)
        qp_reader_close(reader);
    return code;
}

int qp_reader_open(struct qp_reader *reader, const char *path, struct qp_error *error)
{
    *reader = (struct qp_reader){.owned = true};
    reader->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (reader->fd < 0)
        return qp_error_set(error, QP_ERR_READ, "%s", strerror(errno));
    int code = open_file(reader, error);
    if (!code)
        reader->ending = find_ending(reader);
    return code;
}

int qp_reader_open_fd(struct qp_reader *reader, int fd, enum qp_ending ending, struct qp_error *error)
{
    *reader = (struct qp_reader){.fd = fd, .ending = ending};
    return open_file(reader, error);
}

void qp_reader_drop(const struct qp_reader *reader, const void *bytes, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), window = (uintptr_t)reader->window;
    uintptr_t from = ((uintptr_t)bytes + page - 1) / page * page, until = ((uintptr_t)bytes + size) / page * page;
    if (from >= window && from < until && until - window <= reader->window_size)
        madvise((void *)from, until - from, MADV_DONTNEED);
}

bool qp_reader_has_grown(const struct qp_reader *reader)
{
    uint32_t count;
    return read_whole(reader->fd, &count, sizeof count, offsetof(struct qp_header, extent_count)) &&
           count != reader->header.extent_count;
}

void qp_reader_close(struct qp_reader *reader)
{
    if (reader->window)
        munmap((void *)reader->window, reader->window_size);
    free(reader->extents);
    free(reader->placed);
    if (reader->owned && reader->fd >= 0)
        close(reader->fd);
    *reader = (struct qp_reader){.fd = -1};
}
