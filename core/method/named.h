/* named.h - named contexts (qprof_context): their numbers, and which of them threads have now.
 *
 * Numbers are those of a product in a data file. Call these functions with the cold lock. */
#pragma once

#include "format/record.h"

#include <stddef.h>
#include <stdint.h>

/* Return the number of a named context, which is made if needed: QP_NAMED_REST if there are too many, 0 for NULL and
 * for an empty name. `flags` are QP_NAMED_*; names with different flags are different contexts. */
uint16_t qp_named_get(enum qp_product product, const char *name, uint16_t flags);

/* Return true if a named context has this number. */
bool qp_named_is(enum qp_product product, uint32_t number);

/* Note that what runs in the context `outer` counts for the context `inner`, too. Return false if there is no room. */
bool qp_named_set_within(enum qp_product product, uint16_t inner, uint16_t outer);

/* The named contexts that threads have now, each once, in no order. */
struct qp_named_active {
    uint32_t count;
    const struct qp_named_threads {
        uint16_t number;
        uint32_t threads;
    } * items;
};

struct qp_named_active qp_named_active(enum qp_product product);

/* Note that a thread changes from one named context to another; 0 = none. */
void qp_named_move(enum qp_product product, uint16_t from, uint16_t to);

/* qp_named_begin forgets which contexts threads have, since a run begins. qp_named_reset forgets all contexts, since a
 * data file begins. */
void qp_named_begin(enum qp_product product);
void qp_named_reset(void);
