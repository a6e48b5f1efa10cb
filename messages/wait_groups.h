/* wait_groups.h - wait states added up by call site, call path, pair of ranks, communicator or rank that was late. */
#pragma once

#include "messages/waits.h"

/* Keys of groups: X(constant, name for scripts). */
#define QP_WAITS_BY_LIST(X)                                                                                            \
    X(RANK, "rank") /* first: the rank that waited; second: the late rank */                                           \
    X(COMMUNICATOR, "communicator")                                                                                    \
    X(SITE, "site")                                                                                                    \
    X(PATH, "path")

enum qp_waits_by {
#define X(constant, name) QP_WAITS_BY_##constant,
    QP_WAITS_BY_LIST(X)
#undef X
        QP_WAITS_BYS
};

struct qp_wait_group {
    enum qp_wait_kind kind;
    int32_t first, second; /* key: an index or a number of a process */
    uint64_t count;
    uint64_t ns;
    uint64_t longest_ns;
    int32_t late; /* rank for which the group's calls waited longest, and that part of the time */
    uint64_t late_ns;
};

/* Add up the wait states by a key and, if `by_kind`, by kind. Set *groups to an array that the caller frees, longest
 * first. Return its length; if out of memory, set *groups to NULL. */
uint32_t qp_wait_groups(const struct qp_job_waits *waits, enum qp_waits_by by, bool by_kind,
                        struct qp_wait_group **groups);

const char *qp_waits_by_name(enum qp_waits_by by);
