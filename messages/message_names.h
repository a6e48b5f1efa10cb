/* message_names.h - names of groups of messages: call sites, call paths, communicators, tags and sizes. */
#pragma once

#include "messages/job_messages.h"

#define QP_MESSAGE_NAME 1000

void qp_message_name_site(const struct qp_job_messages *job, uint32_t site, char name[QP_MESSAGE_NAME]);
void qp_message_name_communicator(const struct qp_job_messages *job, uint32_t index, char name[QP_MESSAGE_NAME]);

/* Write the range of sizes from one class to another, such as "512..1023 B" or "8 B..2.0 MiB". */
void qp_message_name_sizes(uint32_t least, uint32_t most, char name[QP_MESSAGE_NAME]);

/* Write the name of the key of a row; if rows are pairs of ranks, the first rank. */
void qp_message_name_row(const struct qp_job_messages *job, enum qp_messages_by by, const struct qp_messages_row *row,
                         char name[QP_MESSAGE_NAME]);
