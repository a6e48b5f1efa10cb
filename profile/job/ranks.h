/* ranks.h - a job reduced to numbers: a row of times for each rank, and the spread of each function's numbers over the
 * ranks.
 *
 * A rank's file may be closed once it is added. Memory is proportional to ranks plus functions, so a job of thousands
 * of ranks is reduced one file after another. Functions are matched by their keys (function_key.h). Times are
 * nanoseconds, because each rank has its own ticks. A rank that did not call a function counts as 0. */
#pragma once

#include "profile/job/job.h"
#include "profile/query/problem.h"
#include "profile/query/query.h"
#include "profile/source/function_key.h"

/* Numbers of a rank, or of several ranks together. The times are sums over threads, except `elapsed`. */
struct qp_rank_row {
    uint32_t file;    /* index of the rank's file in the job, or of the first one */
    uint32_t ranks;   /* number of ranks */
    uint64_t elapsed; /* duration of the run; the longest one of several */
    uint64_t program; /* running time in functions that are not MPI's, and outside of functions */
    uint64_t mpi;     /* running time in functions of class MPI other than MPI_Init and MPI_Finalize */
    uint64_t joining; /* running time in MPI_Init, MPI_Init_thread and MPI_Finalize */
    uint64_t calls;
};

/* Numbers of a function that are compared over the ranks. */
enum qp_spread_of { QP_SPREAD_SELF, QP_SPREAD_TOTAL, QP_SPREAD_CALLS, QP_SPREADS };

struct qp_spread {
    uint64_t sum;
    uint64_t least; /* of the ranks that called the function */
    uint64_t most;
    uint32_t rank; /* index of the first rank's row that has `most` */
};

struct qp_rank_function {
    uint32_t ranks; /* number of ranks that called the function */
    struct qp_spread spreads[QP_SPREADS];
};

/* A kind of misuse or loss (diagnostic.h). */
struct qp_rank_problem {
    uint64_t count;
    uint32_t ranks;       /* number of ranks that had it */
    uint32_t rank;        /* index of the first such rank's row */
    struct qp_text first; /* first occurrence in that rank */
};

struct qp_ranks {
    struct qp_rank_row *rows; /* one for each rank */
    uint32_t count;
    struct qp_function_keys keys;
    struct qp_rank_function *functions; /* for each key */
    enum qp_product product;
    struct qp_rank_row all; /* all ranks together */
    uint64_t self;          /* self time of all functions */
    uint64_t overhead;      /* subtracted from all times */
    struct qp_rank_problem problems[QP_DIAGNOSTICS];
    bool has_times;
    bool sampled;
    bool has_mpi;
    struct qp_rank_current *current; /* for each key, numbers of the rank that is being added */
    uint32_t function_count, current_count;
};

/* Add the rank whose file has this index in the job. A zeroed struct has no ranks. Return false if out of memory; close
 * the struct in either case. */
bool qp_ranks_add(struct qp_ranks *ranks, const struct qp_query *query, uint32_t file);
void qp_ranks_close(struct qp_ranks *ranks);

/* Return a number's minimum over all ranks: 0 if a rank did not call the function. */
uint64_t qp_ranks_least(const struct qp_ranks *ranks, const struct qp_rank_function *function, enum qp_spread_of of);

/* Return the part of the maximum by which it exceeds the mean, in millionths: (most - mean) / most. */
uint64_t qp_ranks_imbalance(uint64_t sum, uint64_t most, uint32_t count);

/* Return the row with the longest time in the program; NULL if there are no rows. */
const struct qp_rank_row *qp_ranks_busiest(const struct qp_rank_row *rows, uint32_t count);

/* Add up the rows of each host, in order of the hosts' first ranks. Set *count to the number of rows. The caller frees
 * the result; it is NULL if out of memory. */
struct qp_rank_row *qp_ranks_by_host(const struct qp_ranks *ranks, const struct qp_job *job, uint32_t *count);
