#include "export/jfr/chunk.h"

#include "base/hash.h"
#include "export/jfr/metadata.h"

#include <endian.h>
#include <stdlib.h>

/* ---- events and constants ---------------------------------------------------------------------------------------- */

static void put_values(struct qp_jfr_bytes *bytes, enum qp_jfr_type type, const struct qp_jfr_record *record)
{
    const struct qp_jfr_field *fields = qp_jfr_types[type].fields;
    for (int i = 0; fields[i].name; i++) {
        const union qp_jfr_value *value = &record->values[i];
        if (fields[i].is_array) {
            qp_jfr_number(bytes, value->array.count);
            for (uint64_t item = 0; item < value->array.count; item++)
                put_values(bytes, fields[i].type, &value->array.items[item]);
        } else if (fields[i].type == QP_JFR_STRING) {
            qp_jfr_string(bytes, value->string);
        } else {
            qp_jfr_number(bytes, value->number);
        }
    }
}

/* Append the size of an event whose other bytes are known. The size counts itself. */
static void put_size(struct qp_jfr_bytes *bytes, size_t others)
{
    size_t own = 1;
    while (qp_jfr_number_size(others + own) > own)
        own++;
    qp_jfr_number(bytes, others + own);
}

void qp_jfr_event(struct qp_jfr_chunk *chunk, enum qp_jfr_type type, const struct qp_jfr_record *event)
{
    struct qp_jfr_bytes *record = &chunk->record;
    record->count = 0;
    qp_jfr_number(record, type);
    put_values(record, type, event);
    put_size(&chunk->events, record->count);
    qp_jfr_append(&chunk->events, record->items, record->count);
}

uint64_t qp_jfr_constant(struct qp_jfr_chunk *chunk, enum qp_jfr_type type, const struct qp_jfr_record *constant)
{
    struct qp_jfr_pool *pool = &chunk->pools[type];
    struct qp_jfr_bytes *record = &chunk->record;
    record->count = 0;
    put_values(record, type, constant);
    uint64_t hash = qp_hash_bytes(record->items, record->count), id = qp_map_get(&pool->ids, hash);
    if (id)
        return id;
    id = ++pool->count;
    qp_jfr_number(&pool->constants, id);
    qp_jfr_append(&pool->constants, record->items, record->count);
    pool->constants.failed |= qp_map_put(&pool->ids, hash, id) != 0;
    return id;
}

/* ---- the chunk --------------------------------------------------------------------------------------------------- */

/* Append an event that has a type, a time, a duration and a content of its own. */
static void put_special_event(struct qp_jfr_bytes *bytes, enum qp_jfr_type type, const struct qp_jfr_bytes *content)
{
    const unsigned char begin[] = {(unsigned char)type, 0, 0};
    put_size(bytes, sizeof begin + content->count);
    qp_jfr_append(bytes, begin, sizeof begin);
    qp_jfr_append(bytes, content->items, content->count);
    bytes->failed |= content->failed;
}

static void put_constants(struct qp_jfr_bytes *bytes, const struct qp_jfr_chunk *chunk)
{
    const unsigned char begin[] = {0, 0}; /* no other event of constants; no flags */
    struct qp_jfr_bytes content = {0};
    unsigned pools = 0;
    for (int i = 0; i < QP_JFR_TYPES; i++)
        pools += chunk->pools[i].count != 0;
    qp_jfr_append(&content, begin, sizeof begin);
    qp_jfr_number(&content, pools);
    for (int i = 0; i < QP_JFR_TYPES; i++) {
        const struct qp_jfr_pool *pool = &chunk->pools[i];
        if (!pool->count)
            continue;
        qp_jfr_number(&content, (uint64_t)i);
        qp_jfr_number(&content, pool->count);
        qp_jfr_append(&content, pool->constants.items, pool->constants.count);
        content.failed |= pool->constants.failed;
    }
    put_special_event(bytes, QP_JFR_CONSTANTS, &content);
    free(content.items);
}

static void put_metadata(struct qp_jfr_bytes *bytes)
{
    struct qp_jfr_bytes content = {0};
    qp_jfr_metadata(&content);
    put_special_event(bytes, QP_JFR_METADATA, &content);
    free(content.items);
}

bool qp_jfr_write(struct qp_jfr_chunk *chunk, struct qp_put *put, uint64_t start_realtime_ns, uint64_t duration_ns)
{
    enum { MAJOR = 2, MINOR = 1, SHORT_NUMBERS = 1, LAST_CHUNK = 2 };
    static const char magic[] = {'F', 'L', 'R', '\0', 0, MAJOR, 0, MINOR};
    static const char state[] = {0, 0, 0, SHORT_NUMBERS | LAST_CHUNK}; /* the first 0: complete */
    enum { HEADER = sizeof magic + 7 * sizeof(uint64_t) + sizeof state };
    struct qp_jfr_bytes end = {0};
    put_constants(&end, chunk);
    uint64_t constants = HEADER + chunk->events.count, metadata = constants + end.count;
    put_metadata(&end);
    const uint64_t numbers[7] = {
        htobe64(constants + end.count), htobe64(constants), htobe64(metadata),  htobe64(start_realtime_ns),
        htobe64(duration_ns),           htobe64(0),         htobe64(1000000000)};
    bool ok = !chunk->record.failed && !chunk->events.failed && !end.failed;
    if (ok) {
        qp_put_bytes(put, magic, sizeof magic);
        qp_put_bytes(put, (const char *)numbers, sizeof numbers);
        qp_put_bytes(put, state, sizeof state);
        qp_put_bytes(put, (const char *)chunk->events.items, chunk->events.count);
        qp_put_bytes(put, (const char *)end.items, end.count);
    }
    free(end.items);
    return ok;
}

void qp_jfr_free(struct qp_jfr_chunk *chunk)
{
    free(chunk->events.items);
    free(chunk->record.items);
    for (int i = 0; i < QP_JFR_TYPES; i++) {
        free(chunk->pools[i].constants.items);
        qp_map_fini(&chunk->pools[i].ids);
    }
}
