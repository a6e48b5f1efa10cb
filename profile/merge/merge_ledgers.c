#include "profile/merge/merging.h"

#include "format/array.h"
#include "profile/load/moving.h"

/* The clock of a carrier in one epoch of a data file: the numbers that ledger.h checks. */
struct clock {
    uint32_t own; /* merged number of the thread's own root, QP_NONE = none */
    uint64_t parts;
    uint64_t parts_ns;
    uint64_t whole;
    uint64_t under_way;
    bool uncertain; /* an event was in progress, so the parts need not add up */
};

struct clocks {
    struct clock *items;
    uint32_t count;
    struct qp_map known; /* maps carrier, product and epoch to the index of the clock + 1 */
};

/* Return the clock of a root's carrier, product and epoch. Return NULL if out of memory. */
static struct clock *clock_of(struct clocks *clocks, const struct qp_profile_root *root)
{
    uint64_t key = (uint64_t)root->thread << 34 | (uint64_t)root->product << 32 | root->epoch;
    uint32_t clock =
        QP_ARRAY_KEYED(&clocks->known, key, &clocks->items, &clocks->count, (struct clock){.own = QP_NONE});
    return clock == QP_NONE ? NULL : &clocks->items[clock];
}

static void add_ledger(struct clock *clock, struct qp_merge *merge, struct qp_adding *adding, uint32_t root)
{
    const struct qp_ledger *of = &adding->profile->roots[root].ledger;
    struct qp_ledger *sum = &merge->roots[adding->roots[root]].ledger;
    const uint64_t from[] = {of->paused, of->recorder, of->scheduler, of->idle};
    uint64_t *const to[] = {&sum->paused, &sum->recorder, &sum->scheduler, &sum->idle};
    clock->own = adding->roots[root];
    for (int i = 0; i < 4; i++) {
        uint64_t part = qp_rate_carry(&adding->rate, &adding->others, from[i]);
        *to[i] += part;
        clock->parts_ns += part;
        clock->parts += from[i];
    }
    clock->whole += of->wall + of->last - of->since;
    clock->uncertain |= of->arriving == QP_LEDGER_BUSY;
    if (of->arriving != QP_LEDGER_BUSY)
        clock->under_way += of->arriving - of->last;
}

/* Set a clock's wall time to the sum of its rounded parts. If the parts do not add up to the wall time in the data
 * file, keep the difference, so that the consistency check still finds it. */
static void add_wall(const struct clock *clock, struct qp_merge *merge, const struct qp_adding *adding)
{
    uint64_t excess = clock->parts - clock->whole;
    if (clock->own == QP_NONE)
        return;
    if (clock->uncertain || (clock->under_way && excess == clock->under_way))
        excess = 0;
    merge->roots[clock->own].ledger.wall += clock->parts_ns - qp_rate_difference(&adding->rate, excess);
}

static bool add_root(struct clocks *clocks, struct qp_merge *merge, struct qp_adding *adding,
                     const struct qp_moving *moving, uint32_t index)
{
    const struct qp_profile_root *root = &adding->profile->roots[index];
    bool moves = qp_moving_has(moving, root->thread, root->product);
    struct clock *clock = clock_of(clocks, root);
    if (!clock)
        return false;
    clock->parts += adding->self_ticks[index];
    clock->parts_ns += adding->self[index];
    clock->uncertain |= moves && moving->products[root->product];
    if (root->group == QP_NONE)
        add_ledger(clock, merge, adding, index);
    else if (moves || moving->products[root->product])
        merge->groups[adding->groups[root->group]].flags |= QP_GROUP_DISTURBED;
    return true;
}

void qp_merge_ledgers(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    struct qp_moving moving;
    struct clocks clocks = {0};
    bool ok = qp_moving_find(&moving, profile);
    for (uint32_t i = 0; i < profile->root_count && ok; i++)
        ok = adding->roots[i] == QP_NONE || add_root(&clocks, merge, adding, &moving, i);
    for (uint32_t i = 0; i < clocks.count && ok; i++)
        add_wall(&clocks.items[i], merge, adding);
    qp_moving_free(&moving);
    free(clocks.items);
    qp_map_fini(&clocks.known);
    merge->failed |= !ok;
}
