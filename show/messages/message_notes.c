#include "base/number.h"
#include "show/messages/message_tables.h"

#include <inttypes.h>

#define MOST_PAIRS 5  /* pairs of ranks with a note of their own */
#define MOST_RANKS 10 /* ranks that a note lists */

/* ---- lists of ranks --------------------------------------------------------------------------------------------- */

struct list {
    const struct qp_stream *stream;
    uint32_t count;
};

/* Print the name of a rank after those before, or count it only if there are too many. */
static void add_rank(struct list *list, int32_t rank)
{
    char name[QP_PROCESS_NAME];
    qp_process_name(rank, name);
    if (list->count < MOST_RANKS)
        fprintf(list->stream->out, "%s%s", list->count ? ", " : " ", name);
    list->count++;
}

static void end_list(const struct list *list, const char *rest)
{
    if (list->count > MOST_RANKS)
        fprintf(list->stream->out, " and %u more", list->count - MOST_RANKS);
    fprintf(list->stream->out, "%s\n", rest);
}

/* Print a note about all ranks that have a property, `begin` followed by their numbers and `rest`. */
static void print_ranks(const struct qp_job_messages *job, const void *of,
                        bool (*has)(const struct qp_job_messages *job, const void *of, uint32_t rank),
                        const char *begin, const char *rest, const struct qp_stream *stream)
{
    struct list list = {.stream = stream};
    for (uint32_t i = 0; i < job->rank_count; i++) {
        if (!has(job, of, i))
            continue;
        if (list.count == 0)
            fprintf(stream->out, "note: %s", begin);
        add_rank(&list, job->ranks[i].rank);
    }
    if (list.count > 0)
        end_list(&list, rest);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static bool is_incomplete(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    (void)of;
    return !job->ranks[rank].complete;
}

static bool is_damaged(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    (void)of;
    return job->ranks[rank].damaged;
}

static bool has_lost(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    (void)of;
    return job->ranks[rank].lost > 0;
}

static void print_missing(const struct qp_job_messages *job, const struct qp_stream *stream)
{
    struct list list = {.stream = stream};
    uint32_t missing = job->size;
    for (uint32_t i = 0; i < job->rank_count; i++)
        missing -= missing > 0 && job->ranks[i].world == 0;
    if (job->rank_count == 1 || missing == 0)
        return; /* one file was asked for, or all files are there */
    fputs("note: no file of rank", stream->out);
    for (uint32_t i = 0; list.count < missing && list.count < MOST_RANKS; i++)
        if (qp_job_messages_rank(job, (int32_t)i) == UINT32_MAX)
            add_rank(&list, (int32_t)i);
    list.count = missing;
    end_list(&list, ": messages between such ranks are missing");
}

static void print_pair(const struct qp_messages_row *row, const struct qp_stream *stream)
{
    char from[QP_PROCESS_NAME], to[QP_PROCESS_NAME];
    qp_process_name(row->from, from);
    qp_process_name(row->to, to);
    fprintf(stream->out,
            "note: rank %s sent %s message%s of %s bytes in all to rank %s, which received %s of %s bytes\n", from,
            qp_number_count(row->sent.count).text, qp_number_plural(row->sent.count),
            qp_number_count(row->sent.bytes).text, to, qp_number_count(row->received.count).text,
            qp_number_count(row->received.bytes).text);
}

static void print_differences(const struct qp_job_messages *job, const struct qp_stream *stream)
{
    const struct qp_messages_table *table = &job->by[QP_MESSAGES_BY_RANK];
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++)
        if (qp_job_messages_differ(job, &table->rows[i]) && count++ < MOST_PAIRS)
            print_pair(&table->rows[i], stream);
    if (count > MOST_PAIRS)
        fprintf(stream->out, "note: %u more pairs of ranks differ about their messages\n", count - MOST_PAIRS);
}

/* ---- wait states ------------------------------------------------------------------------------------------------ */

static bool has_no_log(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    const struct qp_job_waits *waits = of;
    (void)job;
    return waits->gaps[rank].no_log;
}

static bool is_cut(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    const struct qp_job_waits *waits = of;
    (void)job;
    return waits->gaps[rank].cut;
}

static bool is_filtered(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    const struct qp_job_waits *waits = of;
    (void)job;
    return waits->gaps[rank].filtered;
}

static uint64_t first_loss(const struct qp_job_messages *job, const struct qp_job_waits *waits)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < job->rank_count; i++)
        if (waits->gaps[i].cut && waits->gaps[i].from_ns < first)
            first = waits->gaps[i].from_ns;
    return first;
}

static void print_waits(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                        const struct qp_stream *stream)
{
    char rest[200];
    if (job->rank_count == 1 && job->size > 1) {
        fputs("note: give the files of all ranks to see who waited for whom\n", stream->out);
        return;
    }
    if (waits->matched < waits->messages || waits->rounds_matched < waits->collectives)
        fprintf(stream->out,
                "note: waiting is known for %s of %s messages and %s of %s calls of collective operations\n",
                qp_number_count(waits->matched).text, qp_number_count(waits->messages).text,
                qp_number_count(waits->rounds_matched).text, qp_number_count(waits->collectives).text);
    if (!job->one_host)
        fputs("note: the ranks ran on several hosts, whose clocks differ: waiting between hosts is unknown\n",
              stream->out);
    print_ranks(job, waits, has_no_log, "no log of rank", ": who waited for it is unknown", stream);
    snprintf(rest, sizeof rest, " lacks messages, the first after %s: waiting is unknown from there on",
             qp_number_time(first_loss(job, waits)).text);
    print_ranks(job, waits, is_cut, "the log of rank", rest, stream);
    print_ranks(job, waits, is_filtered, "calls were left out (filters, MIN-CALL-TIME) from the log of rank",
                ": waiting for their messages is unknown", stream);
}

void qp_message_notes_print(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                            const struct qp_stream *stream)
{
    print_missing(job, stream);
    print_ranks(job, NULL, is_incomplete, "the run did not end normally, or goes on: rank", "", stream);
    print_ranks(job, NULL, is_damaged, "damaged file: rank", ", of which only the readable part counts", stream);
    print_ranks(job, NULL, has_lost, "there was no room for the peers of some messages of rank", "", stream);
    print_differences(job, stream);
    if (waits)
        print_waits(job, waits, stream);
}
