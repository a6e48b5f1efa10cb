/* job_log.h - the data files of a job's ranks for tests, written call by call. Times are microseconds since the start
 * of the job; the ranks start one after another, so that their own clocks differ. */
#pragma once

#include "tests/support/builder.h"

/* MPI calls that a test writes; a state of class MPI each. */
enum job_call { JOB_SEND, JOB_RECV, JOB_ISEND, JOB_IRECV, JOB_WAITALL, JOB_BARRIER, JOB_BCAST, JOB_REDUCE, JOB_CALLS };

struct job_message {
    int peer; /* rank in MPI_COMM_WORLD; collective operations: the root */
    int tag;
    int communicator; /* number in the rank's file */
    uint64_t bytes;   /* collective operations: bytes sent */
    uint64_t received;
    unsigned request; /* 0 = none */
};

struct job_log {
    struct builder builder;
    uint32_t thread;
    uint32_t rank;
    uint64_t *next;    /* next word of the log */
    uint64_t tick;     /* of the previous event */
    uint64_t start;    /* of this rank, in ns */
    uint64_t entered;  /* current call */
    uint32_t location; /* line of the current call */
    enum job_call call;
    uint32_t nodes[JOB_CALLS]; /* references */
    uint32_t channels;
    int uncounted; /* leave out the totals of what follows */
    int unlogged;  /* leave out the events of what follows */
    struct job_channel *known;
};

void job_begin(struct job_log *log, uint32_t rank, uint32_t ranks);

/* Define a communicator, an intercommunicator if its first member is of another world. `members` are world ranks, and
 * `key` is equal for all members. */
void job_communicator(struct job_log *log, uint32_t number, uint64_t key, const int *members, uint32_t count,
                      const char *name);

/* Enter a call from a line of ring.c. */
void job_enter(struct job_log *log, uint64_t us, enum job_call call, uint32_t line);

/* These functions write what the current call did. They come before job_leave, at its time. */
void job_sends(struct job_log *log, uint64_t us, const struct job_message *message);
void job_receives(struct job_log *log, uint64_t us, const struct job_message *message);
void job_gathers(struct job_log *log, uint64_t us, const struct job_message *message); /* a collective operation */
void job_posts(struct job_log *log, uint64_t us, unsigned request);
void job_completes(struct job_log *log, uint64_t us, unsigned request);
void job_leave(struct job_log *log, uint64_t us);

/* The log loses events at this time. */
void job_loses(struct job_log *log, uint64_t us);

/* Complete the data file in log->builder. */
void job_end(struct job_log *log);

/* Complete the data file, write it to NAME.RANK.qii, and free the memory. */
void job_write(struct job_log *log, const char *name);
