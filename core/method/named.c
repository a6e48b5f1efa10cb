#include "core/method/named.h"

#include "base/map.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/string.h"

/* Maximum number of different contexts that threads have at the same time. Further threads count as having none; what
 * they run is attributed to the contexts of the others. */
#define MOST_ACTIVE 1024

static struct state {
    struct qp_map by_name; /* maps the reference of a name, with flags, to a number */
    struct qp_map within;  /* keys: an inner and an outer context */
    uint16_t count;        /* QP_NAMED_REST = some contexts share that number */
    struct qp_named_threads active[MOST_ACTIVE];
    uint32_t active_count;
} states[QP_PRODUCTS];

bool qp_named_is(enum qp_product product, uint32_t number)
{
    return number > 0 && number <= states[product].count;
}

/* Add a context, and return its number. Return 0 if there is no room. */
static uint16_t add(enum qp_product product, uint32_t name, uint16_t flags)
{
    uint16_t number = (uint16_t)(states[product].count + 1);
    if (!QP_ARENA_ADD(QP_KIND_NAMED, struct qp_named_record, .product = (uint16_t)product, .number = number,
                      .name = name, .flags = flags)) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a context");
        return 0;
    }
    return states[product].count = number;
}

/* Return the number of the context that stands for all further ones. */
static uint16_t rest(enum qp_product product)
{
    qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a context, after %u others", QP_NAMED_REST - 1);
    if (states[product].count == QP_NAMED_REST)
        return QP_NAMED_REST;
    return add(product, qp_string_put("(further contexts)"), 0);
}

uint16_t qp_named_get(enum qp_product product, const char *name, uint16_t flags)
{
    struct state *state = &states[product];
    uint32_t text = name && *name ? qp_string_put(name) : 0;
    if (text == 0)
        return 0;
    uint64_t key = (uint64_t)flags << 32 | text;
    uint16_t number = (uint16_t)qp_map_get(&state->by_name, key);
    if (number != 0)
        return number;
    if (state->count >= QP_NAMED_REST - 1)
        return rest(product);
    number = add(product, text, flags);
    return number != 0 && qp_map_put(&state->by_name, key, number) == 0 ? number : 0;
}

bool qp_named_set_within(enum qp_product product, uint16_t inner, uint16_t outer)
{
    struct qp_map *within = &states[product].within;
    uint64_t key = (uint64_t)inner << 16 | outer;
    if (inner == outer || qp_map_get(within, key) != 0)
        return true;
    bool done = QP_ARENA_ADD(QP_KIND_WITHIN, struct qp_within_record, .product = (uint16_t)product, .inner = inner,
                             .outer = outer) &&
                qp_map_put(within, key, 1) == 0;
    if (!done)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a context within another");
    return done;
}

struct qp_named_active qp_named_active(enum qp_product product)
{
    return (struct qp_named_active){states[product].active_count, states[product].active};
}

static void leave(struct state *state, uint16_t number)
{
    for (uint32_t i = 0; i < state->active_count; i++)
        if (state->active[i].number == number && --state->active[i].threads == 0) {
            state->active[i] = state->active[--state->active_count];
            return;
        }
}

static void enter(struct state *state, uint16_t number)
{
    uint32_t i = 0;
    while (i < state->active_count && state->active[i].number != number)
        i++;
    if (i == MOST_ACTIVE)
        return;
    if (i == state->active_count)
        state->active[state->active_count++] = (struct qp_named_threads){.number = number};
    state->active[i].threads++;
}

void qp_named_move(enum qp_product product, uint16_t from, uint16_t to)
{
    if (from != 0)
        leave(&states[product], from);
    if (to != 0)
        enter(&states[product], to);
}

void qp_named_begin(enum qp_product product)
{
    states[product].active_count = 0;
}

void qp_named_reset(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct state *state = &states[product];
        qp_map_fini(&state->by_name);
        qp_map_fini(&state->within);
        state->count = 0;
        state->active_count = 0;
    }
}
