/* message_notes.h - notes about gaps in the numbers of a job's messages, as sentences without a full stop. */
#pragma once

#include "messages/waits.h"

struct qp_message_notes {
    void (*take)(void *to, const char *sentence);
    void *to;
};

/* Report ranks without a file, and files that are incomplete or damaged. */
void qp_message_notes_files(const struct qp_job_messages *job, const struct qp_message_notes *notes);

/* Report messages that are missing or contradict each other, and why wait states are unknown. `waits` is NULL if none
 * are known. */
void qp_message_notes(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                      const struct qp_message_notes *notes);
