#include "messages/message_notes.h"

#include "base/attribute.h"
#include "base/number.h"

#include <stdarg.h>

#define MOST_PAIRS 5  /* pairs of ranks with a note of their own */
#define MOST_RANKS 10 /* ranks that a note lists */
#define NOTE_SIZE  1000

/* ---- lists of ranks --------------------------------------------------------------------------------------------- */

/* A sentence that is being written. */
struct sentence {
    char text[NOTE_SIZE];
    size_t length;
    uint32_t ranks; /* number of ranks that it lists */
};

static void QP_PRINTF(2, 3) add(struct sentence *sentence, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(sentence->text + sentence->length, NOTE_SIZE - sentence->length, format, arguments);
    va_end(arguments);
    sentence->length += length < 0 ? 0 : (size_t)length;
    if (sentence->length >= NOTE_SIZE)
        sentence->length = NOTE_SIZE - 1;
}

/* Add the name of a rank after those before, or count it only if there are too many. */
static void add_rank(struct sentence *sentence, int32_t rank)
{
    char name[QP_PROCESS_NAME];
    qp_process_name(rank, name);
    if (sentence->ranks < MOST_RANKS)
        add(sentence, "%s%s", sentence->ranks ? ", " : " ", name);
    sentence->ranks++;
}

static void end_list(struct sentence *sentence, const char *rest)
{
    if (sentence->ranks > MOST_RANKS)
        add(sentence, " and %u more", sentence->ranks - MOST_RANKS);
    add(sentence, "%s", rest);
}

/* Report a note about all ranks that have a property, `begin` followed by their numbers and `rest`. */
static void note_ranks(const struct qp_job_messages *job, const void *of,
                       bool (*has)(const struct qp_job_messages *job, const void *of, uint32_t rank), const char *begin,
                       const char *rest, const struct qp_message_notes *notes)
{
    struct sentence sentence = {.ranks = 0};
    add(&sentence, "%s", begin);
    for (uint32_t i = 0; i < job->rank_count; i++)
        if (has(job, of, i))
            add_rank(&sentence, job->ranks[i].rank);
    end_list(&sentence, rest);
    if (sentence.ranks > 0)
        notes->take(notes->to, sentence.text);
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

static void note_missing(const struct qp_job_messages *job, const struct qp_message_notes *notes)
{
    struct sentence sentence = {.ranks = 0};
    uint32_t missing = job->size;
    for (uint32_t i = 0; i < job->rank_count; i++)
        missing -= missing > 0 && job->ranks[i].world == 0;
    if (job->rank_count == 1 || missing == 0)
        return; /* one file was asked for, or all files are there */
    add(&sentence, "no file of rank");
    for (uint32_t i = 0; sentence.ranks < missing && sentence.ranks < MOST_RANKS; i++)
        if (qp_job_messages_rank(job, (int32_t)i) == UINT32_MAX)
            add_rank(&sentence, (int32_t)i);
    sentence.ranks = missing;
    end_list(&sentence, ": messages between such ranks are missing");
    notes->take(notes->to, sentence.text);
}

void qp_message_notes_files(const struct qp_job_messages *job, const struct qp_message_notes *notes)
{
    note_missing(job, notes);
    note_ranks(job, NULL, is_incomplete, "the run did not end normally, or goes on: rank", "", notes);
    note_ranks(job, NULL, is_damaged, "damaged file: rank", ", of which only the readable part counts", notes);
}

/* ---- messages --------------------------------------------------------------------------------------------------- */

static bool has_lost(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    (void)of;
    return job->ranks[rank].lost > 0;
}

static bool has_no_room(const struct qp_job_messages *job, const void *of, uint32_t rank)
{
    (void)of;
    return job->ranks[rank].no_room;
}

static void note_pair(const struct qp_messages_row *row, const struct qp_message_notes *notes)
{
    char from[QP_PROCESS_NAME], to[QP_PROCESS_NAME];
    struct sentence sentence = {.ranks = 0};
    qp_process_name(row->from, from);
    qp_process_name(row->to, to);
    add(&sentence, "rank %s sent %s message%s of %s bytes in all to rank %s, which received %s of %s bytes", from,
        qp_number_count(row->sent.count).text, qp_number_plural(row->sent.count), qp_number_count(row->sent.bytes).text,
        to, qp_number_count(row->received.count).text, qp_number_count(row->received.bytes).text);
    notes->take(notes->to, sentence.text);
}

static void note_differences(const struct qp_job_messages *job, const struct qp_message_notes *notes)
{
    const struct qp_messages_table *table = &job->by[QP_MESSAGES_BY_RANK];
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++)
        if (qp_job_messages_differ(job, &table->rows[i]) && count++ < MOST_PAIRS)
            note_pair(&table->rows[i], notes);
    if (count <= MOST_PAIRS)
        return;
    struct sentence sentence = {.ranks = 0};
    add(&sentence, "%u more pairs of ranks differ about their messages", count - MOST_PAIRS);
    notes->take(notes->to, sentence.text);
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

static void note_waits(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                       const struct qp_message_notes *notes)
{
    struct sentence matched = {.ranks = 0}, rest = {.ranks = 0};
    if (job->rank_count == 1 && job->size > 1) {
        notes->take(notes->to, "give the files of all ranks to see who waited for whom");
        return;
    }
    add(&matched, "waiting is known for %s of %s messages and %s of %s calls of collective operations",
        qp_number_count(waits->matched).text, qp_number_count(waits->messages).text,
        qp_number_count(waits->rounds_matched).text, qp_number_count(waits->collectives).text);
    if (waits->matched < waits->messages || waits->rounds_matched < waits->collectives)
        notes->take(notes->to, matched.text);
    if (!job->one_host)
        notes->take(notes->to, "the ranks ran on several hosts, whose clocks differ: waiting between hosts is unknown");
    note_ranks(job, waits, has_no_log, "no log of rank", ": who waited for it is unknown", notes);
    add(&rest, " lacks messages, the first after %s: waiting is unknown from there on",
        qp_number_time(first_loss(job, waits)).text);
    note_ranks(job, waits, is_cut, "the log of rank", rest.text, notes);
    note_ranks(job, waits, is_filtered, "calls were left out (filters, MIN-CALL-TIME) from the log of rank",
               ": waiting for their messages is unknown", notes);
}

void qp_message_notes(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                      const struct qp_message_notes *notes)
{
    note_ranks(job, NULL, has_no_room,
               "records had no space (data limit, disk or memory), so messages may be missing: rank", "", notes);
    note_ranks(job, NULL, has_lost, "there was no room for the peers of some messages of rank", "", notes);
    note_differences(job, notes);
    if (waits)
        note_waits(job, waits, notes);
}
