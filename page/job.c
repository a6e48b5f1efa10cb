#include "messages/message_names.h"
#include "messages/wait_groups.h"
#include "page/tables.h"

#include <stdlib.h>

#define NAME_SIZE 600

/* ---- ranks ------------------------------------------------------------------------------------------------------- */

static bool note_rank(struct qp_page *page, int32_t process)
{
    return qp_map_put(&page->rank_of, (uint32_t)process, ++page->rank_count) == 0;
}

/* Set the times of the ranks that have data of the page's library. */
static void set_times(struct qp_row_ranks *rows, const struct qp_ranks *ranks)
{
    for (uint32_t i = 0; i < ranks->count; i++) {
        const struct qp_rank_row *it = &ranks->rows[i];
        struct qp_row_ranks *row = &rows[it->file];
        row->elapsed = it->elapsed;
        row->program = it->program;
        row->mpi = it->mpi;
        row->joining = it->joining;
        row->calls = it->calls;
    }
}

static void set_waits(struct qp_row_ranks *rows, const struct qp_page *page)
{
    const struct qp_job_waits *waits = page->request->job->waits;
    for (uint32_t i = 0; waits && i < waits->count; i++) {
        uint32_t rank = qp_page_rank(page, waits->rows[i].rank), late = qp_page_rank(page, waits->rows[i].late);
        if (rank != QP_NONE)
            rows[rank].waited += waits->rows[i].ns;
        if (late != QP_NONE)
            rows[late].delayed += waits->rows[i].ns;
    }
}

static void put_rank(struct qp_page *page, const struct qp_job_file *file, struct qp_row_ranks *row)
{
    char name[QP_JOB_RANK_NAME], host[NAME_SIZE], path[NAME_SIZE];
    qp_job_rank_name(file, name);
    row->name = name;
    row->host = qp_page_show(page, file->host, host, sizeof host);
    row->file = qp_page_show(page, qp_text_of(file->path), path, sizeof path);
    row->ending = qp_job_file_ending(file);
    qp_add_ranks(page->tables, row);
}

/* Add a process that has no file, unless it has a row. */
static bool put_other(struct qp_page *page, int32_t process)
{
    char name[QP_PROCESS_NAME];
    if (process == QP_PEER_NONE || qp_page_rank(page, process) != QP_NONE)
        return true;
    qp_process_name(process, name);
    qp_add_ranks(page->tables, &(const struct qp_row_ranks){.name = name, .ending = "no file"});
    return note_rank(page, process);
}

static bool put_others(struct qp_page *page)
{
    const struct qp_messages_table *table = &page->request->job->messages->by[QP_MESSAGES_BY_RANK];
    bool ok = true;
    for (uint32_t i = 0; ok && i < table->count; i++)
        ok = put_other(page, table->rows[i].from) && put_other(page, table->rows[i].to);
    return ok;
}

static bool put_ranks(struct qp_page *page)
{
    const struct qp_page_job *job = page->request->job;
    uint32_t count = job->job->rank_count;
    struct qp_row_ranks *rows = qp_scratch_zeros(&page->scratch, count, sizeof *rows);
    bool ok = rows;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = note_rank(page, qp_process(job->job->files[i].world, job->job->files[i].rank));
    if (!ok)
        return false;
    set_times(rows, job->ranks);
    set_waits(rows, page);
    for (uint32_t i = 0; i < count; i++)
        put_rank(page, &job->job->files[i], &rows[i]);
    return put_others(page);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* If several methods have the same key, the first of them gets their row. */
static bool put_spreads(struct qp_page *page)
{
    const struct qp_joined *joined = &page->joined;
    const struct qp_ranks *ranks = page->request->job->ranks;
    const struct qp_profile *profile = joined->queries[QP_SIDE_RUN]->profile;
    bool *done = qp_scratch_zeros(&page->scratch, ranks->function_count, sizeof *done);
    for (uint32_t i = 0; done && i < joined->function_count; i++) {
        uint32_t method = joined->functions[i].in[QP_SIDE_RUN];
        if (method == QP_NONE)
            continue;
        const struct qp_function_key key = qp_function_key_of(profile, method);
        uint32_t number = qp_function_keys_find(&ranks->keys, &key);
        if (number == QP_NONE || done[number])
            continue;
        done[number] = true;
        const struct qp_rank_function *function = &ranks->functions[number];
        const struct qp_spread *self = &function->spreads[QP_SPREAD_SELF];
        qp_add_spreads(page->tables, &(const struct qp_row_spreads){
                                         .function = i,
                                         .ranks = function->ranks,
                                         .least = qp_ranks_least(ranks, function, QP_SPREAD_SELF),
                                         .sum = self->sum,
                                         .most = self->most,
                                         .rank = ranks->rows[self->rank].file,
                                     });
    }
    return done;
}

bool qp_page_put_job(struct qp_page *page)
{
    return !page->request->job || (put_ranks(page) && put_spreads(page));
}

/* ---- facts ------------------------------------------------------------------------------------------------------- */

static json_t *list_kinds(void)
{
    json_t *list = json_array();
    for (int i = 0; i < QP_CHANNEL_KINDS; i++)
        json_array_append_new(list, json_string(qp_messages_kind_name((enum qp_channel_kind)i)));
    return list;
}

static json_t *list_wait_kinds(void)
{
    json_t *list = json_array();
    for (int i = 0; i < QP_WAIT_KINDS; i++)
        json_array_append_new(list, json_string(qp_wait_kind_name((enum qp_wait_kind)i)));
    return list;
}

/* Describe the call site at which ranks waited longest, for all reasons together. */
static json_t *describe_worst(const struct qp_page *page, const struct qp_job_waits *waits)
{
    struct qp_wait_group *groups;
    char name[QP_MESSAGE_NAME];
    uint32_t count = qp_wait_groups(waits, QP_WAITS_BY_SITE, false, &groups);
    json_t *worst = groups ? json_null() : NULL;
    if (count > 0) {
        qp_message_name_site(page->request->job->messages, (uint32_t)groups[0].first, name);
        worst = json_pack("{s:s, s:I, s:I, s:I}", "site", qp_page_strip(page, name), "ns", (json_int_t)groups[0].ns,
                          "late", (json_int_t)(int32_t)qp_page_rank(page, groups[0].late), "late_ns",
                          (json_int_t)groups[0].late_ns);
    }
    free(groups);
    return worst;
}

static json_t *describe_waits(const struct qp_page *page)
{
    const struct qp_job_waits *waits = page->request->job->waits;
    if (!waits)
        return json_null();
    return json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I}", "worst", describe_worst(page, waits), "total_ns",
                     (json_int_t)waits->total_ns, "elapsed_ns", (json_int_t)waits->elapsed_ns, "messages",
                     (json_int_t)waits->messages, "matched", (json_int_t)waits->matched, "collectives",
                     (json_int_t)waits->collectives, "collectives_matched", (json_int_t)waits->rounds_matched);
}

json_t *qp_page_job_facts(const struct qp_page *page)
{
    const struct qp_page_job *job = page->request->job;
    if (!job)
        return json_null();
    return json_pack("{s:I, s:I, s:I, s:I, s:b, s:b, s:o, s:o, s:o}", "files", (json_int_t)job->job->rank_count, "size",
                     (json_int_t)qp_job_size(job->job), "hosts", (json_int_t)job->job->host_count, "block",
                     (json_int_t)page->rank_block, "has_times", (int)job->ranks->has_times, "has_mpi",
                     (int)job->ranks->has_mpi, "kinds", list_kinds(), "wait_kinds", list_wait_kinds(), "waits",
                     describe_waits(page));
}
