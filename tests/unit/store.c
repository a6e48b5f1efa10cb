/* store.h - a data file larger than its header's directory can tell of. */
#include "core/store/process.h"
#include "core/store/arena.h"
#include "core/store/store.h"
#include "data/reader.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
/* 3072 extents fit in the header; 200 MB and a little more. */
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
