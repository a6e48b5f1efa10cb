#include "profile/load/open.h"

#include "base/atomic.h"
#include "profile/load/load.h"

#include <stdlib.h>

/* ---- open time of virtual threads ------------------------------------------------------------------------------- */

struct qp_span qp_open_phase(const struct qp_profile *profile, uint32_t phase)
{
    const struct qp_profile_phase *it = &profile->phases[phase];
    uint64_t cleared = qp_profile_epoch_tick(profile, it->product, profile->clear_epoch[it->product]);
    bool last = phase + 1 == profile->phase_count || it[1].product != it->product;
    uint64_t from = it->number == 0 ? 0 : it->tick;
    return (struct qp_span){from > cleared ? from : cleared, last ? UINT64_MAX : it[1].tick};
}

uint32_t qp_open_clock(const struct qp_profile *profile, uint32_t carrier, uint32_t product)
{
    return profile->clocks[(size_t)carrier * QP_PRODUCTS + product];
}

static uint64_t last_event(const struct qp_profile *profile, uint32_t carrier, uint32_t product)
{
    uint32_t root = carrier == QP_NONE ? QP_NONE : qp_open_clock(profile, carrier, product);
    return root == QP_NONE ? 0 : profile->roots[root].ledger.last;
}

static uint64_t end_of(const struct qp_profile *profile, const struct qp_profile_thread *thread)
{
    uint32_t clock = profile->reader.header.clock_kind;
    if (thread->kept || !thread->since)
        return thread->since;
    if (thread->mounted)
        return last_event(profile, thread->carrier, thread->product);
    if (qp_profile_is_complete(profile) || qp_clock_is_of_threads(clock) || clock == QP_CLOCK_NONE)
        return thread->since;
    return profile->last_tick;
}

uint64_t qp_open_add(const struct qp_profile *profile, const struct qp_profile_thread *thread, struct qp_span within,
                     uint64_t times[QP_TIMES])
{
    uint64_t end = end_of(profile, thread), paused = 0;
    bool runs = thread->state == QP_CONTEXT_RUNNING && !thread->mounted; /* a virtual thread that is not on a carrier
                                                                          * cannot be running */
    uint32_t state = runs ? QP_CONTEXT_RUNNABLE : thread->state;
    uint64_t woken = thread->woken > thread->since && !thread->mounted ? thread->woken : end; /* ignore a wake-up
                                                                                               * that is older than
                                                                                               * `since` */
    if (thread->since >= end)
        return 0;
    const struct qp_span parts[] = {{thread->since, woken < end ? woken : end}, {woken, end}};
    const uint32_t states[] = {state, QP_CONTEXT_RUNNABLE};
    for (int i = 0; i < 2; i++) {
        const struct qp_span cut = {parts[i].from > within.from ? parts[i].from : within.from,
                                    parts[i].until < within.until ? parts[i].until : within.until};
        if (cut.from >= cut.until)
            continue;
        uint64_t not_recorded = qp_profile_paused(profile, thread->product, cut);
        times[states[i] - 1] += cut.until - cut.from - not_recorded;
        paused += not_recorded;
    }
    return paused;
}

/* ---- suspended time of the nodes on top --------------------------------------------------------------------- */

static void add_suspended(struct qp_suspended *sum, const uint64_t times[QP_TIMES])
{
    sum->blocked += times[QP_CONTEXT_BLOCKED - 1];
    sum->waiting += times[QP_CONTEXT_WAITING - 1];
    sum->runnable += times[QP_CONTEXT_RUNNABLE - 1];
}

static bool add_to_node(struct qp_profile *profile, const struct qp_profile_thread *thread, uint64_t cleared)
{
    uint64_t all[QP_TIMES] = {0}, in_phase[QP_TIMES] = {0};
    uint32_t root = profile->nodes[thread->top].root;
    if (profile->roots[root].cleared || profile->roots[root].product != thread->product)
        return true;
    qp_open_add(profile, thread, (struct qp_span){cleared, UINT64_MAX}, all);
    if (!all[QP_CONTEXT_BLOCKED - 1] && !all[QP_CONTEXT_WAITING - 1] && !all[QP_CONTEXT_RUNNABLE - 1])
        return true;
    uint32_t index = profile->extra_of ? profile->extra_of[thread->top] : 0;
    struct qp_profile_extra *extra = index ? &profile->extras[index - 1] : qp_nodes_add_extra(profile, thread->top);
    if (!extra)
        return false;
    struct qp_span phase = qp_open_phase(profile, profile->roots[root].phase);
    bool whole = phase.from <= cleared && phase.until == UINT64_MAX;
    if (!whole)
        qp_open_add(profile, thread, phase, in_phase);
    add_suspended(&extra->open, all);
    add_suspended(&extra->in_phase, whole ? all : in_phase);
    return true;
}

/* ---- the carriers' clocks ----------------------------------------------------------------------------------- */

static bool find_clocks(struct qp_profile *profile)
{
    size_t count = (size_t)profile->carrier_count * QP_PRODUCTS;
    profile->clocks = malloc((count + 1) * sizeof *profile->clocks);
    for (size_t i = 0; profile->clocks && i < count; i++)
        profile->clocks[i] = QP_NONE;
    for (uint32_t i = 0; profile->clocks && i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        uint32_t *newest = &profile->clocks[(size_t)root->thread * QP_PRODUCTS + root->product];
        if (root->group == QP_NONE && !root->hidden &&
            (*newest == QP_NONE || profile->roots[*newest].epoch < root->epoch))
            *newest = i;
    }
    return profile->clocks;
}

void qp_open_charge(struct qp_profile *profile, uint32_t clock, uint32_t node, uint64_t until)
{
    struct qp_ledger *ledger = &profile->roots[clock].ledger;
    uint64_t paused = qp_profile_paused(profile, profile->roots[clock].product, (struct qp_span){ledger->last, until});
    profile->nodes[node].self += until - ledger->last - paused;
    ledger->paused += paused;
    if (ledger->arriving == ledger->last)
        ledger->arriving = until;
    ledger->last = until;
}

/* Charge the time in struct qp_taken of a carrier's record. This struct contains the tick at which another system
 * thread took over the virtual thread that was mounted on this carrier, and the node that was on top then. The
 * carrier's next event would have added the time up to that tick to the node, but there was no such event before the
 * file was read, or before the process died. After this charge, the ledger in memory differs from the ledger in the
 * file. So qp_moving_is_later is true for this carrier if the program is running. */
static void charge_taken(struct qp_profile *profile, uint32_t carrier, uint32_t product)
{
    const struct qp_thread_record *record =
        qp_reader_at(&profile->reader, profile->carriers[carrier].reference, sizeof *record);
    uint32_t node = qp_nodes_find(profile, qp_load_acquire(&record->taken[product].node));
    uint64_t until = qp_load_relaxed(&record->taken[product].until);
    uint32_t root = qp_open_clock(profile, carrier, product);
    uint64_t last = root == QP_NONE ? UINT64_MAX : profile->roots[root].ledger.last;
    /* If the thread has recorded nothing yet, its last tick is 0, which is before the start of the run. Only a
     * test's clock may start at 0. */
    if (node != QP_NONE && last >= profile->reader.header.clock_start.tick && last < until)
        qp_open_charge(profile, root, node, until);
}

/* ---- all open time ------------------------------------------------------------------------------------------ */

bool qp_open_load(struct qp_profile *profile)
{
    bool ok = find_clocks(profile);
    uint64_t cleared[QP_PRODUCTS];
    for (uint32_t i = 0; ok && i < profile->carrier_count * QP_PRODUCTS; i++)
        charge_taken(profile, i / QP_PRODUCTS, i % QP_PRODUCTS);
    if (qp_profile_is_complete(profile))
        return ok;
    for (uint32_t i = 0; i < QP_PRODUCTS; i++)
        cleared[i] = qp_profile_epoch_tick(profile, i, profile->clear_epoch[i]);
    for (uint32_t i = profile->carrier_count; ok && i < profile->carrier_count + profile->living_count; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        if (thread->top != QP_NONE)
            ok = add_to_node(profile, thread, cleared[thread->product]);
    }
    return ok;
}
