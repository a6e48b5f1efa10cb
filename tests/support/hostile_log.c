#include "tests/support/hostile.h"
#include "tests/support/words.h"

#include <math.h>

#define COUNTERS 0x20000000u
#define SCOPES   0x30000000u

/* Define a state, a counter, a scope and a source location with text `i` as their name. All of them have the number
 * i + 1. */
static void define(struct builder *builder, uint32_t i)
{
    uint32_t name = hostile_text(builder, i), other = hostile_text(builder, (i + 5) % hostile_texts);
    uint32_t method = builder_method(builder, QP_VT, i + 1, NULL, NULL, NULL, 0);
    struct qp_method_record *state = builder_at(builder, method);
    state->name = name;
    state->class_name = i % 2 ? other : 0;
    uint32_t counter = builder_record(builder, QP_KIND_COUNTER, sizeof(struct qp_counter_record));
    *(struct qp_counter_record *)builder_at(builder, counter) =
        (struct qp_counter_record){.published = 1,
                                   .handle = COUNTERS + i + 1,
                                   .name = name,
                                   .class_name = i % 2 ? 0 : other,
                                   .unit = other,
                                   .genre = QP_COUNTER_FLOAT | QP_COUNTER_AFTER,
                                   .target = (uint32_t)QP_TARGET_PROCESS};
    uint32_t scope = builder_record(builder, QP_KIND_SCOPE, sizeof(struct qp_scope_record));
    *(struct qp_scope_record *)builder_at(builder, scope) =
        (struct qp_scope_record){.published = 1, .handle = SCOPES + i + 1, .name = name};
    uint32_t location = builder_record(builder, QP_KIND_LOCATION, sizeof(struct qp_location_record));
    *(struct qp_location_record *)builder_at(builder, location) =
        (struct qp_location_record){.published = 1, .handle = i + 1, .file = name, .line = (int32_t)i};
}

/* Return a string of 60,000 times "<", which is special in every format. */
static uint32_t long_text(struct builder *builder)
{
    static char text[60000];
    memset(text, '<', sizeof text);
    return builder_bytes(builder, QP_KIND_STRING, text, sizeof text);
}

static void log_text(struct builder *builder, struct words *words, uint32_t i)
{
    static const double values[] = {1.5, NAN, -INFINITY, 1e300};
    words_put_wide(words, QP_EVENT_ENTER_AT, i + 1, 10, i + 1);
    words_put_wide(words, QP_EVENT_COMMENT, 0, 10, hostile_text(builder, i));
    words_put_wide(words, QP_EVENT_SCOPE_BEGIN, i + 1, 10, i + 1);
    words_put_wide(words, QP_EVENT_COUNT, i + 1, 10, words_bits(values[i % 4]));
    words_put_wide(words, QP_EVENT_SCOPE_END, i + 1, 10, i + 1);
    words_put(words, QP_EVENT_LEAVE, i + 1, 100);
}

void hostile_log_build(struct builder *builder)
{
    builder_begin(builder);
    builder_wide(builder, QP_KIND_STRING);
    struct qp_header *header = builder_header(builder);
    header->clock_latest[0] = (struct qp_clock_pair){1500000, 1500000};
    header->products = 1u << QP_VT;
    header->state = QP_RUN_ENDED;
    header->program = hostile_text(builder, 0);
    for (uint32_t i = 0; i < hostile_texts; i++)
        define(builder, i);
    for (uint32_t i = 0; i < hostile_texts; i++) {
        uint32_t thread = builder_thread(builder, i + 1, NULL);
        ((struct qp_thread_record *)builder_at(builder, thread))->name = hostile_text(builder, i);
        builder_root(builder, QP_VT, thread, 0, 0);
        struct qp_trace_block *block = builder_outside(builder, QP_KIND_TRACE);
        struct words words = words_begin(block, thread, 1, 1000 + 7 * (uint64_t)i);
        log_text(builder, &words, i);
        log_text(builder, &words, (i + 1) % hostile_texts);
        if (i == 0)
            words_put_wide(&words, QP_EVENT_COMMENT, 0, 10, long_text(builder));
    }
}
