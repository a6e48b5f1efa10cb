/* scope.h - libvt's scopes: named regions that may overlap, identified by an index from 1. Each begun region is an
 * instance with a number of its own.
 *
 * Scopes live as long as the process; a new data file gets all of them. */
#pragma once

#include "base/atomic.h"
#include "base/attribute.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* Difference between the handle and the index of a scope. */
#define QP_SCOPE_HANDLES 0x30000000

struct qp_scope {
    const char *name;
    int class_handle;
    int begin; /* location of the beginning, or QP_LOCATION_NONE */
    int end;
};

/* Define a scope. Any thread may call this; it takes the cold lock. Return QP_LOG_OK, or an error with *handle = 0. */
QP_SHARED int qp_scope_define(const struct qp_scope *scope, int *handle);

/* qp_scope_count is the number of scopes. qp_scope_numbers is the number of instances begun so far; after INT_MAX
 * their numbers repeat. */
extern QP_SHARED uint32_t qp_scope_count;
extern QP_SHARED uint32_t qp_scope_numbers;

/* Return the index of a handle, 0 if the handle does not exist. Any thread may call this, without a lock. */
static inline uint32_t qp_scope_find(int handle)
{
    uint32_t index = (uint32_t)handle - QP_SCOPE_HANDLES;
    return index <= qp_load_acquire(&qp_scope_count) ? index : 0; /* pairs with add */
}

/* Return a new instance number, above 0; instances of all scopes are numbered together. Any thread may call this,
 * without a lock. */
static inline int qp_scope_number(void)
{
    int number;
    do
        number = (int)((qp_add_relaxed(&qp_scope_numbers, 1) + 1) & INT_MAX);
    while (QP_UNLIKELY(number == 0));
    return number;
}

/* End an instance. Return true if its number exists and had not ended before. Any thread may call this, without a
 * lock. */
QP_SHARED bool qp_scope_end(int number);

/* Undo qp_scope_end for an instance whose end could not be logged. */
QP_SHARED void qp_scope_reopen(int number);

/* Write all scopes into a new data file. Requires the cold lock. */
void qp_scope_write_all(void);
