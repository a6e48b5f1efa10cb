#include "tests/support/sample_contexts.h"

#include <string.h>

#define CONTEXTS 6

static void name_context(struct builder *builder, uint16_t number, const char *name, uint32_t flags)
{
    uint32_t reference = builder_record(builder, QP_KIND_NAMED, sizeof(struct qp_named_record));
    *(struct qp_named_record *)builder_at(builder, reference) = (struct qp_named_record){
        .published = 1, .number = number, .name = builder_string(builder, name), .flags = flags};
}

static void put_within(struct builder *builder, uint16_t inner, uint16_t outer)
{
    uint32_t reference = builder_record(builder, QP_KIND_WITHIN, sizeof(struct qp_within_record));
    *(struct qp_within_record *)builder_at(builder, reference) =
        (struct qp_within_record){.published = 1, .inner = inner, .outer = outer};
}

/* Add counters of three blocks and the calls, which counted 20 of each at the end of the run. */
static uint32_t add_counters(struct builder *builder, uint64_t method, uint32_t thread)
{
    uint32_t values =
        builder_record(builder, QP_KIND_SNAPSHOT, sizeof(struct qp_block_snapshot) + 4 * sizeof(uint64_t));
    struct qp_block_snapshot *snapshot = builder_at(builder, values);
    snapshot->counted = 1;
    snapshot->count = 4;
    for (int i = 0; i < 4; i++)
        snapshot->values[i] = 20;
    uint32_t reference = builder_record(builder, QP_KIND_BLOCK_COUNTERS, sizeof(struct qp_block_counters_record));
    *(struct qp_block_counters_record *)builder_at(builder, reference) =
        (struct qp_block_counters_record){.published = 1,
                                          .method = method,
                                          .owner = 7,
                                          .thread = thread,
                                          .count = 4,
                                          .stride = sizeof(uint64_t),
                                          .snapshot = values,
                                          .over = QP_OVER,
                                          .blocks = 3};
    return reference;
}

/* Add an interval in which the contexts `one` and `other` (0 = none) ran, and the counters 0 and 2 changed by 5. */
static uint32_t add_interval(struct builder *builder, uint32_t sequence, uint16_t one, uint16_t other,
                             uint32_t counters)
{
    unsigned char bytes[32];
    uint32_t size = 0;
    bytes[size++] = other ? 2 : 1;
    bytes[size++] = (unsigned char)one;
    if (other)
        bytes[size++] = (unsigned char)other;
    for (uint32_t rest = counters / 8 * 2; rest > 0; rest >>= 7)
        bytes[size++] = (unsigned char)((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0));
    const unsigned char changes[] = {1, 5, 4, 0};
    memcpy(bytes + size, changes, sizeof changes);
    size += (uint32_t)sizeof changes;
    uint32_t reference =
        builder_record(builder, QP_KIND_INTERVAL, (sizeof(struct qp_interval_record) + size + 7) & ~(size_t)7);
    struct qp_interval_record *record = builder_at(builder, reference);
    *record = (struct qp_interval_record){
        .size = (uint32_t)sizeof *record + size, .flags = QP_INTERVAL_COUNTS, .sequence = sequence};
    memcpy(record + 1, bytes, size);
    return reference;
}

uint32_t sample_contexts(struct builder *builder)
{
    static const char *const names[CONTEXTS] = {"test 1", "test 2", "group", "a.toy", "b.toy", "\xff\n*"};
    static const int lines[] = {1, 2, 3};
    static const uint64_t counts[] = {4, 0, 2};
    builder_begin(builder);
    builder_method(builder, QP_QPROF, 1, "work", "a.toy", lines, 3);
    builder_method(builder, QP_QPROF, 2, "load", "b.toy", lines, 3);
    uint32_t thread = builder_thread(builder, 1, "main");
    for (uint16_t i = 0; i <= CONTEXTS; i++) {
        uint32_t root = builder_root(builder, QP_QPROF, thread, 0, 0);
        ((struct qp_root *)builder_at(builder, builder_root_of(builder, root)))->flags = QP_ROOT_OF_NAMED(i);
        builder_node(builder, builder_node(builder, root, 1, 3, 100), 2, 1, 50);
        builder_blocks(builder, root, 1, 0, counts, 3);
        if (i > 0)
            name_context(builder, i, names[i - 1], i == 4 || i == 5 ? QP_NAMED_LOAD : 0);
    }
    put_within(builder, 1, 3);
    put_within(builder, 2, 3);
    put_within(builder, 3, 1);
    put_within(builder, 4, 5);
    uint32_t first = add_counters(builder, 1, thread), second = add_counters(builder, 2, thread);
    add_interval(builder, 1, 1, 0, first);
    add_interval(builder, 2, 2, 1, second);
    builder_balance(builder);
    return add_interval(builder, 3, 4, 0, first);
}
