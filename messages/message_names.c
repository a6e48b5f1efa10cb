#include "messages/message_names.h"

#include "base/number.h"

#include <string.h>

void qp_message_name_site(const struct qp_job_messages *job, uint32_t site, char name[QP_MESSAGE_NAME])
{
    if (site == QP_CALL_SITE_UNKNOWN)
        snprintf(name, QP_MESSAGE_NAME, "(unknown)");
    else
        qp_text_show(job->sites.sites[site].shown, name, QP_MESSAGE_NAME);
}

void qp_message_name_communicator(const struct qp_job_messages *job, uint32_t index, char name[QP_MESSAGE_NAME])
{
    const struct qp_job_communicator *it = &job->communicators[index];
    if (index == QP_COMMUNICATOR_UNKNOWN)
        snprintf(name, QP_MESSAGE_NAME, "(unknown)");
    else if (it->name.length)
        qp_text_show(it->name, name, QP_MESSAGE_NAME);
    else
        snprintf(name, QP_MESSAGE_NAME, it->key == QP_COMMUNICATOR_SELF ? "MPI_COMM_SELF" : "(no name)");
}

static void name_tag(const struct qp_messages_row *row, char name[QP_MESSAGE_NAME])
{
    if (row->to)
        snprintf(name, QP_MESSAGE_NAME, "%d..%lld", row->from, 2 * (long long)row->from - 1);
    else
        snprintf(name, QP_MESSAGE_NAME, "%d", row->from);
}

/* Write a number of bytes as short as possible. */
static void show_bytes(uint64_t bytes, char *shown, size_t size)
{
    if (bytes < 1024)
        snprintf(shown, size, "%u B", (unsigned)bytes);
    else
        snprintf(shown, size, "%s", qp_number_bytes(bytes).text);
}

void qp_message_name_sizes(uint32_t least, uint32_t most, char name[QP_MESSAGE_NAME])
{
    char to[40];
    uint64_t first = least ? (uint64_t)1 << (least - 1) : 0;
    uint64_t last = most < 64 ? ((uint64_t)1 << most) - 1 : UINT64_MAX;
    if (last < 1024 && first == last)
        snprintf(name, QP_MESSAGE_NAME, "%u B", (unsigned)first);
    else if (last < 1024)
        snprintf(name, QP_MESSAGE_NAME, "%u..%u B", (unsigned)first, (unsigned)last);
    else {
        show_bytes(first, name, QP_MESSAGE_NAME);
        show_bytes(last + (most < 64), to, sizeof to);
        strcat(strcat(name, ".."), to);
    }
}

void qp_message_name_row(const struct qp_job_messages *job, enum qp_messages_by by, const struct qp_messages_row *row,
                         char name[QP_MESSAGE_NAME])
{
    switch (by) {
    case QP_MESSAGES_BY_COMMUNICATOR:
        qp_message_name_communicator(job, (uint32_t)row->from, name);
        return;
    case QP_MESSAGES_BY_TAG:
        name_tag(row, name);
        return;
    case QP_MESSAGES_BY_SITE:
        qp_message_name_site(job, (uint32_t)row->from, name);
        return;
    case QP_MESSAGES_BY_PATH:
        qp_call_sites_show_path(&job->sites, (uint32_t)row->from, name, QP_MESSAGE_NAME);
        return;
    case QP_MESSAGES_BY_SIZE:
        qp_message_name_sizes((uint32_t)row->from, (uint32_t)row->from, name);
        return;
    default:
        qp_process_name(row->from, name);
        return;
    }
}
