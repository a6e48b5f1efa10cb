/* store.h - data files that are larger than the directory in the header, and consecutive files in one window. */
#include "base/clock.h"
#include "core/store/process.h"
#include "core/store/arena.h"
#include "core/store/store.h"
#include "profile/load/profile.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* number of extents, a little more than 200 MB in all: 200 more than the 3072 whose positions fit in the header */
#define CHUNKS (QP_HEADER_EXTENTS + 200)

static char path[] = "/tmp/qii-store-XXXXXX";

static void write_chunks(void)
{
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(qp_process_init(), 0);
    assert_int_equal(qp_store_open(fd, 1u << 30), 0);
    for (uint32_t i = 1; i <= CHUNKS; i++) {
        struct qp_arena arena = {.kind = QP_KIND_BLOCK, .owner = i};
        uint32_t *records = qp_arena_take(&arena, QP_EXTENT_SIZE - sizeof(struct qp_chunk));
        assert_non_null(records);
        *records = i;
    }
    qp_store_close();
}

TEST(chunks_beyond_the_headers_directory_are_found_by_a_reader)
{
    struct qp_reader reader;
    struct qp_error error = {0};
    struct qp_walk walk = {.kind = QP_KIND_BLOCK};
    struct qp_records records;
    uint32_t found = 0;
    write_chunks();
    assert_int_equal(qp_reader_open(&reader, path, &error), 0);
    while (qp_reader_next(&reader, &walk, &records))
        assert_int_equal(*(const uint32_t *)(const void *)records.bytes, ++found);
    assert_int_equal(found, CHUNKS);
    assert_true(reader.header.next_directory != 0);
    assert_int_equal(reader.damages, 0);
    qp_reader_close(&reader);
    unlink(path);
}

/* ---- consecutive files ----------------------------------------------------------------------------------------- */

#define LARGE 5 /* number of extents of the first file, one chunk in each */
#define SMALL 2

static int open_store(void)
{
    int fd = memfd_create("store", MFD_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(qp_process_init(), 0);
    assert_int_equal(qp_store_open(dup(fd), 1u << 30), 0);
    return fd;
}

static unsigned char *take_extents(unsigned count)
{
    unsigned char *last = NULL;
    for (unsigned i = 0; i < count; i++) {
        struct qp_arena arena = {.kind = QP_KIND_BLOCK, .largest = QP_CHUNK_SMALL};
        last = qp_arena_take(&arena, QP_EXTENT_SIZE - sizeof(struct qp_chunk));
        assert_non_null(last);
    }
    return last;
}

/* Return the first byte of an extent of the window, or -1 if it is not mapped. The kernel reads the byte, so nothing
 * crashes. */
static int byte_of_extent(uint64_t extent)
{
    int ends[2];
    unsigned char byte;
    assert_int_equal(pipe(ends), 0);
    int known = write(ends[1], qp_store.base + extent * QP_EXTENT_SIZE, 1) == 1 && read(ends[0], &byte, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return known ? byte : -1;
}

/* Return how many bytes of a file have a value. */
static unsigned count_bytes(int fd, unsigned char value)
{
    static unsigned char bytes[QP_EXTENT_SIZE];
    unsigned found = 0;
    ssize_t length;
    for (off_t at = 0; (length = pread(fd, bytes, sizeof bytes, at)) > 0; at += length)
        for (ssize_t i = 0; i < length; i++)
            found += bytes[i] == value;
    return found;
}

/* A delayed thread of the first run writes to memory of that run. Its data must not reach any file. */
TEST(late_write_of_the_last_run_reaches_memory_and_no_file)
{
    int first = open_store();
    unsigned char *stale = take_extents(LARGE);
    uint64_t used = qp_store.header->window_count;
    assert_int_equal(stale - qp_store.base, (used - 1) * QP_EXTENT_SIZE + sizeof(struct qp_chunk));
    *stale = 0xa5;
    unsigned before = count_bytes(first, 0xa5);
    qp_store_close();
    *stale = 0xa5; /* write to memory of the first file */

    int second = open_store();
    uint64_t now = qp_store.header->window_count;
    assert_true(now < used - 1);
    for (uint64_t extent = now; extent < used; extent++)
        assert_int_equal(byte_of_extent(extent), 0);
    assert_int_equal(byte_of_extent(used), -1);
    unsigned other = count_bytes(second, 0xa5);
    *stale = 0xa5;
    stale[1] = 0xa5;
    assert_int_equal(count_bytes(first, 0xa5), before);
    assert_int_equal(count_bytes(second, 0xa5), other);
    take_extents(SMALL);
    uint64_t used_then = qp_store.header->window_count;
    qp_store_close();

    open_store(); /* the first extents stay mapped, as many as the second file had; the other extents of the first
                   * file are unmapped */
    assert_int_equal(byte_of_extent(used_then - 1), 0);
    assert_int_equal(byte_of_extent(used_then), -1);
    assert_int_equal(byte_of_extent(used - 1), -1);
    qp_store_close();
}

static void burn(uint64_t ns)
{
    for (uint64_t end = qp_clock_process() + ns; qp_clock_process() < end;)
        continue;
}

static uint64_t cpu_time_in(int fd)
{
    struct qp_profile profile;
    struct qp_error error = {0};
    assert_int_equal(qp_profile_open_fd(&profile, fd, QP_ENDING_NORMAL, &error), 0);
    uint64_t cpu = qp_profile_cpu_ns(&profile);
    qp_profile_close(&profile);
    return cpu;
}

/* CPU time that was used before the file is opened must not count. */
TEST(header_has_the_cpu_time_of_the_process_since_the_file_was_opened)
{
    burn(3000000);
    uint64_t before = qp_clock_process();
    int fd = open_store();
    uint64_t opened = qp_clock_process();
    burn(1000000);
    for (int pair = 0; pair < 3; pair++) { /* the header has two places for a pair, which are written in turn */
        uint64_t at_least = qp_clock_process() - opened;
        qp_store_pair_clocks();
        uint64_t at_most = qp_clock_process() - before, found = cpu_time_in(fd);
        assert_true(found >= at_least && found <= at_most);
    }
    qp_store_close();
    close(fd);
}

TEST(forked_child_begins_with_an_empty_window)
{
    open_store();
    take_extents(LARGE);
    uint64_t used = qp_store.header->window_count;
    qp_store_close();
    open_store();
    qp_store_abandon();
    open_store();
    assert_int_equal(byte_of_extent(qp_store.header->window_count), -1);
    assert_int_equal(byte_of_extent(used - 1), -1);
    qp_store_close();
}

/* ---- outside of the window ------------------------------------------------------------------------------------- */

#define OUTSIDE 3 /* number of extents allocated at once */

TEST(each_extent_outside_of_the_window_has_a_header)
{
    int fd = open_store();
    unsigned char *memory = (unsigned char *)qp_store_take_outside(QP_KIND_TRACE, 7, OUTSIDE);
    assert_non_null(memory);
    for (unsigned i = 0; i < OUTSIDE; i++) {
        const struct qp_chunk *chunk = (const void *)(memory + (size_t)i * QP_EXTENT_SIZE);
        assert_int_equal(chunk->kind, QP_KIND_TRACE);
        assert_int_equal(chunk->owner, 7);
        assert_int_equal(chunk->size, QP_EXTENT_SIZE);
    }
    qp_store_close();
    close(fd);
}
