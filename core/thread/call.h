/* call.h - the public function that an event came from. */
#pragma once

#include "format/record.h"

enum qp_flavour {
    QP_PLAIN,   /* acts on the calling thread; a second form with suffix _vt acts on a virtual thread */
    QP_VIRTUAL, /* mounts the virtual thread that the call names, and acts on it */
    QP_NAMED,   /* names a virtual thread without running it */
    QP_EITHER   /* acts on the mounted context */
};

/* Each public function has one constant of this type. Values that differ from call to call, such as the id of a
 * virtual thread, are separate arguments, so inline functions need not store a struct on the stack. */
struct qp_call {
    const char *name;
    enum qp_product product;
    enum qp_flavour flavour;
};
