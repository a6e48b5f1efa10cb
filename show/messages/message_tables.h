/* message_tables.h - the messages of a job as text: what matters, a matrix, tables of messages and of wait states, and
 * notes on what is missing. */
#pragma once

#include "messages/wait_groups.h"
#include "show/parts/stream.h"

/* Print the numbers of messages and bytes, the time lost in waits, and the call site that lost most of it. `waits` is
 * NULL if it is not known. Return false if out of memory, as do the functions below. */
bool qp_message_heading_print(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                              const struct qp_stream *stream);

/* Print the bytes that each rank sent to each other one, if there are few ranks. Programs do not get the matrix. */
bool qp_message_matrix_print(const struct qp_job_messages *job, const struct qp_stream *stream);

/* Print a table of messages, of collective operations, of one-sided access and of files, with at most `top` rows each;
 * 0 = all. */
bool qp_message_tables_print(const struct qp_job_messages *job, enum qp_messages_by by, uint32_t top,
                             const struct qp_stream *stream);

bool qp_wait_table_print(const struct qp_job_messages *job, const struct qp_job_waits *waits, enum qp_waits_by by,
                         uint32_t top, const struct qp_stream *stream);

/* Print notes: ranks without a file, messages that were not received, and why wait states are not known. */
void qp_message_notes_print(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                            const struct qp_stream *stream);
