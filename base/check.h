/* check.h - assertions evaluated only in builds for tests.
 *
 * These builds are small, asan and tsan. A failed assertion prints its file and line, and aborts the process. */
#pragma once

#include "base/attribute.h"

#ifdef QP_CHECKED
#define QP_CHECK(condition) (QP_LIKELY(condition) ? (void)0 : qp_check_failed(#condition, __FILE__, __LINE__))
#else
#define QP_CHECK(condition) ((void)sizeof(condition))
#endif

/* Print one line and abort. A signal handler may call this. */
QP_SHARED _Noreturn void qp_check_failed(const char *condition, const char *file, int line);
