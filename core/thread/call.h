/* call.h - the public function that an event came from. */
#ifndef QP_THREAD_CALL_H
#define QP_THREAD_CALL_H

#include "format/record.h"

enum qp_flavour {
    QP_PLAIN,   /* acts on the calling thread; a _vt form exists */
    QP_VIRTUAL, /* acts on the virtual thread that it names, which is mounted for it */
    QP_NAMED,   /* names a virtual thread without running it */
    QP_EITHER   /* acts on whatever is mounted */
};

/* A constant of the function. What differs from call to call, as the id of a virtual thread, goes beside it in a
 * register: so the functions that run in line keep no frame for it. */
struct qp_call {
    const char *name;
    enum qp_product product;
    enum qp_flavour flavour;
};

#endif
