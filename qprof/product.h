/* product.h - the product that is being compiled: libqprof or libcprof.
 *
 * Both products have the same sources and exported functions. QP_PRODUCT is QP_QPROF or QP_CPROF. */
#pragma once

#pragma GCC visibility push(default)
#include "qprof_counters.h"
#include "qprof_stacks.h"
#pragma GCC visibility pop

#include "core/thread/call.h"

/* Declare `call`, which describes the enclosing public function to the core. */
#define QP_CALL(flavour) static const struct qp_call call = {__func__, QP_PRODUCT, (flavour)}
