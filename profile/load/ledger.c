#include "profile/load/ledger.h"

#include "base/number.h"
#include "format/array.h"
#include "format/diagnostic.h"
#include "profile/load/moving.h"
#include "profile/load/open.h"
#include "profile/load/percentile.h"
#include "format/words.h"

#include <inttypes.h>
#include <stdarg.h>

/* Sums over the nodes of one root. Running time includes uncounted time, because a node's self time is running
 * before its first cycle count and uncounted after it, and the two are not recorded separately. */
struct tree {
    uint64_t self;                 /* self time of all nodes; the root's carrier spent this time */
    uint64_t times[QP_TIMES_HERE]; /* for each state: self time and suspended time */
    bool folded;
    bool mixed; /* true if a method that is flagged as blocking or waiting also counts cycles, so that its self time
                 * belongs to two states */
};

/* The sums of one epoch of a carrier or of a group. */
struct sum {
    uint32_t root; /* index of one of its roots */

    /* of a carrier: */
    uint64_t parts;
    uint64_t whole;
    uint64_t under_way; /* time since the last event, if an event is in progress; nodes may include this time already */
    bool busy;          /* true if an event is in progress, and its tick is not known yet (QP_LEDGER_BUSY) */

    /* of a group: */
    bool skipped;
    uint64_t excess[QP_TIMES_HERE]; /* for each state: time of its trees minus time of its virtual threads */
    bool mixed;                     /* one of the group's trees is mixed */
};

struct check {
    struct qp_ledgers *ledgers;
    const struct qp_profile *profile;
    struct qp_moving moving;
    struct tree *trees;  /* by root */
    struct qp_map known; /* maps key_of a carrier or group to the index of its sum + 1 */
    struct sum *sums;
    uint32_t sum_count;
};

/* ---- reporting ---------------------------------------------------------------------------------------------- */

/* Two sums that must be equal. A mismatch is reported as "PARTS N ticks more than WHOLE", or "less". */
struct compared {
    const char *parts;
    const char *whole;
    uint64_t excess; /* ticks of the parts minus ticks of the whole; above INT64_MAX = negative */
    uint32_t product;
    uint32_t reference; /* where to look in the file: reference of a record that has one of the sums */
};

/* Count a check, and report the first mismatch. The report begins with the text of `format`. Skip products whose
 * client ran a virtual thread on two threads at once: both add to one number without synchronization, so some additions
 * are lost. */
static void QP_PRINTF(3, 4) compare(struct check *check, struct compared it, const char *format, ...)
{
    struct qp_ledgers *ledgers = check->ledgers;
    bool more = it.excess <= INT64_MAX;
    va_list arguments;
    ledgers->checked++;
    if (it.excess == 0 || check->profile->reader.header.diagnostics[it.product][QP_DIAGNOSTIC_VTHREAD_TWICE].count ||
        ledgers->off++ != 0)
        return;
    va_start(arguments, format);
    int length = vsnprintf(ledgers->first, sizeof ledgers->first, format, arguments);
    va_end(arguments);
    snprintf(ledgers->first + length, sizeof ledgers->first - (size_t)length,
             " at %#" PRIx32 ": %s %s ticks %s than %s", it.reference, it.parts,
             qp_number_count(more ? it.excess : 0 - it.excess).text, more ? "more" : "less", it.whole);
}

/* ---- trees and sums ----------------------------------------------------------------------------------------- */

static void add_node(struct tree *tree, const struct qp_profile *profile, uint32_t index)
{
    const struct qp_profile_node *node = &profile->nodes[index];
    const struct qp_profile_extra *extra = qp_profile_extra(profile, index);
    enum qp_context_state state = qp_profile_node_state(node);
    tree->self += node->self;
    tree->times[state - 1] += node->self;
    tree->folded |= node->fold;
    tree->mixed |= state != QP_CONTEXT_RUNNING && node->flags & QP_NODE_CYCLES;
    if (extra) {
        const struct qp_suspended *suspended = &extra->suspended;
        tree->times[QP_CONTEXT_BLOCKED - 1] += suspended->blocked;
        tree->times[QP_CONTEXT_WAITING - 1] += suspended->waiting;
        tree->times[QP_CONTEXT_RUNNABLE - 1] += suspended->runnable;
    }
}

static bool add_up_trees(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    check->trees = calloc((size_t)profile->root_count + 1, sizeof *check->trees);
    for (uint32_t i = 0; check->trees && i < profile->node_count; i++) {
        if (profile->nodes[i].root != QP_NONE)
            add_node(&check->trees[profile->nodes[i].root], profile, i);
    }
    return check->trees;
}

/* Return a key for the sum of a carrier or of a group, given by its index. */
static uint64_t key_of(uint64_t index, uint32_t product, uint32_t epoch)
{
    return index << 34 | (uint64_t)product << 32 | epoch;
}

/* Return the sum of a carrier or group (`of`) in the epoch of a root. Return NULL if out of memory. */
static struct sum *sum_of(struct check *check, uint64_t of, uint32_t root)
{
    const struct qp_profile_root *it = &check->profile->roots[root];
    uint32_t sum = QP_ARRAY_KEYED(&check->known, key_of(of, it->product, it->epoch), &check->sums, &check->sum_count,
                                  (struct sum){.root = root});
    return sum == QP_NONE ? NULL : &check->sums[sum];
}

static void clear_sums(struct check *check)
{
    qp_map_fini(&check->known);
    check->sum_count = 0;
}

/* ---- carriers ----------------------------------------------------------------------------------------------- */

static void add_clock(struct sum *sum, const struct qp_ledger *ledger, uint32_t root)
{
    sum->root = root;
    sum->parts += ledger->paused + ledger->recorder + ledger->scheduler + ledger->idle;
    sum->whole += ledger->wall + ledger->last - ledger->since;
    sum->busy |= ledger->arriving == QP_LEDGER_BUSY;
    if (ledger->arriving != QP_LEDGER_BUSY)
        sum->under_way += ledger->arriving - ledger->last;
}

static bool add_up_carriers(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        struct sum *sum = root->hidden ? NULL : sum_of(check, root->thread, i);
        if (root->hidden)
            continue;
        if (!sum)
            return false;
        sum->parts += check->trees[i].self;
        if (root->group == QP_NONE)
            add_clock(sum, &root->ledger, i);
    }
    return true;
}

static bool check_carriers(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    bool ok = add_up_carriers(check);
    for (uint32_t i = 0; ok && i < check->sum_count; i++) {
        const struct sum *sum = &check->sums[i];
        const struct qp_profile_root *root = &profile->roots[sum->root];
        bool moves =
            check->moving.products[root->product] && qp_moving_has(&check->moving, root->thread, root->product);
        bool counted = sum->under_way && sum->parts == sum->whole + sum->under_way;
        uint64_t excess = counted ? 0 : sum->parts - sum->whole;
        if (moves || (sum->busy && sum->parts != sum->whole))
            continue;
        compare(check, (struct compared){"its parts are", "its wall time", excess, root->product, root->reference},
                "the clock of thread %" PRIu32 " in lib%s, epoch %" PRIu32 ", root",
                profile->threads[root->thread].number, qp_words_product(root->product), root->epoch);
    }
    clear_sums(check);
    return ok;
}

/* ---- virtual threads ---------------------------------------------------------------------------------------- */

/* Return true if times of the product cannot be checked, because it has no clock, recorded while the file was read,
 * or had no room in the file for a record. In the last case, marks of epochs and pauses may be missing, too. */
static bool is_skipped(const struct check *check, uint32_t carrier, uint32_t product)
{
    return !qp_product_is_timed(product) || check->moving.products[product] ||
           check->profile->reader.header.diagnostics[product][QP_DIAGNOSTIC_NO_ROOM].count ||
           (carrier != QP_NONE && qp_moving_has(&check->moving, carrier, product));
}

static void check_virtual_threads(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    for (uint32_t i = profile->carrier_count; i < profile->thread_count; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        if (!thread->since || thread->disturbed || is_skipped(check, thread->carrier, thread->product))
            continue;
        uint64_t excess = qp_times_sum(thread->times) + thread->paused - (thread->since - thread->begin);
        compare(check, (struct compared){"its times are", "its life", excess, thread->product, thread->reference},
                "the life of %s thread %#" PRIx64 " of lib%s, epoch %" PRIu32 ",",
                thread->kept ? "kept virtual" : "virtual", thread->virtual_id, qp_words_product(thread->product),
                thread->epoch);
    }
}

/* Check that the longest duration fits the highest bucket of its histogram. */
static void check_longest(struct check *check, const char *what, const uint64_t buckets[QP_LIVES_BUCKETS],
                          uint64_t longest, const struct qp_profile_lives *lives)
{
    const struct qp_profile_root *root = &check->profile->roots[lives->root];
    uint64_t excess = qp_percentile_excess(buckets, longest);
    compare(check, (struct compared){"it is", "its histogram has", excess, root->product, lives->reference},
            "the longest %s on thread %" PRIu32 " of lib%s, epoch %" PRIu32 ",", what,
            check->profile->threads[root->thread].number, qp_words_product(root->product), root->epoch);
}

static void check_lives(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    for (uint32_t i = 0; i < profile->lives_count; i++) {
        const struct qp_profile_lives *lives = &profile->lives[i];
        const struct qp_profile_root *root = &profile->roots[lives->root];
        if (profile->groups[root->group].disturbed || is_skipped(check, root->thread, root->product))
            continue;
        check_longest(check, "life of virtual threads that ended", lives->lives, lives->longest_life, lives);
        check_longest(check, "delay of virtual threads", lives->delays, lives->longest_delay, lives);
        uint64_t excess = qp_times_sum(lives->times) + lives->paused - lives->life;
        compare(check, (struct compared){"their times are", "their lives", excess, root->product, lives->reference},
                "the lives of virtual threads that ended on thread %" PRIu32 " of lib%s, epoch %" PRIu32 ",",
                profile->threads[root->thread].number, qp_words_product(root->product), root->epoch);
    }
}

/* ---- groups ------------------------------------------------------------------------------------------------- */

/* Subtract the times of virtual threads from the times of their trees. Do not subtract the recorder's time, which is
 * the time of the client's callbacks, because no tree contains it. */
static void subtract(struct sum *sum, const uint64_t times[QP_TIMES])
{
    for (int i = 0; i < QP_TIMES_HERE; i++)
        sum->excess[i] -= times[i];
    sum->excess[QP_CONTEXT_RUNNING - 1] -= times[QP_CONTEXT_UNCOUNTED - 1];
}

static bool add_trees(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        const struct tree *tree = &check->trees[i];
        if (root->group == QP_NONE || root->hidden)
            continue;
        struct sum *sum = sum_of(check, root->group, i);
        if (!sum)
            return false;
        for (int state = 0; state < QP_TIMES_HERE; state++)
            sum->excess[state] += tree->times[state];
        sum->mixed |= tree->mixed;
        sum->skipped |= tree->folded || root->cleared || qp_moving_has(&check->moving, root->thread, root->product);
        if (root->lives != QP_NONE)
            subtract(sum, profile->lives[root->lives].times);
    }
    return true;
}

static void subtract_living(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    for (uint32_t i = profile->carrier_count; i < profile->carrier_count + profile->living_count; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        uint64_t key = key_of(thread->group, thread->product, thread->epoch);
        uint64_t known = thread->group == QP_NONE ? 0 : qp_map_get(&check->known, key);
        if (!known)
            continue;
        uint64_t open[QP_TIMES] = {0};
        if (thread->mounted)
            qp_open_add(profile, thread, (struct qp_span){0, UINT64_MAX}, open);
        struct sum *sum = &check->sums[known - 1];
        subtract(sum, thread->times);
        subtract(sum, open);
        sum->skipped |= thread->carrier != QP_NONE && qp_moving_has(&check->moving, thread->carrier, thread->product);
    }
}

/* Return the excess of the first state with a mismatch, and set *state. If a tree is mixed, its states cannot be
 * told apart: return the excess of all states together, and set *state to QP_TIMES_HERE. Do the same if no state has a
 * mismatch. */
static uint64_t excess_of(const struct sum *sum, unsigned *state)
{
    uint64_t all = 0;
    for (*state = 0; *state < QP_TIMES_HERE; ++*state) {
        if (sum->excess[*state] && !sum->mixed)
            return sum->excess[*state];
        all += sum->excess[*state];
    }
    return all;
}

static bool check_groups(struct check *check)
{
    const struct qp_profile *profile = check->profile;
    if (!add_trees(check))
        return false;
    subtract_living(check);
    for (uint32_t i = 0; i < check->sum_count; i++) {
        const struct sum *sum = &check->sums[i];
        const struct qp_profile_root *root = &profile->roots[sum->root];
        char name[60], than[40] = "their times";
        unsigned state;
        if (sum->skipped || profile->groups[root->group].disturbed || check->moving.products[root->product] ||
            profile->reader.header.diagnostics[root->product][QP_DIAGNOSTIC_NO_ROOM].count)
            continue;
        uint64_t excess = excess_of(sum, &state);
        if (state < QP_TIMES_HERE)
            snprintf(than, sizeof than, "their %s times", qp_words_state(state));
        qp_text_show(profile->groups[root->group].name, name, sizeof name);
        compare(
            check,
            (struct compared){"their trees have", than, excess, root->product, profile->groups[root->group].reference},
            "the virtual threads \"%s\" of lib%s, epoch %" PRIu32 ", group", name, qp_words_product(root->product),
            root->epoch);
    }
    return true;
}

/* ---- all checks --------------------------------------------------------------------------------------------- */

bool qp_ledgers_check(struct qp_ledgers *ledgers, const struct qp_profile *profile)
{
    struct check check = {.ledgers = ledgers, .profile = profile};
    *ledgers = (struct qp_ledgers){0};
    bool ok = qp_moving_find(&check.moving, profile) && add_up_trees(&check) && check_carriers(&check);
    if (ok && !qp_clock_is_of_threads(profile->reader.header.clock_kind)) {
        check_virtual_threads(&check);
        check_lives(&check);
    }
    ok = ok && check_groups(&check);
    qp_moving_free(&check.moving);
    free(check.trees);
    free(check.sums);
    clear_sums(&check);
    return ok;
}
