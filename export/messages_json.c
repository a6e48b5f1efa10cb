#include "export/messages_json.h"

#include <jansson.h>

#define SHOWN 1000

static json_t *number(uint64_t value)
{
    return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

static json_t *text_or_null(struct qp_text text)
{
    char shown[SHOWN];
    qp_text_show(text, shown, sizeof shown);
    return *shown ? json_string(shown) : json_null();
}

/* A rank of the first world is a number, one of another world a text. */
static json_t *process(int32_t process_number)
{
    char name[QP_PROCESS_NAME];
    if (process_number >= 0)
        return json_integer(process_number);
    qp_process_name(process_number, name);
    return process_number == QP_PEER_NONE ? json_null() : json_string(name);
}

/* ---- definitions ------------------------------------------------------------------------------------------------ */

static json_t *describe_log(const struct qp_wait_gap *gap)
{
    if (!gap)
        return json_null();
    return json_string(gap->no_log ? "none" : gap->filtered ? "filtered" : gap->cut ? "cut" : "complete");
}

static json_t *list_ranks(const struct qp_job_messages *job, const struct qp_job_waits *waits)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < job->rank_count; i++) {
        const struct qp_job_rank *it = &job->ranks[i];
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:o}", "rank", process(it->rank), "file",
                            text_or_null(qp_text_of(it->path)), "host", text_or_null(it->host), "duration_ns",
                            number(it->duration_ns), "complete", (int)it->complete, "damaged", (int)it->damaged,
                            "messages_lost", number(it->lost), "log", describe_log(waits ? &waits->gaps[i] : NULL)));
    }
    return list;
}

static json_t *list_communicators(const struct qp_job_messages *job)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < job->communicator_count; i++) {
        const struct qp_job_communicator *it = &job->communicators[i];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:b}", "id", number(i), "name", text_or_null(it->name),
                                              "members", number(it->members), "inter", (int)it->inter));
    }
    return list;
}

static json_t *describe_site(const struct qp_job_messages *job, uint32_t site)
{
    const struct qp_call_site *it = &job->sites.sites[site];
    return json_pack("{s:o, s:o, s:o, s:o}", "text", text_or_null(it->shown), "function", text_or_null(it->function),
                     "file", text_or_null(it->file), "line", it->line ? json_integer(it->line) : json_null());
}

static json_t *list_path(const struct qp_job_messages *job, uint32_t path)
{
    json_t *list = json_array();
    for (; path != QP_CALL_PATH_NONE; path = job->sites.paths[path].parent)
        json_array_insert_new(list, 0, text_or_null(job->sites.paths[path].name));
    return list;
}

/* ---- messages --------------------------------------------------------------------------------------------------- */

static json_t *list_sizes(const struct qp_job_messages *job, const struct qp_messages_row *row)
{
    json_t *list = json_array();
    for (uint32_t i = row->sizes; i; i = job->sizes[i - 1].next) {
        const struct qp_messages_size *it = &job->sizes[i - 1];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "bits", number(it->bits), "sent", number(it->sent),
                                              "received", number(it->received)));
    }
    return list;
}

static json_t *describe_row(const struct qp_job_messages *job, const struct qp_messages_row *row)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kind", qp_messages_kind_name(row->kind), "sent",
                     number(row->sent.count), "sent_bytes", number(row->sent.bytes), "sent_ns", number(row->sent.ns),
                     "received", number(row->received.count), "received_bytes", number(row->received.bytes),
                     "received_ns", number(row->received.ns), "sizes", list_sizes(job, row));
}

static void set_key(json_t *object, const struct qp_job_messages *job, enum qp_messages_by by,
                    const struct qp_messages_row *row)
{
    switch (by) {
    case QP_MESSAGES_BY_RANK:
        json_object_set_new(object, "from", process(row->from));
        json_object_set_new(object, "to", process(row->to));
        return;
    case QP_MESSAGES_BY_COMMUNICATOR:
        json_object_set_new(object, "communicator", json_integer(row->from));
        return;
    case QP_MESSAGES_BY_TAG:
        json_object_set_new(object, "tag", json_integer(row->from));
        json_object_set_new(object, "last_tag", json_integer(row->to ? 2 * (json_int_t)row->from - 1 : row->from));
        return;
    case QP_MESSAGES_BY_SITE:
        json_object_set_new(object, "site", describe_site(job, (uint32_t)row->from));
        return;
    case QP_MESSAGES_BY_PATH:
        json_object_set_new(object, "path", list_path(job, (uint32_t)row->from));
        return;
    default:
        json_object_set_new(object, "bits", json_integer(row->from));
        return;
    }
}

static json_t *list_rows(const struct qp_job_messages *job, enum qp_messages_by by)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < job->by[by].count; i++) {
        json_t *row = describe_row(job, &job->by[by].rows[i]);
        set_key(row, job, by, &job->by[by].rows[i]);
        json_array_append_new(list, row);
    }
    return list;
}

/* ---- wait states ------------------------------------------------------------------------------------------------ */

static json_t *list_waits(const struct qp_job_messages *job, const struct qp_job_waits *waits)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < waits->count; i++) {
        const struct qp_wait_row *it = &waits->rows[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kind",
                                        qp_wait_kind_name(it->kind), "rank", process(it->rank), "late",
                                        process(it->late), "communicator", number(it->communicator), "calls",
                                        number(it->count), "ns", number(it->ns), "longest_ns", number(it->longest_ns),
                                        "site", describe_site(job, it->site), "path", list_path(job, it->path)));
    }
    return list;
}

static json_t *describe_waits(const struct qp_job_messages *job, const struct qp_job_waits *waits)
{
    if (!waits)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "ns", number(waits->total_ns), "elapsed_ns",
                     number(waits->elapsed_ns), "messages", number(waits->messages), "matched", number(waits->matched),
                     "collectives", number(waits->collectives), "collectives_matched", number(waits->rounds_matched),
                     "rows", list_waits(job, waits));
}

bool qp_messages_write_json(const struct qp_job_messages *job, const struct qp_job_waits *waits, FILE *out)
{
    json_t *all =
        json_pack("{s:i, s:o, s:o, s:o, s:o}", "version", 1, "program", text_or_null(job->program), "size",
                  number(job->size), "ranks", list_ranks(job, waits), "communicators", list_communicators(job));
    for (int by = 0; all && by < QP_MESSAGES_BYS; by++) {
        char name[40];
        snprintf(name, sizeof name, "by_%s", qp_messages_by_name((enum qp_messages_by)by));
        json_object_set_new(all, name, list_rows(job, (enum qp_messages_by)by));
    }
    bool ok = all && json_object_set_new(all, "waits", describe_waits(job, waits)) == 0;
    if (ok) {
        json_dumpf(all, out, JSON_INDENT(1));
        fputc('\n', out);
    }
    json_decref(all);
    return ok;
}
