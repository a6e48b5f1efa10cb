#include "tests/support/sample_counted.h"

#include <string.h>

enum { MAIN = 1, LIBRARY, WORK, QUICK, NEVER };

static uint32_t add_snapshot(struct builder *builder, uint32_t before, uint32_t epoch, const uint64_t *values,
                             uint32_t count)
{
    uint32_t reference =
        builder_record(builder, QP_KIND_SNAPSHOT, sizeof(struct qp_block_snapshot) + count * sizeof *values);
    struct qp_block_snapshot *snapshot = builder_at(builder, reference);
    snapshot->before = before;
    snapshot->epoch = epoch;
    snapshot->counted = 1;
    snapshot->count = count;
    memcpy(snapshot->values, values, count * sizeof *values);
    return reference;
}

/* Add counters of a method's blocks and calls, with their values at the end of the first and of the second phase. */
static void add_counters(struct builder *builder, uint64_t method, uint32_t thread, const uint64_t *first,
                         const uint64_t *second, uint32_t count)
{
    uint32_t snapshot = add_snapshot(builder, 0, 0, first, count);
    snapshot = add_snapshot(builder, snapshot, 1, second, count);
    uint32_t reference = builder_record(builder, QP_KIND_BLOCK_COUNTERS, sizeof(struct qp_block_counters_record));
    *(struct qp_block_counters_record *)builder_at(builder, reference) =
        (struct qp_block_counters_record){.published = 1,
                                          .method = method,
                                          .owner = 7,
                                          .thread = thread,
                                          .count = count,
                                          .stride = sizeof(uint64_t),
                                          .snapshot = snapshot,
                                          .over = QP_OVER,
                                          .blocks = count - 1};
}

static void add_methods(struct builder *builder)
{
    static const int work[] = {2, 3, 4}, quick[] = {6, 7}, never[] = {9}, library[] = {20, 21};
    builder_method(builder, QP_QPROF, MAIN, "main", NULL, NULL, 0);
    builder_method(builder, QP_QPROF, LIBRARY, "library", "lib.lua", library, 2);
    builder_method(builder, QP_QPROF, WORK, "work", "src/work.lua", work, 3);
    builder_method(builder, QP_QPROF, QUICK, "quick", "src/work.lua", quick, 2);
    builder_method(builder, QP_QPROF, NEVER, "never", "src/work.lua", never, 1);
}

uint32_t sample_counted(struct builder *builder)
{
    static const uint64_t samples[] = {1, 5, 0}, times[] = {100000, 500000, 0}, library[] = {0, 3};
    static const uint64_t zeros[] = {0, 0};
    builder_begin(builder);
    struct qp_header *header = builder_header(builder);
    header->products = 1u << QP_QPROF;
    header->features = QP_FEATURE_SAMPLED | QP_FEATURE_COUNTERS;
    header->clock_kind = QP_CLOCK_THREAD_CPU;
    header->clock_latest[0] = (struct qp_clock_pair){2000000, 2000000};
    add_methods(builder);
    uint32_t thread = builder_thread(builder, 1, "main"), root = builder_root(builder, QP_QPROF, thread, 0, 0);
    uint32_t main = builder_node(builder, root, MAIN, 1, 100000), work = builder_node(builder, main, WORK, 6, 600000);
    builder_node(builder, work, LIBRARY, 3, 300000);
    builder_blocks(builder, root, WORK, 0, samples, 3);
    builder_blocks(builder, root, WORK, 1, times, 3);
    builder_blocks(builder, root, LIBRARY, 0, library, 2);
    builder_mark(builder, QP_QPROF, QP_MARK_PHASE, 1000000, 1, "late");
    builder_node(builder, builder_root(builder, QP_QPROF, thread, 0, 1), MAIN, 2, 200000);
    add_counters(builder, WORK, thread, (const uint64_t[]){30, 300, 0, 3}, (const uint64_t[]){50, 500, 0, 5}, 4);
    add_counters(builder, QUICK, thread, (const uint64_t[]){7000, 1, 7000}, (const uint64_t[]){7000, 1, 7000}, 3);
    add_counters(builder, NEVER, thread, zeros, zeros, 2);
    builder_balance(builder);
    return root;
}
