/* callback.h - the client's function that is asked about methods that are not registered.
 *
 * There are two forms of it, QII's and ours with a pointer of the client's. A thread may be about to call one that
 * another thread has just changed: so both words of it are kept together, in a record that lives as long as the
 * process.
 */
#ifndef QP_THREAD_CALLBACK_H
#define QP_THREAD_CALLBACK_H

#include "base/attribute.h"
#include "format/record.h"
#include "qprof.h"

struct qp_callback {
    void (*plain)(qprof_MethodID); /* NULL = ours */
    void (*with_user)(qprof_MethodID, void *);
    void *user;
    struct qp_callback *next; /* of all that there ever were */
};

/* The record of it, found or made. NULL without memory. With the session lock. */
const struct qp_callback *qp_callback_keep(const struct qp_callback *wanted);

static inline void qp_callback_call(const struct qp_callback *callback, uint64_t method)
{
    if (callback->plain)
        callback->plain(method);
    else
        callback->with_user(method, callback->user);
}

#endif
