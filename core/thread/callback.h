/* callback.h - the client's callback for methods that are not registered.
 *
 * The callback has two forms: the function of QII, and the one of this library, which is also passed a user pointer. A
 * thread may be about to call a callback that another thread has just replaced, so function and pointer are kept
 * together in a record that lives as long as the process. */
#pragma once

#include "format/record.h"
#include "qprof.h"

struct qp_callback {
    void (*plain)(qprof_MethodID); /* form of QII; NULL = with_user is used */
    void (*with_user)(qprof_MethodID, void *);
    void *user;
    struct qp_callback *next; /* next in the list of all records */
};

/* Find or make the record. Return NULL if out of memory. Call this with the session lock. */
const struct qp_callback *qp_callback_keep(const struct qp_callback *wanted);

static inline void qp_callback_call(const struct qp_callback *callback, uint64_t method)
{
    if (callback->plain)
        callback->plain(method);
    else
        callback->with_user(method, callback->user);
}
