/* peers.h - communicators of a process as definitions of the archive, and peers of its messages as ranks in them. */
#pragma once

#include "export/otf2/definitions.h"
#include "profile/log/events.h"
#include "profile/log/messages.h"

/* The process at the other end of a channel; for a collective operation, its root. */
struct qp_otf2_peer {
    uint32_t comm; /* number of the communicator, QP_OTF2_NONE = the peer is in no known group */
    uint32_t rank; /* rank in the communicator; QP_OTF2_NONE = none */
};

/* The process whose messages are translated. */
struct qp_otf2_self {
    uint32_t process; /* number of its definition */
    uint32_t world;   /* number of its MPI_COMM_WORLD in the job */
    uint32_t rank;
};

/* Define the communicators of a file. Return an array with the peer of each channel of the log, which the caller frees;
 * NULL if out of memory. */
struct qp_otf2_peer *qp_otf2_peers(struct qp_otf2_definitions *definitions, const struct qp_otf2_self *self,
                                   const struct qp_messages *messages, const struct qp_event_definitions *log);
