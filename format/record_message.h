/* record_message.h - the records of messages between processes: their channels, communicators and totals. Part of
 * record.h. */
#pragma once

#include <stdint.h>

/* Kinds of channels: X(constant, name for scripts). */
#define QP_CHANNEL_LIST(X)                                                                                             \
    X(MESSAGE, "message")                                                                                              \
    X(COLLECTIVE, "collective") /* collective operations; the peer is the root, the tag is 0 */                        \
    X(ONE_SIDED, "one-sided")   /* access to a window of memory of the peer */                                         \
    X(FILE, "file")             /* reading and writing of files; the peer is QP_PEER_NONE */

enum qp_channel_kind {
#define X(constant, name) QP_CHANNEL_##constant,
    QP_CHANNEL_LIST(X)
#undef X
        QP_CHANNEL_KINDS
};

/* No process, or no particular one, as in a collective operation without a root. Also a process of a third
 * MPI_COMM_WORLD, whose rank there is unknown. */
#define QP_PEER_NONE (-1)

/* A channel: messages with one tag and one communicator to or from one process. */
struct qp_channel_record {
    uint32_t published;
    uint32_t handle;
    int32_t peer; /* rank in MPI_COMM_WORLD, or QP_PEER_NONE; -2 - N is rank N in another MPI_COMM_WORLD: that of the
                   * parents, or the first that this process spawned */
    int32_t tag;
    int32_t communicator; /* number of a qp_communicator_record, or what the program passed to libvt */
    uint16_t kind;        /* enum qp_channel_kind */
    uint16_t tag_range;   /* 1 = messages with tags from `tag` to 2 * tag - 1: totals are not kept for each large tag */
};

/* Totals of messages on one channel: those of one thread, one call path, one call site and one class of sizes. Records
 * with the same key add up. */
struct qp_traffic_record {
    uint32_t published;
    uint32_t thread;    /* reference of a qp_thread_record */
    uint32_t node;      /* reference of the qp_node of the call that sent or received, or that started the request */
    uint32_t location;  /* handle of the call site of this call, 0 = unknown */
    uint32_t channel;   /* handle; that of the peer QP_PEER_NONE and the communicator QP_COMMUNICATOR_OTHER has the
                         * messages for which there were no totals left */
    uint16_t direction; /* enum qp_traffic_direction */
    uint16_t size;      /* bits of the number of bytes of each message: 0 = no bytes, n = from 2^(n-1) to 2^n - 1 bytes;
                         * collective operations: of the larger number of bytes sent and received */
    uint64_t count;
    uint64_t bytes;    /* bytes sent or received; collective operations: bytes sent */
    uint64_t received; /* collective operations: bytes received */
    uint64_t ticks;    /* time in the calls that sent or received; a call with n messages adds an n-th to each */
};

/* Directions of messages: X(constant, name for scripts). */
#define QP_TRAFFIC_LIST(X)                                                                                             \
    X(SENT, "sent")                                                                                                    \
    X(RECEIVED, "received")                                                                                            \
    X(BOTH, "both") /* collective operations */

enum qp_traffic_direction {
#define X(constant, name) QP_TRAFFIC_##constant,
    QP_TRAFFIC_LIST(X)
#undef X
        QP_TRAFFIC_DIRECTIONS
};

/* Numbers of communicators. */
#define QP_COMMUNICATOR_WORLD 0u
#define QP_COMMUNICATOR_SELF  1u
#define QP_COMMUNICATOR_OTHER 2u /* all communicators for which there was no number left */
#define QP_COMMUNICATOR_FIRST 3u
#define QP_COMMUNICATOR_MOST  65536u

#define QP_COMMUNICATOR_INTER 1u /* flag: an intercommunicator, whose peers are those of the remote group */

struct qp_communicator_record {
    uint32_t published;
    uint32_t number;
    uint32_t name;    /* reference of a qp_string, 0 = none */
    int32_t rank;     /* rank of this process in it */
    uint32_t members; /* reference of an array uint64_t[count] (QP_KIND_ADDRESSES): the peers in the order of their
                       * ranks in it, as in qp_channel_record; 0 = those of MPI_COMM_WORLD, or this process itself */
    uint32_t count;
    uint32_t flags; /* QP_COMMUNICATOR_* */
    uint32_t unused;
    uint64_t key; /* equal for all members of the communicator, and different for different communicators */
};
