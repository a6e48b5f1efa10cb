#include "show/job/job_heading.h"

#include "base/number.h"
#include "format/diagnostic.h"

static const char *ending_of(const struct qp_job *job)
{
    bool killed = false;
    for (uint32_t i = 0; i < job->rank_count; i++)
        killed |= job->files[i].ending == QP_ENDING_KILLED;
    if (qp_job_is_running(job))
        return "still running";
    return killed ? "some ranks were killed" : "ended";
}

/* Print "4 ranks on node1", or "3 of 4 ranks on 2 hosts". */
static void print_ranks(const struct qp_job *job, uint32_t count, FILE *out)
{
    uint32_t size = qp_job_size(job);
    fputs(qp_number_count(count).text, out);
    if (count < size)
        fprintf(out, " of %s", qp_number_count(size).text);
    fprintf(out, " rank%s", qp_number_plural(size));
    if (job->host_count > 1)
        fprintf(out, " on %s hosts", qp_number_count(job->host_count).text);
    for (uint32_t i = 0; job->host_count == 1 && i < job->rank_count; i++) {
        if (job->files[i].host.length) {
            fputs(" on ", out);
            qp_text_print(out, job->files[i].host);
            break;
        }
    }
}

/* Print "solver (4 ranks on node1)". */
static void begin_line(const struct qp_job *job, uint32_t count, const struct qp_stream *stream)
{
    char shown[300];
    bool named = qp_text_show(job->program, shown, sizeof shown);
    qp_stream_put(stream, QP_STYLE_BOLD, named ? shown : "(several programs)");
    fputs(" (", stream->out);
    print_ranks(job, count, stream->out);
    fputc(')', stream->out);
}

static void print_times(const struct qp_rank_row *all, FILE *out)
{
    uint64_t whole = all->program + all->mpi + all->joining;
    fprintf(out, "in the program %s (%s), ", qp_number_time(all->program).text,
            qp_number_share(all->program, whole).text);
    fprintf(out, "in MPI %s (%s), ", qp_number_time(all->mpi).text, qp_number_share(all->mpi, whole).text);
    fprintf(out, "in MPI_Init and MPI_Finalize %s (%s)\n", qp_number_time(all->joining).text,
            qp_number_share(all->joining, whole).text);
}

static void print_balance(const struct qp_job *job, const struct qp_ranks *ranks, FILE *out)
{
    const struct qp_rank_row *busiest = qp_ranks_busiest(ranks->rows, ranks->count);
    char name[QP_JOB_RANK_NAME];
    uint64_t mean = ranks->all.program / ranks->count;
    if (busiest->program == 0)
        return;
    qp_job_rank_name(&job->files[busiest->file], name);
    fprintf(out, "time of a rank in the program: mean %s, ", qp_number_time(mean).text);
    fprintf(out, "maximum %s (rank %s), ", qp_number_time(busiest->program).text, name);
    fprintf(out, "imbalance %s\n",
            qp_number_share(qp_ranks_imbalance(ranks->all.program, busiest->program, ranks->count), 1000000).text);
}

void qp_job_heading_print(const struct qp_job *job, const struct qp_ranks *ranks, const struct qp_stream *stream)
{
    FILE *out = stream->out;
    begin_line(job, ranks->count, stream);
    fprintf(out, "  lib%s  %s  ", qp_profile_product_name(ranks->product), qp_number_time(ranks->all.elapsed).text);
    fprintf(out, "%s %s%s  %s\n", qp_number_count(ranks->all.calls).text, ranks->sampled ? "sample" : "call",
            qp_number_plural(ranks->all.calls), ending_of(job));
    if (ranks->overhead)
        fprintf(out, "overhead %s, subtracted from all times\n", qp_number_time(ranks->overhead).text);
    if (!ranks->has_times || !ranks->count)
        return;
    if (ranks->has_mpi)
        print_times(&ranks->all, out);
    print_balance(job, ranks, out);
}

void qp_job_heading_brief(const struct qp_job *job, const struct qp_stream *stream)
{
    begin_line(job, job->rank_count, stream);
    fprintf(stream->out, "  %s\n", ending_of(job));
}

/* ---- notes ------------------------------------------------------------------------------------------------------- */

static void print_problem(const struct qp_job *job, const struct qp_ranks *ranks, unsigned kind, FILE *out)
{
    const struct qp_rank_problem *problem = &ranks->problems[kind];
    char name[QP_DIAGNOSTIC_NAME], first[4 * QP_DIAGNOSTIC_TEXT + 1], rank[QP_JOB_RANK_NAME];
    qp_job_rank_name(&job->files[ranks->rows[problem->rank].file], rank);
    fprintf(out, "note: %s × %s: %s; ", qp_number_count(problem->count).text, qp_diagnostic_name(kind, name),
            qp_diagnostic_words(kind));
    if (problem->ranks == 1)
        fprintf(out, "in rank %s", rank);
    else
        fprintf(out, "in %u ranks, first in rank %s", problem->ranks, rank);
    if (qp_text_show(problem->first, first, sizeof first))
        fprintf(out, ": %s", first);
    fputc('\n', out);
}

static void print_note(void *to, const char *sentence)
{
    fprintf(to, "note: %s\n", sentence);
}

void qp_job_heading_notes(const struct qp_job *job, const struct qp_ranks *ranks, const struct qp_stream *stream)
{
    for (unsigned kind = 0; ranks && kind < QP_DIAGNOSTICS; kind++) {
        if (ranks->problems[kind].count)
            print_problem(job, ranks, kind, stream->out);
    }
    qp_job_notes(job, print_note, stream->out);
}
