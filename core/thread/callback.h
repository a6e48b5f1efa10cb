/* callback.h - the client's callback for methods that are not registered.
 *
 * The callback has two forms: the plain function that QII defines, and a function that is also passed a user pointer. A
 * thread may still call a callback that another thread has just replaced. So function and pointer are kept together in
 * a record, and records are never freed. */
#pragma once

#include "format/record.h"
#include "qprof.h"

struct qp_callback {
    void (*plain)(qprof_MethodID); /* NULL = with_user is called instead */
    void (*with_user)(qprof_MethodID, void *);
    void *user;
    struct qp_callback *next; /* next in the list of all records */
};

/* Find or make the permanent record that equals *wanted except for `next`. Return NULL if out of memory. Call this
 * with the session lock. */
const struct qp_callback *qp_callback_keep(const struct qp_callback *wanted);

static inline void qp_callback_call(const struct qp_callback *callback, uint64_t method)
{
    if (callback->plain)
        callback->plain(method);
    else
        callback->with_user(method, callback->user);
}
