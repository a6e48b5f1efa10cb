/* messages.h - communicators of a run, and totals of its messages by channel, call path, call site and size.
 *
 * Totals are exact even if the log has no room or is filtered. The profile must outlive struct qp_messages. */
#pragma once

#include "profile/load/model.h"

struct qp_communicator_item {
    uint32_t number;
    struct qp_text name;
    int32_t rank; /* of this process in it */
    uint32_t count;
    const uint64_t *members; /* array of `count` peers by their rank in the communicator, as int64_t; NULL = all ranks
                              * of MPI_COMM_WORLD, or only this process */
    bool inter;              /* an intercommunicator; `members` are those of the remote group */
    uint64_t key;            /* equal in the files of all members */
};

struct qp_channel_item {
    uint32_t handle;
    int32_t peer; /* as in qp_channel_record */
    int32_t tag;
    int32_t communicator;
    enum qp_channel_kind kind;
    bool tag_range; /* `tag` stands for the tags from `tag` to 2 * tag - 1 */
};

struct qp_traffic_item {
    uint32_t thread;                /* index of a carrier */
    uint32_t node;                  /* index of the node of the call, QP_NONE = unknown */
    uint32_t location;              /* handle of the call site, 0 = unknown */
    struct qp_channel_item channel; /* QP_COMMUNICATOR_OTHER and QP_PEER_NONE: all channels for which there was no room
                                     * for totals */
    enum qp_traffic_direction direction;
    uint32_t size; /* class of sizes: number of bits of the bytes of each message (qp_traffic_record) */
    uint64_t count;
    uint64_t bytes;
    uint64_t received; /* collective operations: bytes received; `bytes` is the bytes sent */
    uint64_t ticks;
};

struct qp_messages {
    struct qp_profile *profile;
    struct qp_communicator_item *communicators; /* sorted by number */
    struct qp_channel_item *channels;           /* sorted by handle */
    struct qp_traffic_item *items;
    uint32_t communicator_count, channel_count, item_count;
};

/* Read the messages of a profile. Return 0, or the error's code; then nothing needs to be closed. */
int qp_messages_open(struct qp_messages *messages, struct qp_profile *profile, struct qp_error *error);
void qp_messages_close(struct qp_messages *messages);

/* Return a communicator by its number, NULL if the file does not have it. */
const struct qp_communicator_item *qp_messages_communicator(const struct qp_messages *messages, int32_t number);

/* Names of the numbers of records, for scripts. */
const char *qp_messages_direction_name(enum qp_traffic_direction direction);
const char *qp_messages_kind_name(enum qp_channel_kind kind);
