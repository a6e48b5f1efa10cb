/* call.h - the public function that an event came from. */
#pragma once

#include "format/record.h"

enum qp_flavour {
    QP_PLAIN,   /* acts on the calling thread; the function's form with suffix _vt acts on a virtual thread */
    QP_VIRTUAL, /* acts on the virtual thread that the call names, after mounting it */
    QP_NAMED,   /* names a virtual thread without running it */
    QP_EITHER   /* acts on the mounted context */
};

/* Each public function has one constant of this type. Values that differ from call to call, such as the id of a
 * virtual thread, are passed beside it in a register, so inline functions need no stack frame for the struct. */
struct qp_call {
    const char *name;
    enum qp_product product;
    enum qp_flavour flavour;
};
