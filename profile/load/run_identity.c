#include "profile/load/run_identity.h"

#include <string.h>

struct qp_run_identity qp_run_identity_of(const struct qp_header *header)
{
    return (struct qp_run_identity){header->process_start, header->start_realtime_ns, header->clock_start.tick,
                                    header->pid, header->rank};
}

struct qp_run_identity qp_run_identity_of_merged(const struct qp_run_record *record)
{
    return (struct qp_run_identity){record->process_start, record->start_realtime_ns, record->start_tick, record->pid,
                                    record->rank};
}

bool qp_run_identity_is_known(const struct qp_run_identity *identity)
{
    return identity->pid || identity->process_start || identity->start_realtime_ns || identity->start_tick;
}

bool qp_run_identity_is_same(const struct qp_run_identity *a, const struct qp_run_identity *b)
{
    return qp_run_identity_is_known(a) && memcmp(a, b, sizeof *a) == 0;
}
