/* chunk.h - a recording of Flight Recorder: a chunk with events, constants and metadata, in version 2.1 of the format.
 *
 * The format has no specification. This is what the JDK (jdk.jfr.internal.consumer) and JDK Mission Control
 * (org.openjdk.jmc.flightrecorder.internal.parser.v1) read:
 *
 *   header      68 bytes of big-endian numbers, among them the chunk's size and the offsets of constants and metadata
 *   events      each has its size, the id of its type, and its fields in the order of the metadata
 *   constants   an event with the constants of each type, whose ids are in fields of events and of other constants
 *   metadata    an event with the types and their fields; the last one, since JDK Mission Control stops there
 *
 * The header contains sizes of what follows, so a chunk is in memory until it is complete. */
#pragma once

#include "base/map.h"
#include "export/jfr/bytes.h"
#include "export/jfr/types.h"
#include "export/put.h"

struct qp_jfr_pool {
    struct qp_jfr_bytes constants; /* each preceded by its id, which is 1 for the first */
    struct qp_map ids;             /* maps the hash of a constant's bytes to its id */
    uint64_t count;
};

/* A zeroed struct is an empty chunk. */
struct qp_jfr_chunk {
    struct qp_jfr_bytes events;
    struct qp_jfr_bytes record; /* an event or constant while it is written */
    struct qp_jfr_pool pools[QP_JFR_TYPES];
};

struct qp_jfr_record;

/* The value of a field, depending on its type. */
union qp_jfr_value {
    uint64_t number;    /* also the id of a constant */
    const char *string; /* UTF-8; NULL = none */
    struct {
        const struct qp_jfr_record *items;
        uint64_t count;
    } array;
};

/* The values of an event or constant, by the field's index (types.h). */
struct qp_jfr_record {
    union qp_jfr_value values[QP_JFR_FIELDS];
};

/* Append an event. Its time is in nanoseconds since the start of the recording. */
void qp_jfr_event(struct qp_jfr_chunk *chunk, enum qp_jfr_type type, const struct qp_jfr_record *event);

/* Return the id of a constant, which is added unless the chunk has the same constant. */
uint64_t qp_jfr_constant(struct qp_jfr_chunk *chunk, enum qp_jfr_type type, const struct qp_jfr_record *constant);

/* Write the chunk. Return false if out of memory, even before; then nothing is written. */
bool qp_jfr_write(struct qp_jfr_chunk *chunk, struct qp_put *put, uint64_t start_realtime_ns, uint64_t duration_ns);
void qp_jfr_free(struct qp_jfr_chunk *chunk);
