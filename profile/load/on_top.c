#include "profile/load/on_top.h"

#include "base/clock.h"
#include "format/array.h"
#include "profile/load/load.h"
#include "profile/load/moving.h"
#include "profile/load/open.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/uio.h>

/* ---- the program's memory ------------------------------------------------------------------------------------ */

static bool read_memory(pid_t process, uint64_t address, void *bytes, size_t size)
{
    struct iovec here = {bytes, size}, there = {(void *)(uintptr_t)address, size};
    return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* Return the reference of the node on top, or 0. A thread state begins with the address of its top frame, and a
 * frame begins with the address of its node. */
static uint32_t reference_on_top(const struct qp_profile *profile, uint64_t tstate)
{
    pid_t process = (pid_t)profile->reader.recorder;
    uint64_t base = profile->reader.header.window_base, top;
    struct qp_frame frame;
    if (!read_memory(process, tstate, &top, sizeof top) || !read_memory(process, top, &frame, sizeof frame))
        return 0;
    uint64_t distance = frame.node - base;
    bool fits = frame.node >= base && distance % QP_UNIT == 0 && distance / QP_UNIT <= UINT32_MAX;
    return fits ? (uint32_t)(distance / QP_UNIT) : 0;
}

/* Return the address of a carrier's thread state in the program, or 0 if the program or the thread has ended. */
static uint64_t tstate_of(const struct qp_profile *profile, uint32_t carrier, enum qp_product product)
{
    bool readable = profile->reader.recorder && !profile->threads[carrier].ended;
    return readable ? profile->carriers[carrier].tstates[product] : 0;
}

void qp_on_top_look(struct qp_on_top_before *before, const struct qp_profile *profile, enum qp_product product)
{
    *before = (struct qp_on_top_before){.pairs = malloc(((size_t)profile->carrier_count + 1) * sizeof *before->pairs)};
    for (uint32_t i = 0; before->pairs && i < profile->carrier_count; i++) {
        uint64_t tstate = tstate_of(profile, i, product);
        uint32_t node = tstate ? reference_on_top(profile, tstate) : 0;
        before->pairs[before->count++] = (struct qp_on_top_pair){profile->carriers[i].reference, node};
    }
}

void qp_on_top_before_free(struct qp_on_top_before *before)
{
    free(before->pairs);
    *before = (struct qp_on_top_before){0};
}

static uint32_t find_before(const struct qp_on_top_before *before, const struct qp_profile *profile, uint32_t carrier)
{
    uint32_t pair =
        qp_array_find(before->pairs, before->count, sizeof *before->pairs, profile->carriers[carrier].reference);
    return pair == QP_NONE ? QP_NONE : qp_nodes_find(profile, before->pairs[pair].node);
}

bool qp_on_top_find(struct qp_on_top *on_top, const struct qp_profile *profile, enum qp_product product,
                    const struct qp_on_top_before *before)
{
    *on_top = (struct qp_on_top){.nodes = malloc(((size_t)profile->carrier_count + 1) * sizeof *on_top->nodes)};
    for (uint32_t i = 0; on_top->nodes && i < profile->carrier_count; i++) {
        uint64_t tstate = tstate_of(profile, i, product);
        on_top->nodes[i] = QP_NONE;
        if (!tstate || on_top->refused)
            continue;
        errno = 0;
        on_top->nodes[i] = qp_nodes_find(profile, reference_on_top(profile, tstate));
        if (errno == EPERM || errno == ENOSYS) /* errors that a seccomp filter causes */
            on_top->refused = errno;
        else if (on_top->nodes[i] == QP_NONE)
            on_top->nodes[i] = find_before(before, profile, i);
    }
    return on_top->nodes;
}

void qp_on_top_free(struct qp_on_top *on_top)
{
    free(on_top->nodes);
    *on_top = (struct qp_on_top){0};
}

/* ---- time that no event has charged yet ---------------------------------------------------------------------- */

/* Return the current tick, or 0 if the profile's clock cannot be read in this process. */
static uint64_t current_tick(const struct qp_profile *profile)
{
    switch (profile->reader.header.clock_kind) {
    case QP_CLOCK_TSC:
        return profile->clock_end.tick;
    case QP_CLOCK_MONOTONIC:
        return qp_clock_monotonic();
    default:
        return 0;
    }
}

/* Return true if the carrier had no event since its root was read, and has none in progress. */
static bool had_no_event(const struct qp_profile *profile, const struct qp_profile_root *root)
{
    return root->ledger.arriving == root->ledger.last && !qp_moving_is_later(profile, root);
}

void qp_on_top_charge(const struct qp_on_top *on_top, struct qp_profile *profile, enum qp_product product)
{
    uint64_t now = current_tick(profile);
    bool virtual_threads = (profile->reader.header.virtual_threads & (1u << product)) != 0;
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        uint32_t node = on_top->nodes[i], root = qp_open_clock(profile, i, product);
        if (node == QP_NONE || root == QP_NONE || !had_no_event(profile, &profile->roots[root]))
            continue;
        /* The carrier runs no virtual thread. Whether this time is scheduler or idle time is decided by the next
         * event. */
        if (virtual_threads && node == root)
            continue;
        if (profile->roots[root].ledger.last < now)
            qp_open_charge(profile, root, node, now);
    }
}
