/* writer.c - the reader finds all records that format/writer.h wrote, also in a large file. */
#include "profile/load/profile.h"
#include "format/writer.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define METHODS 5000
#define NODES   100000

static struct qp_text text(const char *string)
{
    return qp_text_of(string);
}

static void build(struct qp_writer *writer)
{
    assert_true(qp_writer_open(writer));
    qp_writer_header(writer)->products = 1u << QP_QPROF;
    uint32_t thread = QP_WRITER_ADD(writer, QP_KIND_THREAD, struct qp_thread_record, .published = 1, .number = 1);
    uint32_t parent = qp_writer_root(writer, (struct qp_root){.product = QP_QPROF, .thread = thread});
    uint32_t root = parent;
    for (uint32_t i = 1; i <= METHODS; i++) {
        char name[32];
        snprintf(name, sizeof name, "method_%u", i);
        QP_WRITER_ADD(writer, QP_KIND_METHOD, struct qp_method_record, .published = 1, .product = QP_QPROF,
                      .recorded_id = i, .name = qp_writer_string(writer, text(name)),
                      .file = qp_writer_string(writer, text("a.lua")));
    }
    for (uint32_t i = 0; i < NODES; i++)
        parent = QP_WRITER_ADD(writer, QP_KIND_NODE, struct qp_node, .parent = i % 1000 ? parent : root,
                               .method = 1 + i % METHODS, .calls = 1, .self = 10);
    uint64_t *counts = calloc(20000, sizeof *counts); /* more than an extent */
    assert_non_null(counts);
    counts[19999] = 7;
    qp_writer_blocks(writer, root, 1, QP_BLOCKS_EXECUTIONS, counts, 20000);
    free(counts);
}

static void check(const char *path)
{
    struct qp_profile profile;
    struct qp_error error = {0};
    assert_int_equal(qp_profile_open(&profile, path, &error), 0);
    assert_int_equal(profile.reader.damages, 0);
    assert_int_equal(profile.method_count, METHODS);
    assert_int_equal(profile.file_count, 1);
    assert_int_equal(profile.root_count, 1);
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile.node_count; i++)
        calls += profile.nodes[i].calls;
    assert_int_equal(calls, NODES);
    assert_int_equal(profile.array_count, 1);
    assert_int_equal(profile.arrays[0].count, 20000);
    assert_int_equal(profile.arrays[0].values[19999], 7);
    uint64_t last = qp_map_get(&profile.method_map[QP_QPROF], METHODS);
    assert_true(last != 0 && qp_text_equal(profile.methods[last - 1].name, text("method_5000")));
    qp_profile_close(&profile);
}

static int save(struct qp_writer *writer, const char *path, struct qp_error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    int code = qp_writer_save_fd(writer, fd, error);
    close(fd);
    return code;
}

TEST(large_file_is_read_as_written)
{
    struct qp_writer writer;
    struct qp_error error = {0};
    char path[] = "/tmp/writer.XXXXXX";
    assert_true(mkdtemp(path) != NULL);
    char file[64];
    snprintf(file, sizeof file, "%s/large.qii", path);
    build(&writer);
    assert_int_equal(save(&writer, file, &error), 0);
    check(file);
    writer.reversed = true;
    assert_int_equal(save(&writer, file, &error), 0);
    check(file);
    qp_writer_close(&writer);
    unlink(file);
    assert_int_equal(rmdir(path), 0);
}

TEST(equal_strings_are_one)
{
    struct qp_writer writer;
    assert_true(qp_writer_open(&writer));
    uint32_t one = qp_writer_string(&writer, text("one"));
    assert_int_equal(qp_writer_string(&writer, text("one")), one);
    assert_int_not_equal(qp_writer_string(&writer, text("other")), one);
    assert_int_not_equal(qp_writer_text(&writer, QP_KIND_STRING, text("one")), one);
    assert_int_equal(qp_writer_string(&writer, (struct qp_text){NULL, 0}), 0);
    qp_writer_close(&writer);
}

TEST(failed_save_has_a_reason)
{
    struct qp_writer writer;
    struct qp_error error = {0};
    build(&writer);
    assert_int_equal(save(&writer, "/dev/full", &error), QP_ERR_WRITE);
    error = (struct qp_error){0};
    writer.failed = true;
    assert_int_equal(save(&writer, "/dev/null", &error), QP_ERR_MEMORY);
    qp_writer_close(&writer);
}
