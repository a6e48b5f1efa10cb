/* product.h - the product being built: libqprof or libcprof.
 *
 * Both have the same sources and exports, with QP_PRODUCT set to QP_QPROF or QP_CPROF. */
#pragma once

#pragma GCC visibility push(default)
#include "qprof.h"
#pragma GCC visibility pop

#include "core/thread/call.h"

/* Declare `call`, which describes this public function. */
#define QP_CALL(flavour) static const struct qp_call call = {__func__, QP_PRODUCT, (flavour)}
