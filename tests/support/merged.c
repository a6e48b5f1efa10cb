#include "tests/support/merged.h"

#include "tests/support/balanced.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"

struct run run_from(struct builder *builder, uint32_t pid, uint64_t second)
{
    struct qp_header *header = builder_header(builder);
    header->pid = pid;
    header->start_realtime_ns = 1000000000u * second;
    struct run run = {test_write_builder(builder), QP_ENDING_NORMAL};
    assert_true(run.fd >= 0);
    return run;
}

struct run run_of(struct builder *builder, uint32_t pid)
{
    return run_from(builder, pid, pid);
}

struct run sample_run(uint32_t pid)
{
    struct builder builder;
    sample_build(&builder);
    return run_of(&builder, pid);
}

struct run balanced_run(uint32_t pid)
{
    struct balanced balanced;
    balanced_build(&balanced);
    return run_of(&balanced.builder, pid);
}

struct run run_of_equals(uint32_t pid, int count)
{
    static const int lines[] = {3, 4};
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t root = builder_root(&builder, QP_CPROF, thread, 0, 0);
    for (int i = 1; i <= count; i++) {
        const uint64_t counts[] = {(uint64_t)i, 0};
        uint64_t id = (uint64_t)i * pid;
        builder_method(&builder, QP_CPROF, id, "f", "a.lua", lines, 2);
        builder_node(&builder, root, id, (uint64_t)i, 0);
        builder_blocks(&builder, root, id, 0, counts, 2);
    }
    return run_of(&builder, pid);
}

void open_run(struct qp_profile *profile, struct run run)
{
    struct qp_error error = {0};
    assert_int_equal(qp_profile_open_fd(profile, run.fd, run.ending, &error), 0);
}

enum qp_merge_result add_run(struct qp_merge *merge, struct run run, struct qp_error *error)
{
    struct qp_profile profile;
    open_run(&profile, run);
    enum qp_merge_result result = qp_merge_add(merge, &profile, "a run", error);
    qp_profile_close(&profile);
    return result;
}

struct run merge_apart(const struct run *runs, size_t count, bool apart)
{
    struct qp_error error = {0};
    struct qp_merge *merge = qp_merge_new(apart);
    struct qp_writer writer;
    struct run merged = {memfd_create("merged", MFD_CLOEXEC), QP_ENDING_NORMAL};
    assert_non_null(merge);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(add_run(merge, runs[i], &error), QP_MERGE_ADDED);
    assert_int_equal(qp_merge_write(merge, &writer, &error), 0);
    qp_merge_free(merge);
    assert_int_equal(qp_writer_save_fd(&writer, merged.fd, &error), 0);
    qp_writer_close(&writer);
    return merged;
}

struct run merge_runs(const struct run *runs, size_t count)
{
    return merge_apart(runs, count, false);
}

void close_runs(const struct run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        close(runs[i].fd);
}

struct qp_ledgers ledgers_of(struct run run)
{
    struct qp_profile profile;
    struct qp_ledgers ledgers;
    open_run(&profile, run);
    assert_int_equal(profile.reader.damages, 0);
    assert_true(qp_ledgers_check(&ledgers, &profile));
    qp_profile_close(&profile);
    return ledgers;
}

void expect_same_bytes(struct run one, struct run other)
{
    char left[4096], right[4096];
    off_t size = lseek(one.fd, 0, SEEK_END);
    assert_int_equal(size, lseek(other.fd, 0, SEEK_END));
    for (off_t at = 0; at < size; at += (off_t)sizeof left) {
        assert_int_equal(pread(one.fd, left, sizeof left, at), sizeof left);
        assert_int_equal(pread(other.fd, right, sizeof right, at), sizeof right);
        assert_memory_equal(left, right, sizeof left);
    }
}
