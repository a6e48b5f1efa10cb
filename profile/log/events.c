#include "profile/log/events.h"

#include "format/array.h"
#include "format/reader.h"

#include <math.h>
#include <string.h>

/* ---- definitions ------------------------------------------------------------------------------------------- */

static bool add_scope(void *to, const void *of)
{
    struct qp_event_definitions *definitions = to;
    const struct qp_scope_record *record = of;
    return QP_ARRAY_APPEND(
        &definitions->scopes, &definitions->scope_count,
        (struct qp_event_scope){record->handle & QP_EVENT_INDEX, qp_reader_text(definitions->reader, record->name),
                                qp_reader_text(definitions->reader, record->class_name), record->begin, record->end});
}

static bool add_channel(void *to, const void *of)
{
    struct qp_event_definitions *definitions = to;
    const struct qp_channel_record *record = of;
    if (record->kind >= QP_CHANNEL_KINDS) {
        qp_reader_damage(definitions->reader, "channel %u is of an unknown kind", record->handle);
        return true;
    }
    return QP_ARRAY_APPEND(&definitions->channels, &definitions->channel_count,
                           (struct qp_event_channel){record->handle & QP_EVENT_INDEX, record->peer, record->tag,
                                                     record->communicator, record->kind, record->tag_range != 0});
}

const struct qp_event_scope *qp_event_definitions_scope(const struct qp_event_definitions *definitions, uint32_t index)
{
    uint32_t found = qp_array_find(definitions->scopes, definitions->scope_count, sizeof *definitions->scopes, index);
    return found == UINT32_MAX ? NULL : &definitions->scopes[found];
}

const struct qp_event_channel *qp_event_definitions_channel(const struct qp_event_definitions *definitions,
                                                            uint32_t index)
{
    uint32_t found =
        qp_array_find(definitions->channels, definitions->channel_count, sizeof *definitions->channels, index);
    return found == UINT32_MAX ? NULL : &definitions->channels[found];
}

const char *qp_events_kind_name(unsigned kind)
{
    static const char *const names[QP_EVENT_KINDS + 2] = {
#define X(constant, number, name) [QP_EVENT_##constant] = name,
        QP_EVENT_KIND_LIST(X)
#undef X
            [QP_EVENT_GAP] = "gap",
        [QP_EVENT_MARK] = "mark",
    };
    return kind >= sizeof names / sizeof *names ? NULL : names[kind] ? names[kind] : "";
}

static bool open_definitions(struct qp_event_definitions *definitions, struct qp_reader *reader)
{
    *definitions = (struct qp_event_definitions){.reader = reader};
    if (!qp_reader_each(reader, QP_KIND_SCOPE, sizeof(struct qp_scope_record), add_scope, definitions) ||
        !qp_reader_each(reader, QP_KIND_CHANNEL, sizeof(struct qp_channel_record), add_channel, definitions))
        return false;
    qp_array_sort(definitions->scopes, definitions->scope_count, sizeof *definitions->scopes);
    qp_array_sort(definitions->channels, definitions->channel_count, sizeof *definitions->channels);
    return true;
}

static void close_definitions(struct qp_event_definitions *definitions)
{
    free(definitions->scopes);
    free(definitions->channels);
}

/* ---- streams ----------------------------------------------------------------------------------------------- */

struct qp_event_stream {
    uint32_t thread;
    uint32_t product;
    uint32_t next_block; /* index of the block to be read next */
    uint32_t end_block;  /* end of the thread's blocks */
    uint32_t words;      /* number of words in the current block */
    uint32_t word;       /* index of the next word */
    uint64_t number;     /* number of the current block */
    uint64_t tick;
    uint64_t more;         /* upper bits of the next event's bytes (QP_EVENT_MORE_BYTES) */
    bool leaves;           /* the next event leaves the state on top */
    uint64_t *bytes;       /* words of the current block */
    struct qp_event event; /* next event of the stream */
};

/* ---- a thread's events ----------------------------------------------------------------------------------- */

/* Advance to the next block that can be read. Set *gap to the number of blocks that are missing before it. */
static bool next_block(const struct qp_events *events, struct qp_event_stream *stream, uint64_t *gap)
{
    while (stream->next_block < stream->end_block) {
        const struct qp_event_block *block = &events->blocks.items[stream->next_block++];
        struct qp_trace_block header;
        if (block->number <= stream->number || !qp_event_blocks_read(&events->blocks, block, stream->bytes, &header))
            continue;
        *gap = block->number - stream->number - 1;
        stream->number = block->number;
        stream->words = (uint32_t)((block->size - sizeof header) / sizeof(uint64_t));
        stream->word = 0;
        stream->tick = header.tick > stream->tick ? header.tick : stream->tick;
        return true;
    }
    return false;
}

static bool is_located(enum qp_event_kind kind)
{
    return kind == QP_EVENT_SCOPE_BEGIN || kind == QP_EVENT_SCOPE_END || kind == QP_EVENT_SEND ||
           kind == QP_EVENT_RECEIVE || kind == QP_EVENT_COMMENT;
}

static uint64_t bits(uint64_t word, int first, int count)
{
    return word >> first & (((uint64_t)1 << count) - 1);
}

/* Complete an event of an MPI call (QP_MESSAGE_*, QP_COLLECTIVE_*). */
static void set_message(struct qp_event_stream *stream, struct qp_event *event, uint64_t word)
{
    uint64_t more = (uint32_t)stream->more, more_received = stream->more >> 32;
    if (event->kind == QP_EVENT_COLLECTIVE) {
        event->value = bits(word, 0, QP_COLLECTIVE_SENT_BITS) | more << QP_COLLECTIVE_SENT_BITS;
        event->received = bits(word, QP_COLLECTIVE_SENT_BITS, QP_COLLECTIVE_GOT_BITS) | more_received
                                                                                            << QP_COLLECTIVE_GOT_BITS;
    } else {
        event->kind = event->kind == QP_EVENT_CALL_SEND ? QP_EVENT_SEND : QP_EVENT_RECEIVE;
        event->value = bits(word, 0, QP_MESSAGE_BYTES_BITS) | more << QP_MESSAGE_BYTES_BITS;
        event->request = (uint32_t)bits(word, QP_MESSAGE_BYTES_BITS, QP_MESSAGE_REQUEST_BITS);
        event->in_call = true;
    }
    stream->leaves = (word & QP_MESSAGE_LEAVES) != 0;
    stream->more = 0;
}

static void set_event(struct qp_event_stream *stream, enum qp_event_kind kind, uint32_t object, uint64_t value)
{
    struct qp_event *event = &stream->event;
    *event = (struct qp_event){.kind = kind,
                               .thread = stream->thread,
                               .product = stream->product,
                               .object = object,
                               .tick = stream->tick,
                               .value = value};
    if (kind == QP_EVENT_ENTER_AT || kind == QP_EVENT_LEAVE_AT) {
        event->kind = kind == QP_EVENT_ENTER_AT ? QP_EVENT_ENTER : QP_EVENT_LEAVE;
        event->location = (uint32_t)value;
        event->value = 0;
    } else if (is_located(kind)) {
        event->location = (uint32_t)(value >> 32);
        event->value = (uint32_t)value;
    } else if (kind == QP_EVENT_SENT) {
        event->location = object;
        event->object = 0;
    } else if (kind == QP_EVENT_POST || kind == QP_EVENT_COMPLETE) {
        event->request = object;
        event->object = 0;
    } else if (kind == QP_EVENT_CALL_SEND || kind == QP_EVENT_CALL_RECEIVE || kind == QP_EVENT_COLLECTIVE) {
        set_message(stream, event, value);
    }
}

static bool is_known(enum qp_event_kind kind)
{
    switch (kind) {
#define X(constant, number, name) case QP_EVENT_##constant:
        QP_EVENT_KIND_LIST(X)
#undef X
        return kind != QP_EVENT_NONE;
    default:
        return false;
    }
}

/* Decode the next event of the current block. Return false at the block's end. */
static bool decode(const struct qp_events *events, struct qp_event_stream *stream)
{
    if (stream->leaves) {
        stream->leaves = false;
        set_event(stream, QP_EVENT_LEAVE, 0, 0);
        return true;
    }
    while (stream->word < stream->words && stream->bytes[stream->word] != 0) {
        uint64_t word = stream->bytes[stream->word++];
        enum qp_event_kind kind = (enum qp_event_kind)(word & ((1u << QP_EVENT_KIND_BITS) - 1));
        uint32_t object = (uint32_t)(word >> QP_EVENT_KIND_BITS);
        uint64_t value = 0;
        if (kind == QP_EVENT_TIME) {
            stream->tick += word >> QP_EVENT_KIND_BITS;
            continue;
        }
        stream->tick += word >> qp_event_tick_shift(kind);
        if (!(kind & QP_EVENT_REFERS))
            object &= QP_EVENT_INDEX;
        if ((unsigned)kind >= QP_EVENT_WIDE) {
            if (stream->word == stream->words)
                return false;
            value = stream->bytes[stream->word++];
        }
        if (!is_known(kind)) {
            qp_reader_damage(&events->profile->reader, "an event of kind %u in the log", (unsigned)kind);
            continue;
        }
        if (kind == QP_EVENT_MORE_BYTES) {
            stream->more = value;
            continue;
        }
        set_event(stream, kind, object, value);
        return true;
    }
    return false;
}

static bool advance(const struct qp_events *events, struct qp_event_stream *stream)
{
    while (!decode(events, stream)) {
        uint64_t gap = 0;
        if (!next_block(events, stream, &gap))
            return false;
        if (gap > 0) {
            set_event(stream, QP_EVENT_GAP, 0, gap);
            return true;
        }
    }
    return true;
}

/* ---- all threads' events: a heap by time ----------------------------------------------------------------- */

static bool is_earlier(const struct qp_events *events, uint32_t a, uint32_t b)
{
    uint64_t left = events->streams[a].event.tick;
    uint64_t right = events->streams[b].event.tick;
    return left != right ? left < right : a < b;
}

static void sink(struct qp_events *events, uint32_t position)
{
    uint32_t *heap = events->heap;
    for (;;) {
        uint32_t least = position;
        for (uint32_t child = 2 * position + 1; child <= 2 * position + 2; child++)
            if (child < events->heap_count && is_earlier(events, heap[child], heap[least]))
                least = child;
        if (least == position)
            return;
        uint32_t stream = heap[position];
        heap[position] = heap[least];
        heap[least] = stream;
        position = least;
    }
}

bool qp_events_next(struct qp_events *events, struct qp_event *event)
{
    if (events->heap_count == 0)
        return false;
    struct qp_event_stream *stream = &events->streams[events->heap[0]];
    *event = stream->event;
    if (!advance(events, stream))
        events->heap[0] = events->heap[--events->heap_count];
    sink(events, 0);
    return true;
}

static bool is_same_log(const struct qp_event_block *a, const struct qp_event_block *b)
{
    return a->thread == b->thread && a->product == b->product;
}

static bool make_streams(struct qp_events *events)
{
    const struct qp_event_block *blocks = events->blocks.items;
    uint32_t count = events->blocks.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = i + 1;
        uint32_t size = blocks[i].size;
        for (; end < count && is_same_log(&blocks[end], &blocks[i]); end++)
            size = blocks[end].size > size ? blocks[end].size : size;
        const struct qp_event_stream stream = {.thread = blocks[i].thread,
                                               .product = blocks[i].product,
                                               .next_block = i,
                                               .end_block = end,
                                               .bytes = malloc(size)};
        if (!stream.bytes || !QP_ARRAY_APPEND(&events->streams, &events->stream_count, stream)) {
            free(stream.bytes);
            return false;
        }
        i = end - 1;
    }
    events->heap = calloc(events->stream_count + 1, sizeof *events->heap);
    return events->heap != NULL;
}

static void fill_heap(struct qp_events *events)
{
    for (uint32_t i = 0; i < events->stream_count; i++)
        if (advance(events, &events->streams[i]))
            events->heap[events->heap_count++] = i;
    for (uint32_t i = events->heap_count / 2; i-- > 0;)
        sink(events, i);
}

/* ---- open and close -------------------------------------------------------------------------------------- */

int qp_events_open(struct qp_events *events, struct qp_profile *profile, struct qp_error *error)
{
    *events = (struct qp_events){.profile = profile};
    if (qp_counters_open(&events->counters, profile, error))
        return error->code;
    bool ok =
        open_definitions(&events->definitions, &profile->reader) && qp_event_blocks_load(&events->blocks, profile);
    if (ok && make_streams(events)) {
        fill_heap(events);
        return 0;
    }
    qp_events_close(events);
    return qp_error_memory(error);
}

void qp_events_close(struct qp_events *events)
{
    for (uint32_t i = 0; i < events->stream_count; i++)
        free(events->streams[i].bytes);
    free(events->streams);
    qp_event_blocks_free(&events->blocks);
    free(events->heap);
    close_definitions(&events->definitions);
    qp_counters_close(&events->counters);
    *events = (struct qp_events){0};
}

bool qp_events_has(const struct qp_events *events, enum qp_product product)
{
    for (uint32_t i = 0; i < events->stream_count; i++)
        if (events->streams[i].product == (uint32_t)product)
            return true;
    return false;
}

bool qp_events_sent(const struct qp_events *events, const struct qp_event *event, int64_t *ns)
{
    double sent;
    double start = (double)events->profile->reader.header.start_realtime_ns * 1e-9;
    memcpy(&sent, &event->value, sizeof sent);
    if (!(sent > 0 && fabs(sent - start) < 1e9)) /* `sent` is NaN, or differs from the start of the run by more than
                                                  * 30 years */
        return false;
    *ns = (int64_t)((sent - start) * 1e9);
    return true;
}

uint32_t qp_events_state(const struct qp_events *events, uint32_t handle)
{
    return (uint32_t)qp_map_get(&events->profile->method_map[QP_VT], handle) - 1; /* if the state is absent,
                                                                                   * qp_map_get returns 0, which becomes
                                                                                   * QP_NONE */
}
