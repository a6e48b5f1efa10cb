/* check.h - what must always hold, looked at in the builds that tests run for it (small, asan, tsan): there a condition
 * that does not hold ends the process with its place. Other builds do not evaluate it. */
#ifndef QP_BASE_CHECK_H
#define QP_BASE_CHECK_H

#include "base/attribute.h"

#ifdef QP_CHECKED
#define QP_CHECK(condition) (QP_LIKELY(condition) ? (void)0 : qp_check_failed(#condition, __FILE__, __LINE__))
#else
#define QP_CHECK(condition) ((void)sizeof(condition))
#endif

/* Write one line and abort. Signal handlers too. */
QP_SHARED _Noreturn void qp_check_failed(const char *condition, const char *file, int line);

#endif
