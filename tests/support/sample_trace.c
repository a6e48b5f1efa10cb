#include "tests/support/sample.h"
#include "tests/support/words.h"

enum { STEP = 32768, IO };

#define SCOPE_HANDLE   0x30000001u
#define CHANNEL_HANDLE 1u

static void put_real(struct words *words, uint64_t counter, double value)
{
    words_put_wide(words, QP_EVENT_COUNT, counter, 0, words_bits(value));
}

static void define(struct builder *builder)
{
    uint32_t step = builder_method(builder, QP_VT, STEP, "Step", NULL, NULL, 0);
    ((struct qp_method_record *)builder_at(builder, step))->class_name = builder_string(builder, "Solver");
    uint32_t io = builder_method(builder, QP_VT, IO, "io", NULL, NULL, 0);
    ((struct qp_method_record *)builder_at(builder, io))->class_name = builder_string(builder, "Application");
    struct qp_scope_record *scope =
        builder_at(builder, builder_record(builder, QP_KIND_SCOPE, sizeof(struct qp_scope_record)));
    *scope = (struct qp_scope_record){.published = 1,
                                      .handle = SCOPE_HANDLE,
                                      .name = builder_string(builder, "phase one"),
                                      .class_name = builder_string(builder, "Solver")};
    struct qp_channel_record *channel =
        builder_at(builder, builder_record(builder, QP_KIND_CHANNEL, sizeof(struct qp_channel_record)));
    *channel =
        (struct qp_channel_record){.published = 1, .handle = CHANNEL_HANDLE, .peer = 3, .tag = -7, .communicator = 1};
}

static void first_block(struct builder *builder, uint32_t thread)
{
    uint32_t comment = builder_string(builder, "half\x1b way \xff");
    size_t size = QP_CHUNK_SMALL - sizeof(struct qp_chunk);
    struct words words =
        words_begin(builder_at(builder, builder_record(builder, QP_KIND_TRACE, size)), thread, 1, 100000);
    words_put_wide(&words, QP_EVENT_THREAD, 0, 0, 4711);
    words_put_wide(&words, QP_EVENT_ENTER_AT, STEP, 1000, 1);
    put_real(&words, 1, 0.5);
    words_put_wide(&words, QP_EVENT_COUNT, 2, 0, 10);
    words_put_wide(&words, QP_EVENT_COUNT, 3, 0, 100);
    words_put(&words, QP_EVENT_ENTER, IO, 2000);
    words_put_wide(&words, QP_EVENT_SEND, CHANNEL_HANDLE, 500, 4096 | (uint64_t)2 << 32);
    words_put_wide(&words, QP_EVENT_RECEIVE, CHANNEL_HANDLE, 500, 8);
    words_put(&words, QP_EVENT_LEAVE, IO, 1000);
    put_real(&words, 1, 2.5);
    words_put_wide(&words, QP_EVENT_COMMENT, 0, 10, comment);
    words_put_wide(&words, QP_EVENT_SCOPE_BEGIN, SCOPE_HANDLE & (QP_EVENT_OBJECTS - 1), 10, 1);
    words_put_wide(&words, QP_EVENT_LEAVE_AT, STEP, 1000, 2);
    words_put(&words, QP_EVENT_OFF, 0, 10);
    words_put(&words, QP_EVENT_ON, 0, 5000);
}

/* Add a block of the log in an extent of its own. Two blocks before it were reused and are lost. */
static void later_block(struct builder *builder, uint32_t thread)
{
    struct words words = words_begin(builder_outside(builder, QP_KIND_TRACE), thread, 4, 700000);
    words_put(&words, QP_EVENT_ENTER, STEP, 10);
    *words.next++ = QP_EVENT_TIME | (uint64_t)200000 << QP_EVENT_KIND_BITS;
    words_put(&words, QP_EVENT_LEAVE, STEP, 0);
    words_put_wide(&words, QP_EVENT_SCOPE_END, SCOPE_HANDLE & (QP_EVENT_OBJECTS - 1), 10, 1);
    words_put_wide(&words, QP_EVENT_LOST, 0, 10, 12345);
    put_real(&words, 1, 1.5);
    words_put_wide(&words, QP_EVENT_COUNT, 3, 0, 300);
    words_put(&words, QP_EVENT_END, 0, 10);
    ((struct qp_thread_record *)builder_at(builder, thread))->lost = 12345;
    ((struct qp_thread_record *)builder_at(builder, thread))->overwritten = 678;
}

static void other_thread(struct builder *builder, uint32_t thread)
{
    size_t size = QP_CHUNK_SMALL - sizeof(struct qp_chunk);
    struct words words =
        words_begin(builder_at(builder, builder_record(builder, QP_KIND_TRACE, size)), thread, 1, 101500);
    words_put_wide(&words, QP_EVENT_THREAD, 0, 0, 4712);
    words_put(&words, QP_EVENT_ENTER, STEP, 100);
    words_put(&words, QP_EVENT_LEAVE, STEP, 5000);
    put_real(&words, 1, 4);
    words_put_wide(&words, QP_EVENT_COUNT, 2, 0, 10);
}

void sample_trace(struct builder *builder, uint32_t first, uint32_t second)
{
    builder_header(builder)->products |= 1u << QP_VT;
    define(builder);
    uint32_t root = builder_root(builder, QP_VT, first, 0, 0);
    builder_node(builder, builder_node(builder, root, STEP, 2, 70000), IO, 1, 30000);
    builder_node(builder, builder_root(builder, QP_VT, second, 0, 0), STEP, 1, 5000);
    first_block(builder, first);
    later_block(builder, first);
    other_thread(builder, second);
    sample_counters(builder, first, second);
}
