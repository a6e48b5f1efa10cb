/* payload.h - the data of the page as it goes into the HTML file: columns, deflated and in base64, and their directory.
 *
 *   begin, then put each table, then end with the directory
 *
 * Inflated it is the bytes of all columns one after the other, a directory in JSON, and the directory's length in 4
 * bytes, little-endian:
 *
 *   {"version": 1, ..., "tables": {NAME: {"rows": N, "columns": {NAME: {"type": T, "at": OFFSET, "size": BYTES}}}}}
 *
 * A column of zeros, and a table without rows, is left out. */
#ifndef QP_PAGE_PAYLOAD_H
#define QP_PAGE_PAYLOAD_H

#include "page/columns.h"

#include <jansson.h>
#include <zlib.h>

struct qp_payload {
    FILE *out;
    z_stream deflate;
    json_t *tables;
    unsigned char deflated[16384]; /* not written yet */
    uint64_t at;                   /* bytes so far, before deflating */
    bool failed;                   /* no memory; output errors stay in the stream */
};

#define QP_PAYLOAD_VERSION 1

/* Returns false without memory; nothing is to be ended then. */
bool qp_payload_begin(struct qp_payload *payload, FILE *out);

/* Write a table; it is empty afterwards. */
void qp_payload_put(struct qp_payload *payload, struct qp_columns *table);

/* Write the directory, with the tables in it, and end. Takes the directory, which may be NULL for lack of memory, as a
 * reference of its own. Returns false when something is missing for lack of memory. */
bool qp_payload_end(struct qp_payload *payload, json_t *directory);

#endif
