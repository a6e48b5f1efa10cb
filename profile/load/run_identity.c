#include "profile/load/run_identity.h"

#include "base/hash.h"

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

static bool is_known(const struct qp_run_identity *identity)
{
    return identity->pid || identity->process_start || identity->start_realtime_ns || identity->start_tick;
}

bool qp_run_identity_is_same(const struct qp_run_identity *a, const struct qp_run_identity *b)
{
    return is_known(a) && a->pid == b->pid && a->process_start == b->process_start &&
           a->start_realtime_ns == b->start_realtime_ns && a->start_tick == b->start_tick && a->rank == b->rank;
}

uint64_t qp_run_identity_hash(const struct qp_run_identity *identity)
{
    const uint64_t parts[] = {identity->pid, identity->process_start, identity->start_realtime_ns, identity->start_tick,
                              identity->rank};
    return qp_hash_bytes(parts, sizeof parts);
}
