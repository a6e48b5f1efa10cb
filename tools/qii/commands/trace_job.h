/* trace_job.h - qii trace for a job: the events of all ranks in one order of time. */
#pragma once

#include "show/log/event_list.h"
#include "tools/qii/input.h"

/* Print the events of all ranks. All files are open at the same time. Return an exit code. */
int trace_job(struct qii_input *input, const struct qp_event_list_choice *choice);
