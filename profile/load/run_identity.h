/* run_identity.h - by what a run is the same in two files: copies that it saved of itself, a file by two names, a
 * merged file that has it. Its numbers may be others: of a copy that was made earlier, or cut off. */
#ifndef QP_LOAD_RUN_IDENTITY_H
#define QP_LOAD_RUN_IDENTITY_H

#include "profile/load/model.h"

struct qp_run_identity {
    uint64_t process_start;
    uint64_t start_realtime_ns;
    uint64_t start_tick; /* of its own clock */
    uint32_t pid;
    uint32_t rank;
};

/* Of a file of one run; of a run in a merged file. */
struct qp_run_identity qp_run_identity_of(const struct qp_header *header);
struct qp_run_identity qp_run_identity_of_merged(const struct qp_run_record *record);

/* A run that no recorder wrote may have no start, and is the same as none. */
bool qp_run_identity_is_same(const struct qp_run_identity *a, const struct qp_run_identity *b);

uint64_t qp_run_identity_hash(const struct qp_run_identity *identity);

#endif
