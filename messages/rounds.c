#include "messages/rounds.h"

static struct qp_arrival *arrival_at(const struct qp_rounds *rounds, uint32_t index)
{
    return (struct qp_arrival *)(void *)rounds->arrivals.items + index;
}

bool qp_rounds_open(struct qp_rounds *rounds, uint32_t communicators, uint32_t logs, struct qp_wait_calls *calls)
{
    *rounds = (struct qp_rounds){.communicator_count = communicators, .log_count = logs, .calls = calls};
    rounds->communicators = calloc((size_t)communicators + 1, sizeof *rounds->communicators);
    return rounds->communicators;
}

void qp_rounds_set_members(struct qp_rounds *rounds, uint32_t communicator, uint32_t members, uint32_t files)
{
    struct qp_rounds_of *it = &rounds->communicators[communicator];
    it->members = members;
    it->limit = members > 1 && files >= members ? UINT64_MAX : 0;
}

/* ---- complete rounds -------------------------------------------------------------------------------------------- */

struct facts {
    uint32_t last; /* index of the arrival that began last */
    uint32_t root; /* index of the root's arrival, UINT32_MAX = none */
    bool has_root;
    bool fans_out; /* the root sends to the others */
    bool unknown;  /* it is not known when some rank arrived */
};

static struct facts find_facts(const struct qp_rounds *rounds, const struct qp_round *round)
{
    struct facts facts = {.last = round->newest - 1, .root = UINT32_MAX};
    for (uint32_t i = round->newest; i; i = arrival_at(rounds, i - 1)->next) {
        const struct qp_arrival *it = arrival_at(rounds, i - 1);
        bool is_root = it->has_root && it->root == it->log;
        if (it->begin > arrival_at(rounds, facts.last)->begin)
            facts.last = i - 1;
        facts.root = is_root ? i - 1 : facts.root;
        facts.has_root |= it->has_root;
        facts.fans_out |= it->has_root && !is_root && it->received > 0;
        facts.unknown |= it->begin == 0;
    }
    return facts;
}

/* Return the index of the arrival for which a rank waits, UINT32_MAX if it waits for none. */
static uint32_t awaited(const struct facts *facts, uint32_t arrival)
{
    bool is_root = arrival == facts->root;
    if (!facts->has_root)
        return facts->last;
    if (facts->fans_out)
        return is_root ? UINT32_MAX : facts->root;
    return is_root ? facts->last : UINT32_MAX;
}

static void evaluate(struct qp_rounds *rounds, uint32_t communicator, const struct qp_round *round)
{
    const struct facts facts = find_facts(rounds, round);
    for (uint32_t i = round->newest; i && !facts.unknown; i = arrival_at(rounds, i - 1)->next) {
        uint32_t late = awaited(&facts, i - 1);
        if (late == UINT32_MAX)
            continue;
        const struct qp_blame blame = {.cause = QP_CAUSE_COLLECTIVE,
                                       .late = arrival_at(rounds, late)->log,
                                       .communicator = communicator,
                                       .arrived = arrival_at(rounds, late)->begin};
        qp_wait_calls_blame(rounds->calls, arrival_at(rounds, i - 1)->call, &blame);
    }
    rounds->matched += facts.unknown ? 0 : round->count;
}

static void drop_arrivals(struct qp_rounds *rounds, const struct qp_round *round)
{
    for (uint32_t i = round->newest, next; i; i = next) {
        next = arrival_at(rounds, i - 1)->next;
        qp_wait_calls_release(rounds->calls, arrival_at(rounds, i - 1)->call);
        qp_pool_return(&rounds->arrivals, i - 1, sizeof(struct qp_arrival));
    }
}

/* ---- arrivals --------------------------------------------------------------------------------------------------- */

/* Return the round with this number; NULL if out of memory. A rank's operations come in order, so at most one round is
 * new. */
static struct qp_round *round_at(struct qp_rounds_of *it, uint64_t number)
{
    uint64_t index = number - it->queue.base;
    if (index == it->queue.count && !QP_ARRAY_APPEND(&it->rounds, &it->queue.count, (struct qp_round){.count = 0}))
        return NULL;
    return &it->rounds[index];
}

bool qp_rounds_add(struct qp_rounds *rounds, uint32_t communicator, const struct qp_arrival *arrival, bool is_missing)
{
    struct qp_rounds_of *it = &rounds->communicators[communicator];
    if (!it->begun)
        it->begun = calloc(rounds->log_count, sizeof *it->begun);
    if (!it->begun)
        return false;
    uint64_t number = it->begun[arrival->log]++;
    if (is_missing && number < it->limit)
        it->limit = number;
    bool is_excess = number < it->queue.base + it->queue.first; /* more ranks took part than the communicator has */
    if (number >= it->limit || is_excess) {
        qp_wait_calls_release(rounds->calls, arrival->call);
        return true;
    }
    struct qp_round *round = round_at(it, number);
    uint32_t index = round ? qp_pool_take(&rounds->arrivals, sizeof *arrival) : UINT32_MAX;
    if (index == UINT32_MAX)
        return false;
    *arrival_at(rounds, index) = *arrival;
    arrival_at(rounds, index)->next = round->newest;
    round->newest = index + 1;
    if (++round->count < it->members)
        return true;
    const struct qp_round complete = *round;
    evaluate(rounds, communicator, &complete);
    drop_arrivals(rounds, &complete);
    *round = (struct qp_round){.count = complete.count};
    it->queue.first++; /* a rank comes to the next round after this one, so rounds are completed in order */
    qp_queue_shrink(it->rounds, sizeof *it->rounds, &it->queue);
    return true;
}

void qp_rounds_free(struct qp_rounds *rounds)
{
    for (uint32_t i = 0; rounds->communicators && i < rounds->communicator_count; i++) {
        free(rounds->communicators[i].rounds);
        free(rounds->communicators[i].begun);
    }
    free(rounds->communicators);
    free(rounds->arrivals.items);
    *rounds = (struct qp_rounds){0};
}
