/* hooks.h - the part of recording that only libvt has: thread numbers, the event log, sampled counters. */
#pragma once

#include "base/attribute.h"
#include "core/thread/run.h"

extern QP_SHARED const struct qp_run_hooks qp_log_hooks;
