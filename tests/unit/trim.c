/* trim.h - the end of a data file: its unused pages become holes, and its content stays. The file is in memory, on a
 * file system of the kind tmpfs. */
#include "core/store/trim.h"

#include "base/zeros.h"
#include "core/store/arena.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "format/reader.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG 3 /* number of the log's extents outside of the window */

static struct {
    int fd;
    unsigned char *record; /* in the window, near the end of an extent of one kind */
    struct qp_chunk *log;
    unsigned char *counters; /* an extent of a client's own counters */
} file;

static unsigned char content[64 * QP_EXTENT_SIZE];

static size_t read_file(void)
{
    ssize_t size = pread(file.fd, content, sizeof content, 0);
    assert_true(size > 0 && (size_t)size < sizeof content);
    return (size_t)size;
}

static size_t size_on_disk(void)
{
    struct stat status;
    assert_int_equal(fstat(file.fd, &status), 0);
    return (size_t)status.st_blocks * 512;
}

/* Record a file: small records, an extent with a record at its start and one near its end, a log of which one page is
 * used, and counters. */
static void begin_file(void)
{
    struct qp_arena many = {.kind = QP_KIND_BLOCK, .owner = 1, .largest = QP_CHUNK_SMALL};
    file.fd = memfd_create("trim", MFD_CLOEXEC);
    assert_true(file.fd >= 0);
    assert_int_equal(qp_process_init(), 0);
    assert_int_equal(qp_store_open(dup(file.fd), 1u << 30), 0);
    assert_int_equal(qp_store_begin_threads(), 0);
    for (uint32_t kind = QP_KIND_METHOD; kind < QP_KIND_BLOCK; kind++) {
        struct qp_arena arena = {.kind = kind};
        *(uint32_t *)qp_arena_take(&arena, 8) = kind;
    }
    *(uint32_t *)qp_arena_take(&many, QP_EXTENT_SIZE / 2) = 1;
    file.record = qp_arena_take(&many, QP_EXTENT_SIZE / 4);
    *file.record = 2;
    file.log = qp_store_take_outside(QP_KIND_TRACE, 1, LOG);
    ((uint64_t *)(file.log + 1))[7] = 3;
    file.counters = mmap(NULL, QP_EXTENT_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(qp_store_adopt(QP_KIND_COUNTED, QP_QPROF, file.counters, 1) != 0);
    qp_store.header->state = QP_RUN_ENDED;
}

static void end_file(bool keeps_log)
{
    qp_store_close();
    qp_trim_file(keeps_log);
}

static void close_file(void)
{
    munmap(file.log, (size_t)LOG * QP_EXTENT_SIZE);
    munmap(file.counters, QP_EXTENT_SIZE);
    close(file.fd);
}

/* Return the size of the pages that are not zeros. */
static size_t used_size(size_t size)
{
    size_t used = 0;
    bool zero;
    for (size_t at = 0, run; at < size; at += run) {
        run = qp_zeros_run(content + at, size - at, &zero);
        used += zero ? 0 : run;
    }
    return used;
}

TEST(file_without_its_unused_pages_has_the_same_content)
{
    static unsigned char before[sizeof content];
    begin_file();
    size_t size = read_file();
    memcpy(before, content, size);
    assert_int_equal(size_on_disk(), size);
    end_file(false);
    assert_int_equal(read_file(), size);
    assert_memory_equal(content, before, size);
    assert_int_equal(size_on_disk(), used_size(size) + QP_EXTENT_SIZE); /* all pages of the counters stay */
    close_file();
}

/* A thread that is still in an event writes to the log's next pages. */
TEST(log_in_use_keeps_its_pages)
{
    begin_file();
    size_t used = used_size(read_file());
    end_file(true);
    assert_int_equal(size_on_disk(), used - LOG * QP_ZEROS_PAGE + (LOG + 1) * QP_EXTENT_SIZE);
    close_file();
}

/* Threads may be in the middle of an event or a definition when the run ends. If their writes needed new pages of the
 * file, they would die on a full disk. */
TEST(late_write_to_an_unused_page_reaches_no_file)
{
    static const char late[] = "too late";
    begin_file();
    end_file(false);
    size_t size = size_on_disk();
    memcpy(file.record + QP_EXTENT_SIZE / 8, late, sizeof late);
    memcpy(qp_store.base + QP_HEADER_SIZE - sizeof late, late, sizeof late);
    assert_int_equal(size_on_disk(), size);
    assert_null(memmem(content, read_file(), late, sizeof late));
    close_file();
}

TEST(reading_a_file_does_not_fill_its_holes)
{
    struct qp_reader reader;
    struct qp_error error;
    uint32_t found = 0;
    begin_file();
    end_file(false);
    size_t size = size_on_disk();
    assert_int_equal(qp_reader_open_fd(&reader, file.fd, QP_ENDING_NORMAL, &error), 0);
    for (uint32_t kind = QP_KIND_METHOD; kind <= QP_KIND_BLOCK; kind++) {
        struct qp_walk walk = {.kind = kind};
        struct qp_records records;
        while (qp_reader_next(&reader, &walk, &records))
            for (size_t at = 0; at + 4 <= records.size; at += 4)
                found += *(const uint32_t *)(const void *)(records.bytes + at) != 0;
    }
    assert_int_equal(found, QP_KIND_BLOCK - QP_KIND_METHOD + 2);
    assert_int_equal(reader.damages, 0);
    qp_reader_close(&reader);
    assert_int_equal(size_on_disk(), size);
    close_file();
}

TEST(runs_of_pages_end_where_zeros_begin_or_end)
{
    static unsigned char bytes[5 * QP_ZEROS_PAGE + 1];
    bool zero = false;
    assert_int_equal(qp_zeros_run(bytes, sizeof bytes, &zero), sizeof bytes);
    assert_true(zero);
    bytes[2 * QP_ZEROS_PAGE] = bytes[4 * QP_ZEROS_PAGE - 1] = bytes[5 * QP_ZEROS_PAGE] = 1;
    assert_int_equal(qp_zeros_run(bytes, sizeof bytes, &zero), 2 * QP_ZEROS_PAGE);
    assert_true(zero);
    assert_int_equal(qp_zeros_run(bytes + 2 * QP_ZEROS_PAGE, sizeof bytes - 2 * QP_ZEROS_PAGE, &zero),
                     2 * QP_ZEROS_PAGE);
    assert_false(zero);
    assert_int_equal(qp_zeros_run(bytes + 5 * QP_ZEROS_PAGE, 1, &zero), 1);
    assert_false(zero);
}
