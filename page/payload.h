/* payload.h - the data of the page in the HTML file: columns, deflated and base64-encoded, and their directory.
 *
 *   begin, then put each table, then end with the directory
 *
 * The inflated data is the bytes of all columns, a directory in JSON, and the directory's length in 4 bytes,
 * little-endian:
 *
 *   {"version": 1, ..., "tables": {NAME: {"rows": N, "columns": {NAME: {"type": T, "at": OFFSET, "size": BYTES}}}}}
 *
 * The directory has every table and column of the schema. A column of zeros has size 0, whatever its rows. */
#pragma once

#include "page/columns.h"

#include <jansson.h>
#include <stdio.h>
#include <zlib.h>

struct qp_payload {
    FILE *out;
    z_stream deflate;
    json_t *tables;
    unsigned char deflated[16384]; /* not written yet */
    uint64_t at;                   /* bytes so far, before compression */
    bool failed;                   /* out of memory; output errors stay in the stream */
};

#define QP_PAYLOAD_VERSION 1

/* Return false if out of memory; then there is nothing to end. */
bool qp_payload_begin(struct qp_payload *payload, FILE *out);

/* Write a table and empty it. A table that is written again replaces the previous one. */
void qp_payload_put(struct qp_payload *payload, const struct qp_schema *schema, struct qp_columns *table);

/* Add the tables to the directory, and write it as the end of the payload. The reference to the directory is taken
 * over; it may be NULL, for a caller that is out of memory. Return false if data is missing for lack of memory. */
bool qp_payload_end(struct qp_payload *payload, json_t *directory);
