/* arrows.h - messages of a process, with arrows from the processes that sent them: flows of Perfetto. */
#pragma once

#include "messages/flows.h"
#include "export/perfetto/packets.h"

/* A received message, until its number is known. */
struct qp_perfetto_received {
    struct qp_point point;
    struct qp_resolved event;
    uint32_t next_free; /* index + 1 of another unused item, 0 = none */
};

struct qp_perfetto_arrows {
    struct qp_flows flows;
    struct qp_perfetto_received *received;
    uint32_t count;
    uint32_t free; /* index + 1 of the first unused item, 0 = none */
};

/* Begin the arrows of a file. Return false if out of memory; then there is nothing to close. */
bool qp_perfetto_arrows_open(struct qp_perfetto_arrows *arrows, const struct qp_export *export);
void qp_perfetto_arrows_close(struct qp_perfetto_arrows *arrows);

/* Write a point. A message that was sent is written at the begin of its call, and one that was received may be written
 * after a later event, since readers sort events by time. */
void qp_perfetto_put_point(struct qp_perfetto *perfetto, const struct qp_point *point);

/* Write the received messages that are left after the last event. */
void qp_perfetto_arrows_end(struct qp_perfetto *perfetto);
