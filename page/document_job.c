#include "base/number.h"
#include "base/order.h"
#include "messages/message_names.h"
#include "messages/wait_groups.h"
#include "page/document.h"
#include "page/html.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 40

/* ---- ranks ------------------------------------------------------------------------------------------------------- */

static int by_program(const void *left, const void *right)
{
    const struct qp_rank_row *a = left, *b = right;
    return QP_ORDER({b->program, a->program}, {a->file, b->file});
}

static void put_rank(const struct qp_page *page, const struct qp_rank_row *row, uint64_t longest)
{
    FILE *out = page->request->out;
    const struct qp_page_job *job = page->request->job;
    char name[QP_JOB_RANK_NAME];
    qp_job_rank_name(&job->job->files[row->file], name);
    fputs("<tr>", out);
    qp_html_number(out, name);
    qp_html_number(out, qp_number_time(row->program).text);
    qp_html_bar(out, row->program, longest);
    if (job->ranks->has_mpi) {
        qp_html_number(out, qp_number_time(row->mpi).text);
        qp_html_number(out, qp_number_time(row->joining).text);
    }
    qp_html_number(out, qp_number_count(row->calls).text);
    fputc('\n', out);
}

static bool put_ranks(const struct qp_page *page)
{
    const struct qp_ranks *ranks = page->request->job->ranks;
    struct qp_rank_row *rows = malloc(((size_t)ranks->count + 1) * sizeof *rows);
    if (!rows)
        return false;
    memcpy(rows, ranks->rows, ranks->count * sizeof *rows);
    qp_sort(rows, ranks->count, sizeof *rows, by_program);
    qp_html_titles(page->request->out, "Ranks by time in the program",
                   ranks->has_mpi ? "rank|program||MPI|Init, Finalize|calls" : "rank|program||calls");
    for (uint32_t i = 0; i < ranks->count && i < MOST_ROWS; i++)
        put_rank(page, &rows[i], rows[0].program);
    fputs("</table>\n", page->request->out);
    free(rows);
    return true;
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

static void put_wait(const struct qp_page *page, const struct qp_wait_group *group)
{
    FILE *out = page->request->out;
    char name[QP_MESSAGE_NAME], late[QP_PROCESS_NAME];
    qp_message_name_site(page->request->job->messages, (uint32_t)group->first, name);
    qp_process_name(group->late, late);
    fputs("<tr>", out);
    qp_html_number(out, qp_number_time(group->ns).text);
    qp_html_number(out, qp_number_share(group->ns, page->request->job->waits->elapsed_ns).text);
    qp_html_number(out, qp_number_count(group->count).text);
    qp_html_cell(out, qp_wait_kind_name(group->kind));
    qp_html_number(out, late);
    qp_html_cell(out, qp_page_strip(page, name));
    fputc('\n', out);
}

static bool put_waits(const struct qp_page *page)
{
    const struct qp_job_waits *waits = page->request->job->waits;
    struct qp_wait_group *groups;
    if (!waits || !waits->count)
        return true;
    uint32_t count = qp_wait_groups(waits, QP_WAITS_BY_SITE, true, &groups);
    if (!groups)
        return false;
    qp_html_titles(page->request->out, "Where ranks waited for each other", "lost|%|calls|reason|late rank|site");
    for (uint32_t i = 0; i < count && i < MOST_ROWS; i++)
        put_wait(page, &groups[i]);
    fputs("</table>\n", page->request->out);
    free(groups);
    return true;
}

bool qp_document_put_job(const struct qp_page *page)
{
    return !page->request->job || (put_ranks(page) && put_waits(page));
}
