/* payload.h - the data of the page in the HTML file: columns, deflated and base64-encoded, and a directory of them.
 *
 *   qp_payload_begin, then qp_payload_put for each table, then qp_payload_end with the directory
 *
 * The inflated data consists of the bytes of all columns, the directory in JSON, and the length of the directory as a
 * little-endian number of 4 bytes:
 *
 *   {"version": 1, ..., "tables": {NAME: {"rows": N, "columns": {NAME: {"type": T, "at": OFFSET, "size": BYTES}}}}}
 *
 * The directory has every table and column of the schema. If all values of a column are 0 or empty, its size is 0,
 * whatever its number of rows. */
#pragma once

#include "page/columns.h"

#include <jansson.h>
#include <stdio.h>
#include <zlib.h>

struct qp_payload {
    FILE *out;
    z_stream deflate;
    json_t *tables;
    unsigned char deflated[16384]; /* output of zlib that is not written yet */
    uint64_t at;                   /* number of bytes so far, before compression */
    bool failed;                   /* out of memory; output errors stay in the stream */
};

#define QP_PAYLOAD_VERSION 1

/* Begin a payload. Return false if out of memory; then there is nothing to end. */
bool qp_payload_begin(struct qp_payload *payload, FILE *out);

/* Write a table and empty it. If the table was written before, the directory refers only to the new one. */
void qp_payload_put(struct qp_payload *payload, const struct qp_schema *schema, struct qp_columns *table);

/* Add the tables to the directory, and write the directory as the end of the payload. This takes over the caller's
 * reference to it. If the caller ran out of memory, the directory may be NULL. Return false if data is missing because
 * memory ran out. */
bool qp_payload_end(struct qp_payload *payload, json_t *directory);
