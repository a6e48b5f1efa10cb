/* packets.h - packets of Perfetto's format, with interned names.
 *
 * Each process has a sequence of packets. Event names are interned: the first packet of the sequence that uses a name
 * defines it. */
#pragma once

#include "base/map.h"
#include "export/drawn.h"

#include <perfetto.pb-c.h>

enum { QP_PERFETTO_BEGIN = 1, QP_PERFETTO_END, QP_PERFETTO_INSTANT, QP_PERFETTO_COUNTER }; /* TrackEvent.type */

/* Uuids of tracks, without those of other processes: the log's track with number n has QP_PERFETTO_FIRST + n. */
enum { QP_PERFETTO_PROCESS = 1, QP_PERFETTO_FIRST = 16 };

struct qp_perfetto {
    struct qp_export *export;
    struct qp_perfetto_arrows *arrows; /* between processes; NULL = none */
    uint32_t process;                  /* number of the process in its job: packets of each process are a sequence */
    uint64_t first;                    /* added to the uuids of tracks */
    uint64_t delay_ns;                 /* time from the start of the job to that of the process */
    struct qp_map names;               /* maps qp_drawn_bar_key of an event to the iid of its name */
    struct qp_map keys;                /* maps the address of the name of a detail to the name's iid */
    struct qp_map declared;            /* uuids of the tracks written so far */
    bool failed;                       /* out of memory */
};

/* An interned name, which the packet has to define if it is new. */
struct qp_perfetto_interned {
    Perfetto__InternedString string;
    bool is_new;
};

/* Details of an event as Perfetto's annotations, and memory for their texts. `count` must be 0 at first. */
struct qp_perfetto_annotations {
    Perfetto__DebugAnnotation items[QP_DRAWN_DETAILS + 1];
    Perfetto__DebugAnnotation *pointers[QP_DRAWN_DETAILS + 1];
    struct qp_perfetto_interned keys[QP_DRAWN_DETAILS + 1];
    char *texts[QP_DRAWN_DETAILS];
    uint32_t count;
};

/* Return the iid of the name with this key. A name that is new must live until the packet is written, because the
 * packet defines it. */
uint64_t qp_perfetto_intern(struct qp_perfetto *perfetto, struct qp_map *map, uint64_t key,
                            struct qp_perfetto_interned *interned, char *text);

/* Add a detail; the caller sets its value. The name must be a constant. */
Perfetto__DebugAnnotation *qp_perfetto_annotate(struct qp_perfetto *perfetto,
                                                struct qp_perfetto_annotations *annotations, const char *name);

/* Add the details of a bar or point (drawn.h). If the count is QP_NONE, qp_drawn_..._details ran out of memory. */
void qp_perfetto_annotate_all(struct qp_perfetto *perfetto, struct qp_perfetto_annotations *annotations,
                              const struct qp_drawn_detail *details, uint32_t count);

/* Return an event on a track of the log. */
Perfetto__TrackEvent qp_perfetto_event_on(uint32_t type, uint32_t track);

/* Write an event at `ns` of the process, and free the texts of its annotations. Name and annotations may be NULL. */
void qp_perfetto_put_event(struct qp_perfetto *perfetto, Perfetto__TrackEvent *event, uint64_t ns,
                           struct qp_perfetto_interned *name, struct qp_perfetto_annotations *annotations);

/* Write a track, whose uuid and parent are those within the process. */
void qp_perfetto_put_descriptor(struct qp_perfetto *perfetto, Perfetto__TrackDescriptor *descriptor);

/* Return false if out of memory, or if the output cannot be written. */
bool qp_perfetto_can_write(const struct qp_perfetto *perfetto);
