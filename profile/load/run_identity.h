/* run_identity.h - identity of a run, which its saved copies, other names of its file, and merged files with it share.
 * Other numbers of it may differ: in an earlier copy, or a truncated one. */
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

_Static_assert(sizeof(struct qp_run_identity) == 32, "identities without padding, to be compared as bytes");

/* Return the identity of a file's only run, and of a run in a merged file. */
struct qp_run_identity qp_run_identity_of(const struct qp_header *header);
struct qp_run_identity qp_run_identity_of_merged(const struct qp_run_record *record);

/* Return true if it is known: a run that was not written by a recorder may have no start, and equals no other. */
bool qp_run_identity_is_known(const struct qp_run_identity *identity);

/* Return true for the same run. */
bool qp_run_identity_is_same(const struct qp_run_identity *a, const struct qp_run_identity *b);

#endif
