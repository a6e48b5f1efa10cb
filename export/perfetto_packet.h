/* perfetto_packet.h - packets of Perfetto's trace: events on tracks, with a name and details. Texts that come back are
 * interned: a packet that is the first to use one brings it, and the others have its number. */
#ifndef QP_EXPORT_PERFETTO_PACKET_H
#define QP_EXPORT_PERFETTO_PACKET_H

#include "base/map.h"
#include "export/drawn.h"

#include <perfetto.pb-c.h>

enum { QP_PERFETTO_BEGIN = 1, QP_PERFETTO_END, QP_PERFETTO_INSTANT, QP_PERFETTO_COUNTER }; /* TrackEvent.type */
enum { QP_PERFETTO_PROCESS = 1, QP_PERFETTO_FIRST = 16 };            /* uuids of tracks; a log's track n is FIRST + n */
enum { QP_PERFETTO_STATE_CLEARED = 1, QP_PERFETTO_NEEDS_STATE = 2 }; /* TracePacket.sequence_flags */

struct qp_perfetto {
    struct qp_export *export;
    struct qp_map names;    /* of events, by what the caller knows them: iid */
    struct qp_map keys;     /* of details, by address: iid */
    struct qp_map declared; /* uuids of tracks */
    bool failed;            /* no memory */
};

/* A name that may be written for the first time. */
struct qp_perfetto_interned {
    Perfetto__InternedString string;
    bool is_new;
};

/* The texts of an event's details, and what stands for them in the packet; count 0 at first. */
struct qp_perfetto_annotations {
    Perfetto__DebugAnnotation items[QP_DRAWN_DETAILS + 1];
    Perfetto__DebugAnnotation *pointers[QP_DRAWN_DETAILS + 1];
    struct qp_perfetto_interned keys[QP_DRAWN_DETAILS + 1];
    char *texts[QP_DRAWN_DETAILS];
    uint32_t count;
};

/* A trace of one packet: messages one after the other are one message. */
void qp_perfetto_put_packet(struct qp_perfetto *state, Perfetto__TracePacket *packet);

/* The number of what a key stands for. The text is to live until the packet is put. */
uint64_t qp_perfetto_intern(struct qp_perfetto *state, struct qp_map *map, uint64_t key,
                            struct qp_perfetto_interned *interned, char *text);

/* One more detail, whose value the caller sets; name is a constant. annotate_all: those of a bar or point (drawn.h),
 * count QP_NONE = there was no memory for them. */
Perfetto__DebugAnnotation *qp_perfetto_annotate(struct qp_perfetto *state, struct qp_perfetto_annotations *annotations,
                                                const char *name);
void qp_perfetto_annotate_all(struct qp_perfetto *state, struct qp_perfetto_annotations *annotations,
                              const struct qp_drawn_detail *details, uint32_t count);

/* An event on a track of the log. */
Perfetto__TrackEvent qp_perfetto_event(uint32_t type, uint32_t track);

/* Puts an event at that time, and releases the texts of its annotations. name and annotations may be NULL. */
void qp_perfetto_put_event(struct qp_perfetto *state, Perfetto__TrackEvent *event, uint64_t ns,
                           struct qp_perfetto_interned *name, struct qp_perfetto_annotations *annotations);

#endif
