/* perfetto_packet.h - packets of Perfetto's trace format: events on tracks, with names and details. Repeated texts are
 * interned: the first packet that uses one defines it, later ones refer to its number. */
#ifndef QP_EXPORT_PERFETTO_PACKET_H
#define QP_EXPORT_PERFETTO_PACKET_H

#include "base/map.h"
#include "export/drawn.h"

#include <perfetto.pb-c.h>

enum { QP_PERFETTO_BEGIN = 1, QP_PERFETTO_END, QP_PERFETTO_INSTANT, QP_PERFETTO_COUNTER }; /* TrackEvent.type */
enum { QP_PERFETTO_PROCESS = 1, QP_PERFETTO_FIRST = 16 };            /* uuids of tracks; track n is FIRST + n */
enum { QP_PERFETTO_STATE_CLEARED = 1, QP_PERFETTO_NEEDS_STATE = 2 }; /* TracePacket.sequence_flags */

struct qp_perfetto {
    struct qp_export *export;
    struct qp_map names;    /* names of events, by the caller's key: iid */
    struct qp_map keys;     /* names of details, by address: iid */
    struct qp_map declared; /* uuids of tracks */
    bool failed;            /* out of memory */
};

/* A name, and whether this packet has to define it. */
struct qp_perfetto_interned {
    Perfetto__InternedString string;
    bool is_new;
};

/* Details of an event in the packet's format, and storage for their texts; count is 0 initially. */
struct qp_perfetto_annotations {
    Perfetto__DebugAnnotation items[QP_DRAWN_DETAILS + 1];
    Perfetto__DebugAnnotation *pointers[QP_DRAWN_DETAILS + 1];
    struct qp_perfetto_interned keys[QP_DRAWN_DETAILS + 1];
    char *texts[QP_DRAWN_DETAILS];
    uint32_t count;
};

/* Write a trace of one packet: concatenated messages form one message. */
void qp_perfetto_put_packet(struct qp_perfetto *state, Perfetto__TracePacket *packet);

/* Return the number of the text with this key. The text must live until the packet is written. */
uint64_t qp_perfetto_intern(struct qp_perfetto *state, struct qp_map *map, uint64_t key,
                            struct qp_perfetto_interned *interned, char *text);

/* Add a detail, whose value the caller sets; name is a constant. annotate_all: add those of a bar or point (drawn.h);
 * count QP_NONE = out of memory. */
Perfetto__DebugAnnotation *qp_perfetto_annotate(struct qp_perfetto *state, struct qp_perfetto_annotations *annotations,
                                                const char *name);
void qp_perfetto_annotate_all(struct qp_perfetto *state, struct qp_perfetto_annotations *annotations,
                              const struct qp_drawn_detail *details, uint32_t count);

/* Return an event on a track of the log. */
Perfetto__TrackEvent qp_perfetto_event(uint32_t type, uint32_t track);

/* Write an event with its time, and free the texts of its annotations. name and annotations may be NULL. */
void qp_perfetto_put_event(struct qp_perfetto *state, Perfetto__TrackEvent *event, uint64_t ns,
                           struct qp_perfetto_interned *name, struct qp_perfetto_annotations *annotations);

#endif
