/* messages_json.h - JSON of the messages and wait states of a job. */
#pragma once

#include "messages/waits.h"

#include <stdio.h>

/* Write all tables and wait states; `waits` may be NULL. Return false if out of memory. Output errors stay in `out`. */
bool qp_messages_write_json(const struct qp_job_messages *job, const struct qp_job_waits *waits, FILE *out);
