/* event_definitions.h - what events of the log refer to: kinds by name, scopes and channels by index. */
#ifndef QP_LOG_EVENT_DEFINITIONS_H
#define QP_LOG_EVENT_DEFINITIONS_H

#include "format/reader.h"

/* Beside the kinds of the file: blocks are missing here, since they were used again (flight recorder). */
#define QP_EVENT_GAP ((enum qp_event_kind)QP_EVENT_KINDS)

/* And what stands beside the log: a mark of the run, where a list has it among the events. */
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

/* Returns false without memory; it is to be closed in any case. */
bool qp_event_definitions_open(struct qp_event_definitions *definitions, struct qp_reader *reader);
void qp_event_definitions_close(struct qp_event_definitions *definitions);

/* NULL when they are not in the file. */
const struct qp_event_scope *qp_event_definitions_scope(const struct qp_event_definitions *definitions, uint32_t index);
const struct qp_event_channel *qp_event_definitions_channel(const struct qp_event_definitions *definitions,
                                                            uint32_t index);

/* What a kind is called, for people and scripts: "" for a number that no event has, NULL past the last. */
const char *qp_events_kind_name(unsigned kind);

#endif
