#include "format/version.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <string.h>

TEST(sample_is_read_as_it_was_written)
{
    for (int reversed = 0; reversed < 2; reversed++) {
        struct builder builder;
        struct qp_profile profile;
        sample_build(&builder);
        builder.writer.reversed = reversed;
        int fd = test_open_builder(&profile, &builder);
        assert_true(fd >= 0);
        assert_int_equal(profile.reader.damages, 0);
        assert_true(qp_text_equal(profile.program, qp_text_of("demo app")));
        assert_int_equal(profile.carrier_count, 2);
        assert_int_equal(profile.thread_count, 4);
        assert_int_equal(profile.group_count, 1);
        assert_int_equal(profile.root_count, 8);
        assert_int_equal(profile.mark_count, 4);
        assert_int_equal(profile.file_count, 2);
        assert_int_equal(qp_profile_duration_ns(&profile), 1500000);
        qp_profile_close(&profile);
        close(fd);
    }
}

/* The extents of a long chunk are in reverse order in the file, but the chunk must be contiguous in the window. */
TEST(long_chunk_is_contiguous_wherever_its_extents_lie)
{
    static char text[200000];
    struct builder builder;
    struct qp_profile profile;
    memset(text, 'x', sizeof text);
    builder_begin(&builder);
    uint32_t reference = builder_bytes(&builder, QP_KIND_TEXT, text, sizeof text);
    builder.writer.reversed = 1;
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    struct qp_text found = qp_reader_text(&profile.reader, reference);
    assert_int_equal(found.length, sizeof text);
    assert_memory_equal(found.bytes, text, sizeof text);
    assert_int_equal(profile.reader.damages, 0);
    qp_profile_close(&profile);
    close(fd);
}

/* The header has no space for all extents, so their directory continues in further extents. */
TEST(directory_continues_beyond_the_header)
{
    struct builder builder;
    struct qp_profile profile;
    builder_begin(&builder);
    builder_wide(&builder, QP_KIND_NODE);
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t node = builder_root(&builder, QP_QPROF, thread, 0, 0);
    for (uint32_t nodes = (QP_HEADER_EXTENTS + 100) * 1365; nodes > 0; nodes--)
        node = builder_node(&builder, node, 1, 1, 1);
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    assert_int_equal(profile.reader.damages, 0);
    uint32_t valid = 0;
    for (uint32_t i = 0; i < profile.node_count; i++)
        valid += profile.nodes[i].root != QP_NONE;
    assert_int_equal(valid, (QP_HEADER_EXTENTS + 100) * 1365 + 1);
    qp_profile_close(&profile);
    close(fd);
}

TEST(ticks_become_ns_by_the_clock_pairs)
{
    struct builder builder;
    struct qp_profile profile;
    builder_begin(&builder);
    struct qp_header *header = builder_header(&builder);
    header->clock_kind = QP_CLOCK_TSC;
    header->clock_start = (struct qp_clock_pair){.tick = 1000, .monotonic_ns = 500};
    header->clock_latest[0] = (struct qp_clock_pair){.tick = 7, .monotonic_ns = 7};
    header->clock_latest[1] = (struct qp_clock_pair){.tick = 4000, .monotonic_ns = 1500};
    header->clock_current = 1;
    header->cpu_start_ns = 70;
    header->cpu_latest_ns[0] = 5000;
    header->cpu_latest_ns[1] = 670;
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    assert_int_equal(qp_profile_cpu_ns(&profile), 600);
    assert_int_equal(qp_profile_ns(&profile, 300), 100);
    assert_int_equal(qp_profile_since_start(&profile, 1600), 200);
    assert_int_equal(qp_profile_since_start(&profile, 600), 0);
    assert_int_equal(qp_profile_duration_ns(&profile), 1000);
    assert_true(qp_profile_ns(&profile, UINT64_MAX) == UINT64_MAX / 3);
    qp_profile_close(&profile);
    close(fd);
}

/* The pairs of clocks in the header contain the time stamp counter, even if the events use another clock. */
TEST(runs_on_another_clock_last_as_long_as_their_clock_pairs)
{
    const enum qp_clock_kind kinds[] = {QP_CLOCK_NONE, QP_CLOCK_THREAD_CPU};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct builder builder;
        struct qp_profile profile;
        builder_begin(&builder);
        struct qp_header *header = builder_header(&builder);
        header->clock_kind = kinds[i];
        header->clock_start = (struct qp_clock_pair){.tick = 1000, .monotonic_ns = 500};
        header->clock_latest[0] = (struct qp_clock_pair){.tick = 4000, .monotonic_ns = 1500};
        int fd = test_open_builder(&profile, &builder);
        assert_true(fd >= 0);
        assert_int_equal(qp_profile_duration_ns(&profile), 1000);
        assert_int_equal(qp_profile_ns(&profile, 300), 300);
        qp_profile_close(&profile);
        close(fd);
    }
}

/* The last pair of clocks is 100 ticks after the start, but the carrier's clock continues beyond it. */
TEST(killed_run_lasted_as_long_as_its_carriers)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_error error = {0};
    builder_begin(&builder);
    struct qp_header *header = builder_header(&builder);
    header->state = QP_RUN_RECORDING;
    header->clock_kind = QP_CLOCK_TSC;
    header->clock_start = (struct qp_clock_pair){.tick = 1000, .monotonic_ns = 1000};
    header->clock_latest[0] = (struct qp_clock_pair){.tick = 1100, .monotonic_ns = 1200};
    uint32_t thread = builder_thread(&builder, 1, NULL);
    ((struct qp_thread_record *)builder_at(&builder, thread))->start = 1050;
    uint32_t root = builder_root(&builder, QP_QPROF, thread, 0, 0);
    *builder_ledger(&builder, root) = (struct qp_ledger){.since = 1050, .last = 2000, .arriving = 2000, .paused = 30};
    builder_node(&builder, root, 1, 1, 920);
    int fd = test_write_builder(&builder);
    assert_int_equal(qp_profile_open_fd(&profile, fd, QP_ENDING_KILLED, &error), 0);
    assert_int_equal(qp_profile_duration_ns(&profile), 2000); /* from tick 1000 to tick 2000, with 2 ns per tick */
    qp_profile_close(&profile);
    assert_int_equal(qp_profile_open_fd(&profile, fd, QP_ENDING_NORMAL, &error), 0);
    assert_int_equal(qp_profile_duration_ns(&profile), 200);
    qp_profile_close(&profile);
    close(fd);
}

/* The record of a thread always contains the thread's start, and its end if the thread has ended. */
TEST(killed_run_lasted_at_least_as_long_as_its_threads)
{
    static const uint64_t starts[] = {1050, 3500}, ends[] = {3000, 0}, durations[] = {4000, 5000};
    for (int count = 1; count <= 2; count++) {
        struct builder builder;
        struct qp_profile profile;
        struct qp_error error = {0};
        builder_begin(&builder);
        struct qp_header *header = builder_header(&builder);
        header->state = QP_RUN_RECORDING;
        header->clock_kind = QP_CLOCK_TSC;
        header->clock_start = (struct qp_clock_pair){.tick = 1000, .monotonic_ns = 1000};
        header->clock_latest[0] = (struct qp_clock_pair){.tick = 1100, .monotonic_ns = 1200};
        for (int i = 0; i < count; i++) {
            struct qp_thread_record *thread = builder_at(&builder, builder_thread(&builder, 1 + i, NULL));
            thread->start = starts[i];
            thread->end = ends[i];
            thread->flags = ends[i] ? QP_THREAD_ENDED : 0;
        }
        int fd = test_write_builder(&builder);
        assert_int_equal(qp_profile_open_fd(&profile, fd, QP_ENDING_KILLED, &error), 0);
        assert_int_equal(qp_profile_duration_ns(&profile), durations[count - 1]); /* 2 ns per tick */
        qp_profile_close(&profile);
        close(fd);
    }
}

/* If a writer runs out of memory, it leaves a record unpublished. The records after it are valid. */
TEST(unpublished_record_is_skipped)
{
    struct builder builder;
    struct qp_profile profile;
    builder_begin(&builder);
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t root = builder_root(&builder, QP_QPROF, thread, 0, 0);
    uint32_t lost = builder_node(&builder, root, 5, 1, 1);
    ((struct qp_node *)builder_at(&builder, lost))->method = 0;
    builder_node(&builder, root, 6, 7, 1);
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    assert_int_equal(profile.reader.damages, 0);
    assert_int_equal(profile.method_count, 1);
    assert_int_equal(profile.methods[0].recorded_id, 6);
    qp_profile_close(&profile);
    close(fd);
}

/* A root may be created after nodes below it. */
TEST(root_above_its_nodes_comes_first)
{
    struct builder builder;
    struct qp_profile profile;
    builder_begin(&builder);
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t early = builder_record(&builder, QP_KIND_NODE, sizeof(struct qp_node));
    uint32_t root = builder_root(&builder, QP_QPROF, thread, 0, 0);
    *(struct qp_node *)builder_at(&builder, early) =
        (struct qp_node){.method = 9, .parent = root, .calls = 4, .self = 2};
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    assert_int_equal(profile.reader.damages, 0);
    assert_true(profile.roots[0].has_node);
    assert_int_equal(profile.nodes[1].parent, 0);
    assert_int_equal(profile.nodes[1].calls, 4);
    qp_profile_close(&profile);
    close(fd);
}

static void assert_refused(void (*change)(struct qp_header *), const char *reason)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_error error = {0};
    sample_build(&builder);
    change(builder_header(&builder));
    int fd = test_write_builder(&builder);
    assert_int_equal(qp_profile_open_fd(&profile, fd, QP_ENDING_NORMAL, &error), QP_ERR_FORMAT);
    assert_non_null(strstr(error.text, reason));
    close(fd);
}

static void other_order(struct qp_header *header)
{
    header->byte_order = __builtin_bswap32(header->byte_order);
}

static void later_version(struct qp_header *header)
{
    header->version++;
}

static void older_version(struct qp_header *header)
{
    header->version = QP_VERSION_OLDEST - 1;
}

static void unknown_feature(struct qp_header *header)
{
    header->features = QP_FEATURE_ESTIMATES << 1;
}

static void larger_nodes(struct qp_header *header)
{
    header->node_size += 8;
}

TEST(foreign_header_is_refused_with_the_reason)
{
    assert_refused(other_order, "byte order");
    assert_refused(later_version, "newer version (format 5; this qii reads 3 to 4): update qii");
    assert_refused(older_version, "older version (format 2; this qii reads 3 to 4): record the run again");
    assert_refused(unknown_feature, "features 0x40");
    assert_refused(larger_nodes, "sizes");
}

/* Fill the bytes after `ranks` as in version 3: 32 kinds of misuse for each product, the number of runs, and 8 more
 * kinds. */
TEST(header_of_version_3_keeps_its_runs_and_its_kinds_of_misuse)
{
    static struct qp_header header;
    char *tail = (char *)&header + offsetof(struct qp_header, runs);
    const size_t size = sizeof(struct qp_diagnostic), later = QP_PRODUCTS * 32 * size + 2 * sizeof header.runs;
    const struct qp_diagnostic first_kind = {.count = 7}, last_kind = {.count = 8};
    const uint32_t runs = 5;
    memset(tail, 1, size);
    header.version = 3;
    header.ranks = 4;
    memcpy(tail + QP_CPROF * 32 * size, &first_kind, size);
    memcpy(tail + QP_PRODUCTS * 32 * size, &runs, sizeof runs);
    memcpy(tail + later + (QP_CPROF * 8 + 7) * size, &last_kind, size);
    qp_version_convert_header(&header);
    assert_int_equal(header.ranks, 4);
    assert_int_equal(header.runs, 5);
    assert_int_equal(header.diagnostics[QP_CPROF][0].count, 7);
    assert_int_equal(header.diagnostics[QP_CPROF][39].count, 8);
    assert_int_equal(header.diagnostics[QP_QPROF][0].count, 0x0101010101010101);
    assert_int_equal(header.cpu_start_ns, 0);
}
