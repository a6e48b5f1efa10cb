#include "base/number.h"
#include "messages/message_names.h"
#include "show/messages/message_tables.h"
#include "show/parts/heading.h"

#include <stdlib.h>

/* ---- table ------------------------------------------------------------------------------------------------------ */

enum { LOST, SHARE, CALLS, LONGEST, LATE_SHARE, KIND, LATE, RANK, KEY, COLUMN_COUNT };

#define WIDE 100 /* columns from which on a table for people has less important ones */

static void name_group(const struct qp_job_messages *job, enum qp_waits_by by, const struct qp_wait_group *group,
                       char name[QP_MESSAGE_NAME])
{
    switch (by) {
    case QP_WAITS_BY_RANK:
        qp_process_name(group->second, name);
        return;
    case QP_WAITS_BY_COMMUNICATOR:
        qp_message_name_communicator(job, (uint32_t)group->first, name);
        return;
    case QP_WAITS_BY_SITE:
        qp_message_name_site(job, (uint32_t)group->first, name);
        return;
    default:
        qp_call_sites_show_path(&job->sites, (uint32_t)group->first, name, QP_MESSAGE_NAME);
        return;
    }
}

/* Write the name of the rank for which a group waited longest. People also see its part, if there are others. */
static void name_late(const struct qp_wait_group *group, bool with_part, char name[QP_MESSAGE_NAME])
{
    char rank[QP_PROCESS_NAME];
    qp_process_name(group->late, rank);
    if (with_part && group->late_ns < group->ns)
        snprintf(name, QP_MESSAGE_NAME, "%s (%.0f%%)", rank, 100 * (double)group->late_ns / (double)group->ns);
    else
        snprintf(name, QP_MESSAGE_NAME, "%s", rank);
}

static void add_group(struct qp_table *table, const struct qp_job_messages *job, const struct qp_job_waits *waits,
                      enum qp_waits_by by, const struct qp_wait_group *group, bool for_people)
{
    char name[QP_MESSAGE_NAME];
    qp_table_add_time(table, QP_STYLE_PLAIN, group->ns, 0);
    qp_table_add_share(table, QP_STYLE_PLAIN, group->ns, waits->elapsed_ns);
    qp_table_add_count(table, group->count);
    qp_table_add_time(table, QP_STYLE_PLAIN, group->longest_ns, 0);
    qp_table_add_share(table, QP_STYLE_PLAIN, group->late_ns, group->ns);
    qp_table_add(table, QP_STYLE_PLAIN, qp_wait_kind_name(group->kind));
    name_late(group, for_people, name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    qp_process_name(group->first, name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    name_group(job, by, group, name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
}

static void choose_columns(bool is_pair, const struct qp_stream *stream, bool has[COLUMN_COUNT])
{
    for (int i = 0; i < COLUMN_COUNT; i++)
        has[i] = true;
    has[LONGEST] = stream->programs || !stream->bounded || stream->columns >= WIDE;
    has[LATE_SHARE] = stream->programs && !is_pair;
    has[LATE] = !is_pair;
    has[RANK] = is_pair;
}

bool qp_wait_table_print(const struct qp_job_messages *job, const struct qp_job_waits *waits, enum qp_waits_by by,
                         uint32_t top, const struct qp_stream *stream)
{
    static const char *const keys[QP_WAITS_BYS] = {[QP_WAITS_BY_RANK] = "late rank",
                                                   [QP_WAITS_BY_COMMUNICATOR] = "communicator",
                                                   [QP_WAITS_BY_SITE] = "site",
                                                   [QP_WAITS_BY_PATH] = "path"};
    struct qp_table table;
    struct qp_wait_group *groups;
    char titles[200], title[100];
    bool has[COLUMN_COUNT], is_pair = by == QP_WAITS_BY_RANK;
    uint32_t count = qp_wait_groups(waits, by, true, &groups), shown = qp_table_at_most(count, top);
    if (!groups)
        return false;
    choose_columns(is_pair, stream, has);
    snprintf(titles, sizeof titles, "lost|%%;share|calls|longest|its part;late share|-*reason|-*late rank|-*rank|-*%s",
             keys[by]);
    snprintf(title, sizeof title, "Waiting by %s", qp_waits_by_name(by));
    if (count > 0)
        qp_heading_title(title, stream);
    qp_table_init_some(&table, titles, has);
    for (uint32_t i = 0; i < shown; i++)
        add_group(&table, job, waits, by, &groups[i], !stream->programs);
    free(groups);
    return qp_heading_finish(&table, count, shown, NULL, stream);
}

/* ---- heading ---------------------------------------------------------------------------------------------------- */

static void print_totals(const struct qp_job_messages *job, const struct qp_stream *stream)
{
    const struct qp_messages_row *messages = &job->all[QP_CHANNEL_MESSAGE];
    uint64_t calls = job->all[QP_CHANNEL_COLLECTIVE].sent.count, count = qp_messages_row_count(messages);
    char program[200];
    qp_text_show(job->program, program, sizeof program);
    if (job->rank_count == 1 && job->size > 1)
        fprintf(stream->out, "%s: rank %d of %u", *program ? program : "?", job->ranks[0].rank, job->size);
    else
        fprintf(stream->out, "%s: %u rank%s", *program ? program : "?", job->rank_count,
                qp_number_plural(job->rank_count));
    if (job->rank_count > 1)
        fprintf(stream->out, ", %s message%s of %s in all", qp_number_count(count).text, qp_number_plural(count),
                qp_number_bytes(qp_messages_row_bytes(messages)).text);
    else
        fprintf(stream->out, ", sent %s message%s of %s in all, received %s of %s",
                qp_number_count(messages->sent.count).text, qp_number_plural(messages->sent.count),
                qp_number_bytes(messages->sent.bytes).text, qp_number_count(messages->received.count).text,
                qp_number_bytes(messages->received.bytes).text);
    if (calls > 0)
        fprintf(stream->out, ", %s call%s of collective operations", qp_number_count(calls).text,
                qp_number_plural(calls));
    fputc('\n', stream->out);
}

static void print_lost(const struct qp_job_waits *waits, const struct qp_stream *stream)
{
    static const char *const reasons[QP_WAIT_KINDS] = {
        [QP_WAIT_LATE_SENDER] = "late senders",
        [QP_WAIT_LATE_RECEIVER] = "late receivers",
        [QP_WAIT_COLLECTIVE] = "late ranks in collective operations",
    };
    const char *sign = ":";
    fprintf(stream->out, "waiting took %s, %s of the ranks' time", qp_number_time(waits->total_ns).text,
            qp_number_share(waits->total_ns, waits->elapsed_ns).text);
    for (int i = 0; i < QP_WAIT_KINDS; i++) {
        if (waits->ns[i] == 0)
            continue;
        fprintf(stream->out, "%s %s for %s", sign, qp_number_time(waits->ns[i]).text, reasons[i]);
        sign = ",";
    }
    fputc('\n', stream->out);
}

static bool print_worst(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                        const struct qp_stream *stream)
{
    struct qp_wait_group *groups;
    char name[QP_MESSAGE_NAME], late[QP_PROCESS_NAME];
    uint32_t count = qp_wait_groups(waits, QP_WAITS_BY_SITE, false, &groups);
    if (!groups)
        return false;
    if (count > 0) {
        qp_message_name_site(job, (uint32_t)groups[0].first, name);
        qp_process_name(groups[0].late, late);
        fprintf(stream->out, "most of it at %s: %s, %s of that for rank %s\n", name, qp_number_time(groups[0].ns).text,
                qp_number_share(groups[0].late_ns, groups[0].ns).text, late);
    }
    free(groups);
    return true;
}

bool qp_message_heading_print(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                              const struct qp_stream *stream)
{
    print_totals(job, stream);
    if (!waits || waits->matched + waits->rounds_matched == 0)
        return true;
    print_lost(waits, stream);
    return print_worst(job, waits, stream);
}
