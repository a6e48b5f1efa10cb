/* event_definitions.h - definitions that log events refer to: kinds by name, scopes and channels by index. */
#ifndef QP_LOG_EVENT_DEFINITIONS_H
#define QP_LOG_EVENT_DEFINITIONS_H

#include "format/reader.h"

/* Additional kind: blocks are missing here, since a flight recorder reused them. */
#define QP_EVENT_GAP ((enum qp_event_kind)QP_EVENT_KINDS)

/* Additional kind for lists of events: a mark of the run, which is not in the log. */
#define QP_EVENT_MARK ((enum qp_event_kind)(QP_EVENT_KINDS + 1))

struct qp_event_scope {
    uint32_t index;
    struct qp_text name;
    struct qp_text class_name;
    uint32_t begin; /* handles of locations */
    uint32_t end;
};

struct qp_event_channel {
    uint32_t index;
    int32_t peer;
    int32_t tag;
    int32_t communicator;
};

struct qp_event_definitions {
    struct qp_reader *reader;
    struct qp_event_scope *scopes; /* by index */
    struct qp_event_channel *channels;
    uint32_t scope_count, channel_count;
};

/* Return false if out of memory; must be closed in any case. */
bool qp_event_definitions_open(struct qp_event_definitions *definitions, struct qp_reader *reader);
void qp_event_definitions_close(struct qp_event_definitions *definitions);

/* Return NULL if it is not in the file. */
const struct qp_event_scope *qp_event_definitions_scope(const struct qp_event_definitions *definitions, uint32_t index);
const struct qp_event_channel *qp_event_definitions_channel(const struct qp_event_definitions *definitions,
                                                            uint32_t index);

/* Return the name of a kind, for people and scripts: "" for an unused number, NULL beyond the last. */
const char *qp_events_kind_name(unsigned kind);

#endif
