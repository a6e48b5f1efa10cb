#include "tests/support/timeline_log.h"

#include <string.h>

#define END 1000000

static void make_functions(struct timeline_log *log)
{
    static const char *const names[] = {
        [TIMELINE_WORK] = "work", [TIMELINE_RECEIVE] = "receive", [TIMELINE_READ] = "read"};
    struct builder *builder = &log->builder;
    log->group = builder_group(builder, QP_QPROF, "worker", TIMELINE_WORK);
    log->root = builder_root(builder, QP_QPROF, log->carriers[0], log->group, 0);
    for (uint32_t i = TIMELINE_WORK; i < TIMELINE_FUNCTIONS; i++) {
        builder_method(builder, QP_QPROF, i, names[i], NULL, NULL, 0);
        log->nodes[i] = builder_node(builder, i == TIMELINE_WORK ? log->root : log->nodes[TIMELINE_WORK], i, 1, 1000);
    }
}

void timeline_log_begin(struct timeline_log *log)
{
    struct builder *builder = &log->builder;
    *log = (struct timeline_log){.blocks = {0}};
    builder_begin(builder);
    struct qp_header *header = builder_header(builder);
    header->products = header->virtual_threads = 1u << QP_QPROF;
    header->pid = 4711;
    header->program = builder_string(builder, "demo app");
    header->clock_latest[0] = (struct qp_clock_pair){END, END};
    header->state = QP_RUN_ENDED;
    for (uint32_t i = 0; i < 2; i++) {
        log->carriers[i] = builder_thread(builder, i + 1, i ? "second" : "first");
        builder_root(builder, QP_QPROF, log->carriers[i], 0, 0);
    }
    make_functions(log);
    for (int i = 0; i < TIMELINE_CONTEXTS; i++) {
        log->contexts[i] = builder_record(builder, QP_KIND_CONTEXT, sizeof(struct qp_context));
        *(struct qp_context *)builder_at(builder, log->contexts[i]) =
            (struct qp_context){.published = 1, .flags = QP_CONTEXT_VIRTUAL};
    }
    timeline_log_block(log, 1, 0, 0);
    timeline_log_block(log, 2, 0, 0);
}

void timeline_log_block(struct timeline_log *log, int carrier, uint64_t tick, uint64_t skipped)
{
    struct builder *builder = &log->builder;
    uint32_t reference = builder_record(builder, QP_KIND_TRACE, QP_CHUNK_SMALL - sizeof(struct qp_chunk));
    struct qp_trace_block *block = builder_at(builder, reference);
    log->blocks[carrier - 1] += skipped + 1;
    *block = (struct qp_trace_block){.published = 1,
                                     .thread = log->carriers[carrier - 1],
                                     .product = QP_QPROF,
                                     .number = log->blocks[carrier - 1],
                                     .tick = tick};
    log->words[carrier - 1] = (uint64_t *)(block + 1);
    log->ticks[carrier - 1] = tick;
}

void timeline_log_put(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, uint32_t object)
{
    uint64_t ticks = tick - log->ticks[carrier - 1];
    *log->words[carrier - 1]++ =
        (uint64_t)kind | (uint64_t)object << QP_EVENT_KIND_BITS | ticks << qp_event_tick_shift(kind);
    log->ticks[carrier - 1] = tick;
}

void timeline_log_of(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, int context)
{
    timeline_log_put(log, carrier, tick, kind, log->contexts[context]);
}

void timeline_log_leave(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind,
                        enum timeline_function function)
{
    timeline_log_put(log, carrier, tick, kind, log->nodes[function]);
}

void timeline_log_create(struct timeline_log *log, int carrier, uint64_t tick, int context, uint64_t id)
{
    timeline_log_of(log, carrier, tick, QP_EVENT_CREATE, context);
    *log->words[carrier - 1]++ = id;
}

void timeline_log_lost(struct timeline_log *log, int carrier, uint64_t tick, uint64_t events)
{
    timeline_log_put(log, carrier, tick, QP_EVENT_LOST, 0);
    *log->words[carrier - 1]++ = events;
}

static void live(struct timeline_log *log, int context, uint64_t id, const char *name, uint64_t start)
{
    struct builder *builder = &log->builder;
    *(struct qp_context *)builder_at(builder, log->contexts[context]) = (struct qp_context){
        .published = 1,
        .state = QP_CONTEXT_WAITING,
        .flags = QP_CONTEXT_VIRTUAL,
        .virtual_id = id,
        .group = log->group,
        .name = builder_string(builder, name),
        .top = log->nodes[TIMELINE_RECEIVE],
        .owner = 0x1000 | QP_OWNER_PARKED,
        .start = start,
        .since = END,
        .times = {END - start},
    };
}

/* Return the list of kept virtual threads of the group's root. Create the list at the first call. */
static struct qp_kept_record *kept_records(struct timeline_log *log)
{
    struct builder *builder = &log->builder;
    struct qp_root *root = builder_at(builder, builder_root_of(builder, log->root));
    if (!root->lives) {
        size_t size = QP_KEPT_LISTS * QP_KEPT * sizeof(struct qp_kept_record);
        uint32_t lives = builder_record(builder, QP_KIND_LIVES, sizeof(struct qp_lives_record));
        uint32_t kept = builder_record(builder, QP_KIND_KEPT, size);
        root->lives = lives;
        *(struct qp_lives_record *)builder_at(builder, lives) =
            (struct qp_lives_record){.root = builder_root_of(builder, log->root), .kept = kept};
    }
    return builder_at(builder, ((struct qp_lives_record *)builder_at(builder, root->lives))->kept);
}

void timeline_log_thread(struct timeline_log *log, int context, uint64_t id, const char *name, uint64_t start,
                         uint64_t end)
{
    if (end == 0) {
        live(log, context, id, name, start);
        return;
    }
    struct qp_kept_record *record = kept_records(log);
    while (record->published)
        record++;
    *record = (struct qp_kept_record){.published = 1,
                                      .context = log->contexts[context],
                                      .virtual_id = id,
                                      .flags = QP_CONTEXT_VIRTUAL | QP_KEPT_ENDED,
                                      .start = start,
                                      .begin = start,
                                      .end = end,
                                      .times = {end - start}};
    strncpy(record->own_name, name, sizeof record->own_name - 1);
}
