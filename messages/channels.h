/* channels.h - matching of sends with receives.
 *
 * On one channel (sender, receiver, communicator, tag), the n-th send belongs to the n-th receive that was posted. So a
 * channel is a queue of messages whose other side has not been read yet. If a log lacks messages of a channel, the
 * channel is closed there: later messages are not matched. */
#pragma once

#include "format/texts.h"
#include "messages/wait_calls.h"

enum qp_match_side { QP_MATCH_SEND, QP_MATCH_RECEIVE, QP_MATCH_SIDES };

#define QP_NO_MESSAGE UINT32_MAX

struct qp_match_message {
    uint32_t next;  /* index of the next message of the channel, QP_NO_MESSAGE = none */
    uint32_t call;  /* call that waits for it, or QP_NO_CALL */
    uint64_t begin; /* moment at which the send was entered, or the receive posted; 0 = unknown */
    uint64_t bytes;
    uint64_t posted; /* a matched send: moment at which its receive was posted */
    uint32_t late;   /* a matched send: index of the receiver's log */
    uint32_t communicator;
    bool nonblocking; /* of a send */
    bool is_request;  /* nonblocking send: the call that completes it is not known yet */
    bool is_decided;  /* matched, or not to be matched */
};

struct qp_match_key {
    uint32_t logs[QP_MATCH_SIDES]; /* indexes of the sender's and the receiver's log; UINT32_MAX = no file */
    uint32_t communicator;
    int32_t tag;
};

struct qp_match_channel {
    uint32_t logs[QP_MATCH_SIDES];
    uint32_t communicator;
    uint32_t first, last;        /* queue of messages */
    enum qp_match_side side;     /* side of the queued messages */
    bool closed[QP_MATCH_SIDES]; /* no more messages of this side can be matched */
};

struct qp_match {
    struct qp_match_channel *channels;
    uint32_t channel_count;
    struct qp_map map; /* key of a channel; value: index + 1 */
    struct qp_texts texts;
    struct qp_pool messages;
    struct qp_wait_calls *calls;
    bool *ended;      /* for each log, true if all of its events were added */
    uint64_t matched; /* number of messages whose two sides were matched */
};

/* Return the index of a channel, UINT32_MAX if out of memory. */
uint32_t qp_match_channel(struct qp_match *match, const struct qp_match_key *key);

/* Add a send or a receive. Return its index, for qp_match_complete. Return QP_NO_MESSAGE if it is not needed any more,
 * or if out of memory; *failed is then set. A receive that ended before its send began, or that got more bytes, shows
 * that the logs do not belong together; then the channel is closed. */
uint32_t qp_match_add(struct qp_match *match, uint32_t channel, enum qp_match_side side,
                      const struct qp_match_message *message, bool *failed);

/* Close a side of a channel: the rank's log lacks messages from here on. */
void qp_match_close_side(struct qp_match *match, uint32_t channel, enum qp_match_side side);

/* Set the call that completes a nonblocking send; QP_NO_CALL = it was cancelled. The call is held by the caller. */
void qp_match_complete(struct qp_match *match, uint32_t message, uint32_t call);
void qp_match_free(struct qp_match *match);
