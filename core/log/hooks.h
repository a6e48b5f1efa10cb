/* hooks.h - what libvt's recording adds to that of calls: its threads, its trace, what is due. */
#ifndef QP_LOG_HOOKS_H
#define QP_LOG_HOOKS_H

#include "base/attribute.h"
#include "core/thread/run.h"

extern QP_SHARED const struct qp_run_hooks qp_log_hooks;

#endif
