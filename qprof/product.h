/* product.h - which of the two libraries this is. libqprof and libcprof are built from the same sources, with
 * QP_PRODUCT set to QP_QPROF or QP_CPROF: they export the same functions. */
#ifndef QP_QPROF_PRODUCT_H
#define QP_QPROF_PRODUCT_H

#pragma GCC visibility push(default)
#include "qprof.h"
#pragma GCC visibility pop

#include "core/careful.h"
#include "data/record.h"

/* libcprof counts without reading the clock. */
#define QP_TIMED (QP_PRODUCT == QP_QPROF)

/* The public call that an event came from, for the careful way. */
#define QP_CALL(flavour, virtual_id) (&(const struct qp_call){__func__, QP_PRODUCT, (flavour), (virtual_id)})

#endif
