/* product.h - which of the two libraries this is. libqprof and libcprof are built from the same sources, with
 * QP_PRODUCT set to QP_QPROF or QP_CPROF: they export the same functions. */
#ifndef QP_QPROF_PRODUCT_H
#define QP_QPROF_PRODUCT_H

#pragma GCC visibility push(default)
#include "qprof.h"
#pragma GCC visibility pop

#include "core/thread/call.h"

/* Declares `call`, which tells what public function this is. */
#define QP_CALL(flavour) static const struct qp_call call = {__func__, QP_PRODUCT, (flavour)}

#endif
