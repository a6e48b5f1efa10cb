/* scope.h - scopes: names of regions that may overlap, by index from 1, and the numbers of their instances.
 *
 * Scopes live as long as the process; a new data file gets all of them. */
#ifndef QP_LOG_SCOPE_H
#define QP_LOG_SCOPE_H

#include "base/attribute.h"

#include <stdint.h>

/* A handle is this with the index. */
#define QP_SCOPE_HANDLES 0x30000000

struct qp_scope {
    const char *name;
    int class_handle;
    int begin; /* locations, or VT_NOSCL */
    int end;
};

/* Any thread, takes the cold lock. Returns. VT_OK or a VT error; *handle is 0 then. */
QP_SHARED int qp_scope_define(const struct qp_scope *scope, int *handle);

/* The index of a handle, 0 when it was never given out. Any thread, no lock. */
QP_SHARED uint32_t qp_scope_find(int handle);

/* The number of the next instance, of whatever scope. Any thread, no lock. */
QP_SHARED int qp_scope_number(void);

/* Whether the number was given out. */
QP_SHARED int qp_scope_is_number(int number);

/* A new data file. With the cold lock. */
void qp_scope_write_all(void);

#endif
