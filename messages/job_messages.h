/* job_messages.h - totals of the messages of all ranks of a job, by pair of ranks, communicator, tag, call site, call
 * path and size.
 *
 * The files are read one after another, so memory is proportional to the result. Each message between two ranks is
 * counted twice: sent, in the sender's file, and received, in the receiver's. */
#pragma once

#include "messages/call_sites.h"
#include "profile/log/messages.h"

/* Keys by which messages are grouped: X(constant, name for options and scripts). */
#define QP_MESSAGES_BY_LIST(X)                                                                                         \
    X(RANK, "rank")                 /* from: sender, to: receiver; without a peer, both are the same rank */           \
    X(COMMUNICATOR, "communicator") /* from: index of the communicator */                                              \
    X(TAG, "tag")                   /* from: tag, to: 1 = tags from `from` to 2 * from - 1; only of messages */        \
    X(SITE, "site")                 /* from: index of the call site */                                                 \
    X(PATH, "path")                 /* from: index of the call path */                                                 \
    X(SIZE, "size")                 /* from: class of sizes, as in qp_traffic_record */

enum qp_messages_by {
#define X(constant, name) QP_MESSAGES_BY_##constant,
    QP_MESSAGES_BY_LIST(X)
#undef X
        QP_MESSAGES_BYS
};

struct qp_message_totals {
    uint64_t count;
    uint64_t bytes;
    uint64_t ns; /* time in the calls */
};

struct qp_messages_row {
    enum qp_channel_kind kind;
    int32_t from, to;
    struct qp_message_totals sent;     /* by the senders' files. Collective operations: each rank counts; bytes sent */
    struct qp_message_totals received; /* by the receivers' files. Collective operations: count and time of `sent`, but
                                        * bytes received */
    uint32_t sizes;                    /* index + 1 of the newest class of sizes in qp_job_messages.sizes, 0 = none */
};

/* Messages of one class of sizes in a row. */
struct qp_messages_size {
    uint32_t bits; /* class of sizes */
    uint32_t next; /* index + 1 of another class of the row, 0 = none */
    uint64_t sent;
    uint64_t received; /* collective operations: 0 */
};

struct qp_messages_table {
    struct qp_messages_row *rows;
    uint32_t count;
    struct qp_map map; /* key of a row; value: index + 1 */
};

/* A communicator of a job, or all that are unknown (index 0). */
struct qp_job_communicator {
    struct qp_text name;
    uint64_t key;
    uint32_t members; /* number of ranks; of an intercommunicator: in both groups, as far as their files are there */
    uint32_t files;   /* number of files that define it */
    int32_t group;    /* intercommunicator: lowest peer of the group that was counted first */
    bool inter;
};

#define QP_COMMUNICATOR_UNKNOWN 0u

/* The number of a process in this folder: its rank in MPI_COMM_WORLD, or a negative number for a process that
 * MPI_Comm_spawn started. QP_PEER_NONE is an unknown process. */
#define QP_PROCESS_WORLDS 1000
#define QP_PROCESS_RANKS  (1 << 20) /* in each world but the first */

static inline int32_t qp_process(uint32_t world, uint32_t rank)
{
    if (world == 0)
        return (int32_t)(rank & INT32_MAX);
    return world > QP_PROCESS_WORLDS || rank >= QP_PROCESS_RANKS
               ? QP_PEER_NONE
               : -2 - (int32_t)rank - (int32_t)(world - 1) * QP_PROCESS_RANKS;
}

/* Write the name of a process: "3", "1.3" for rank 3 of the spawned world 1, or "?". */
#define QP_PROCESS_NAME 24
void qp_process_name(int32_t process, char name[QP_PROCESS_NAME]);

struct qp_job_rank {
    const char *path;
    struct qp_text host;
    uint64_t job; /* 0 = unknown */
    uint32_t world;
    int32_t rank;      /* number of the process */
    uint64_t start_ns; /* CLOCK_MONOTONIC */
    uint64_t duration_ns;
    uint64_t lost;     /* messages whose rank, communicator or tag is unknown, because there was no room for it */
    bool has_messages; /* the file has totals */
    bool has_moments;  /* its ticks are moments */
    bool complete;     /* the run ended normally */
    bool damaged;
    bool no_room; /* records had no space in the file: totals may lack messages */
};

struct qp_job_messages {
    struct qp_job_rank *ranks; /* in order of their ranks */
    uint32_t rank_count;
    uint32_t size;   /* number of ranks that the job's files should have, as far as they say so */
    uint32_t worlds; /* number of worlds: 1 + the largest world of a file */
    bool one_host;   /* all ranks ran on the same host */
    struct qp_text program;
    struct qp_call_sites sites;
    struct qp_job_communicator *communicators;
    uint32_t communicator_count;
    struct qp_map communicator_map; /* key; value: index + 1 */
    struct qp_messages_table by[QP_MESSAGES_BYS];
    struct qp_messages_size *sizes;
    uint32_t size_count;
    struct qp_map size_map; /* row and class */
    struct qp_messages_row all[QP_CHANNEL_KINDS];
};

/* Read the files of a job's ranks. Return 0, or the error's code; then there is nothing to close. The paths must
 * outlive the result. Two files of one rank are an error. */
int qp_job_messages_open(struct qp_job_messages *job, const char *const *paths, uint32_t count, struct qp_error *error);
void qp_job_messages_close(struct qp_job_messages *job);

/* Return the index of a rank among the ranks with a file, UINT32_MAX if it has none. */
uint32_t qp_job_messages_rank(const struct qp_job_messages *job, int32_t rank);

/* Return the index of a communicator of a rank's file, QP_COMMUNICATOR_UNKNOWN if it is unknown. */
uint32_t qp_job_messages_communicator(const struct qp_job_messages *job, const struct qp_job_rank *rank,
                                      const struct qp_messages *messages, int32_t number);

/* Return the number of the process that a rank's file calls `peer`. */
int32_t qp_job_messages_process(const struct qp_job_messages *job, const struct qp_job_rank *rank, int32_t peer);

/* Return true if both ranks of a row by rank have files. */
bool qp_job_messages_has_both(const struct qp_job_messages *job, const struct qp_messages_row *row);

/* Return true if both ranks of a row by rank have files, and these differ about the messages between them. */
bool qp_job_messages_differ(const struct qp_job_messages *job, const struct qp_messages_row *row);

/* Return the number of messages, and of their bytes: those sent, or those received if the senders' files are
 * missing. */
uint64_t qp_messages_row_count(const struct qp_messages_row *row);
uint64_t qp_messages_row_bytes(const struct qp_messages_row *row);

const char *qp_messages_by_name(enum qp_messages_by by);
