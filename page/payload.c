#include "page/payload.h"

#include "page/base64.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* ---- deflate ----------------------------------------------------------------------------------------------------- */

/* Write the deflated bytes as base64, in groups of three. If `whole` is not set, keep a remainder of less than three
 * bytes for the next call. Set `whole` at the end of the data. */
static void put_deflated(struct qp_payload *payload, bool whole)
{
    size_t size = sizeof payload->deflated - payload->deflate.avail_out, rest = whole ? 0 : size % 3;
    char text[QP_BASE64_SIZE(sizeof payload->deflated)];
    fwrite(text, 1, qp_base64(payload->deflated, size - rest, text), payload->out);
    memmove(payload->deflated, payload->deflated + size - rest, rest);
    payload->deflate.next_out = payload->deflated + rest;
    payload->deflate.avail_out = (uInt)(sizeof payload->deflated - rest);
}

static void put_bytes(struct qp_payload *payload, const void *bytes, size_t size, int flush)
{
    z_stream *stream = &payload->deflate;
    payload->at += size;
    do {
        uInt part = size > 1u << 30 ? 1u << 30 : (uInt)size;
        stream->next_in = (Bytef *)bytes;
        stream->avail_in = part;
        bytes = (const char *)bytes + part;
        size -= part;
        while (deflate(stream, size ? Z_NO_FLUSH : flush) == Z_OK && stream->avail_out == 0)
            put_deflated(payload, false);
    } while (size);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

bool qp_payload_begin(struct qp_payload *payload, FILE *out)
{
    *payload = (struct qp_payload){.out = out, .tables = json_object()};
    /* Level 6: for the 858,000 call paths of luacheck, level 9 makes a file that is 2 % smaller, and takes three times
     * as long. */
    payload->deflate.next_out = payload->deflated;
    payload->deflate.avail_out = sizeof payload->deflated;
    if (payload->tables && deflateInit2(&payload->deflate, 6, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY) == Z_OK)
        return true;
    json_decref(payload->tables);
    return false;
}

void qp_payload_put(struct qp_payload *payload, const struct qp_schema *schema, struct qp_columns *table)
{
    json_t *columns = json_object();
    payload->failed |= table->failed || !columns;
    for (uint32_t i = 0; i < schema->count && columns; i++) {
        const struct qp_column *column = &table->columns[i];
        size_t size = column->any ? column->size : 0;
        json_t *entry = json_pack("{s:s, s:I, s:I}", "type", schema->columns[i].type_name, "at",
                                  (json_int_t)payload->at, "size", (json_int_t)size);
        payload->failed |= json_object_set_new(columns, schema->columns[i].name, entry) != 0;
        put_bytes(payload, column->bytes, size, Z_NO_FLUSH);
    }
    json_t *entry = json_pack("{s:I, s:o}", "rows", (json_int_t)table->rows, "columns", columns);
    payload->failed |= json_object_set_new(payload->tables, schema->name, entry) != 0;
    qp_columns_fini(table);
}

/* Return the JSON text, which the caller frees; NULL if out of memory. (json_dumps would silently omit a member if it
 * has no memory for its name.) */
static char *text_of(const json_t *directory, uint32_t *length)
{
    size_t size = json_dumpb(directory, NULL, 0, JSON_COMPACT);
    char *text = size > 0 && size < UINT32_MAX ? malloc(size) : NULL;
    *length = (uint32_t)size;
    if (!text || json_dumpb(directory, text, size, JSON_COMPACT) == size)
        return text;
    free(text);
    return NULL;
}

bool qp_payload_end(struct qp_payload *payload, json_t *directory)
{
    payload->failed |= !directory || json_object_set(directory, "tables", payload->tables) != 0;
    uint32_t length;
    char *text = payload->failed ? NULL : text_of(directory, &length);
    payload->failed |= !text;
    if (text) {
        uint32_t little = htole32(length);
        put_bytes(payload, text, length, Z_NO_FLUSH);
        put_bytes(payload, &little, sizeof little, Z_FINISH);
        put_deflated(payload, true);
        free(text);
    }
    deflateEnd(&payload->deflate);
    json_decref(payload->tables);
    json_decref(directory);
    return !payload->failed;
}
