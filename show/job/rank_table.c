#include "show/job/rank_table.h"

#include "base/order.h"
#include "show/parts/heading.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static int by_program(const void *left, const void *right)
{
    const struct qp_rank_row *a = left, *b = right;
    return QP_ORDER({b->program, a->program}, {a->file, b->file});
}

static void add_times(struct qp_table *table, const struct qp_rank_row *row)
{
    qp_table_add_time(table, QP_STYLE_PLAIN, row->elapsed, 0);
    qp_table_add_time(table, QP_STYLE_PLAIN, row->program, 0);
    qp_table_add_time(table, QP_STYLE_PLAIN, row->mpi, 0);
    qp_table_add_share(table, QP_STYLE_PLAIN, row->mpi, row->program + row->mpi + row->joining);
    qp_table_add_time(table, QP_STYLE_PLAIN, row->joining, 0);
    qp_table_add_count(table, row->calls);
}

static void add_rank(struct qp_table *table, const struct qp_job *job, const struct qp_rank_row *row)
{
    const struct qp_job_file *file = &job->files[row->file];
    char name[QP_JOB_RANK_NAME];
    qp_job_rank_name(file, name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    add_times(table, row);
    qp_table_add(table, QP_STYLE_PLAIN, qp_job_file_ending(file));
    qp_table_add_text(table, QP_STYLE_PLAIN, file->host);
    qp_table_add_text(table, QP_STYLE_DIM, qp_text_of(file->path));
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* People see how the ranks ended only if one did not end normally, and their hosts if there are several. */
static void begin_ranks(struct qp_table *table, const struct qp_job *job, const struct qp_ranks *ranks, bool programs)
{
    bool clock = ranks->has_times, mpi = clock && ranks->has_mpi, normal = true;
    for (uint32_t i = 0; i < job->rank_count; i++)
        normal &= job->files[i].ending == QP_ENDING_NORMAL && !job->files[i].damaged;
    const bool has[] = {true, clock, clock, mpi, mpi, mpi, true, programs || !normal, programs || job->host_count > 1,
                        true};
    qp_table_init_some(table, "*rank|elapsed|program|MPI|MPI %;MPI share|Init, Finalize;joining|calls|-end|-host|-file",
                       has);
}

static bool print_rows(const struct qp_job *job, const struct qp_ranks *ranks, const struct qp_rank_row *rows,
                       uint32_t most, const struct qp_stream *stream)
{
    struct qp_table table;
    uint32_t shown = qp_table_at_most(ranks->count, most);
    begin_ranks(&table, job, ranks, stream->programs);
    for (uint32_t i = 0; i < shown; i++)
        add_rank(&table, job, &rows[i]);
    return qp_heading_finish(&table, ranks->count, shown, NULL, stream);
}

bool qp_rank_table_print(const struct qp_job *job, const struct qp_ranks *ranks, uint32_t most,
                         const struct qp_stream *stream)
{
    size_t size = ((size_t)ranks->count + 1) * sizeof *ranks->rows;
    struct qp_rank_row *rows = malloc(size);
    if (!rows)
        return false;
    memcpy(rows, ranks->rows, size - sizeof *rows);
    if (qp_table_at_most(ranks->count, most) < ranks->count)
        qp_sort(rows, ranks->count, sizeof *rows, by_program);
    bool ok = print_rows(job, ranks, rows, most, stream);
    free(rows);
    return ok;
}

static void add_host(struct qp_table *table, const struct qp_job *job, const struct qp_ranks *ranks,
                     const struct qp_rank_row *host)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < ranks->count; i++) {
        if (job->files[ranks->rows[i].file].host.bytes == job->files[host->file].host.bytes)
            qp_raise_to(&most, ranks->rows[i].program);
    }
    struct qp_text name = job->files[host->file].host;
    qp_table_add_text(table, QP_STYLE_PLAIN, name.length ? name : qp_text_of("(unknown)"));
    qp_table_add_count(table, host->ranks);
    add_times(table, host);
    qp_table_add_share(table, QP_STYLE_PLAIN, qp_ranks_imbalance(host->program, most, host->ranks), 1000000);
}

bool qp_rank_table_print_hosts(const struct qp_job *job, const struct qp_ranks *ranks, uint32_t most,
                               const struct qp_stream *stream)
{
    struct qp_table table;
    uint32_t count;
    struct qp_rank_row *hosts = qp_ranks_by_host(ranks, job, &count);
    bool clock = ranks->has_times, mpi = clock && ranks->has_mpi;
    const bool has[] = {true, true, clock, clock, mpi, mpi, mpi, true, clock};
    if (!hosts)
        return false;
    uint32_t shown = qp_table_at_most(count, most);
    qp_table_init_some(&table,
                       "-*host|ranks|elapsed|program|MPI|MPI %;MPI share|Init, Finalize;joining|calls|imbalance", has);
    for (uint32_t i = 0; i < shown; i++)
        add_host(&table, job, ranks, &hosts[i]);
    free(hosts);
    return qp_heading_finish(&table, count, shown, NULL, stream);
}
