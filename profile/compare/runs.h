/* runs.h - several runs of one program, reduced to numbers per function and edge: one side of a comparison.
 *
 * A run's file may be closed once the run is added, because all texts are copied. So memory is bounded by functions,
 * edges and runs, not by files.
 *
 * Functions are identified by their keys (function_key.h), and only functions that were called or have time are
 * included. Times are nanoseconds, because each run has its own ticks. */
#pragma once

#include "profile/source/function_key.h"
#include "profile/query/query.h"
#include "profile/compare/ran_lines.h"

struct qp_run_numbers {
    uint64_t calls;
    uint64_t self;
    uint64_t total;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
};

struct qp_run {
    const char *path; /* owned by the caller */
    struct qp_text program;
    uint32_t pid;
    enum qp_product product;
    enum qp_clock_kind clock;
    enum qp_ending ending;
    uint64_t start;                     /* nanoseconds since 1970 */
    struct qp_run_identity *identities; /* identity of the run, or identities of the runs that were merged into its
                                         * file */
    uint32_t merged;                    /* number of merged runs; 0 = a single recorded run */
    bool is_job;                        /* the merged runs are the ranks of a job */
    uint64_t damages;
    enum qp_measure measure;          /* meaning of self times: of allocations they are bytes or objects */
    bool counts_allocations;          /* they are counts of all allocations, not estimates */
    bool has_time;                    /* functions have times */
    bool sampled;                     /* times are of samples */
    uint64_t samples;                 /* 0 unless the run is sampled */
    bool counts_calls;                /* false if calls are samples */
    bool has_lines;                   /* true if lines were counted or timed, which adds overhead */
    struct qp_run_numbers all;        /* sums; the self time does not include what threads did outside of functions */
    struct qp_run_numbers *functions; /* numbers of each function that was known when the run was added */
    uint32_t function_count;
    bool *uncounted; /* for each of these functions, true if its calls were not counted; NULL unless the run is sampled
                      * and counts calls */
    uint64_t *edges; /* calls of each edge that was known when the run was added; none in a sampled run, which has
                      * only samples of edges */
    uint32_t edge_count;
};

/* An edge between functions. Without a caller (QP_NONE), the callee was the first function on its thread. */
struct qp_run_edge {
    uint32_t caller;
    uint32_t callee;
};

struct qp_runs {
    struct qp_run *items;
    uint32_t count;
    struct qp_function_keys functions;
    struct qp_run_edge *edges;
    uint32_t edge_count;
    struct qp_map edge_map;    /* maps caller << 32 | callee to the index of the edge + 1 */
    struct qp_ran_lines lines; /* lines of runs that recorded coverage and no times */
};

/* Add a run. A zeroed struct has no runs. Return false if out of memory; close the struct in either case. */
bool qp_runs_add(struct qp_runs *runs, const struct qp_query *query, const char *path);
void qp_runs_close(struct qp_runs *runs);

/* Return true if a run has a function, and did not count its calls although it counts those of others. */
static inline bool qp_runs_is_uncounted(const struct qp_run *run, uint32_t function)
{
    return run->uncounted && function < run->function_count && run->uncounted[function];
}

/* Return a run's numbers of a function, or its calls of an edge. Return zeros for QP_NONE, and for a function or
 * edge that the run does not have. */
struct qp_run_numbers qp_runs_numbers(const struct qp_runs *runs, uint32_t run, uint32_t function);
uint64_t qp_runs_edge(const struct qp_runs *runs, uint32_t run, uint32_t edge);
