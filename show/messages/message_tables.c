#include "show/messages/message_tables.h"

#include "base/order.h"
#include "messages/message_names.h"
#include "messages/message_notes.h"
#include "show/parts/heading.h"

#include <stdlib.h>

static const char *const kind_titles[QP_CHANNEL_KINDS] = {
    [QP_CHANNEL_MESSAGE] = "Messages",
    [QP_CHANNEL_COLLECTIVE] = "Collective operations",
    [QP_CHANNEL_ONE_SIDED] = "One-sided access",
    [QP_CHANNEL_FILE] = "Access to files",
};

static int by_bytes(const void *left, const void *right)
{
    const struct qp_messages_row *a = *(const struct qp_messages_row *const *)left;
    const struct qp_messages_row *b = *(const struct qp_messages_row *const *)right;
    return QP_ORDER({qp_messages_row_bytes(b), qp_messages_row_bytes(a)},
                    {qp_messages_row_count(b), qp_messages_row_count(a)}, {(uint32_t)a->from, (uint32_t)b->from},
                    {(uint32_t)a->to, (uint32_t)b->to});
}

static int by_size(const void *left, const void *right)
{
    const struct qp_messages_row *a = *(const struct qp_messages_row *const *)left;
    const struct qp_messages_row *b = *(const struct qp_messages_row *const *)right;
    return QP_ORDER({(uint32_t)a->from, (uint32_t)b->from});
}

/* Return the rows of a kind in the order in which they are shown. Set *count to their number. Return NULL if out of
 * memory. */
static const struct qp_messages_row **choose_rows(const struct qp_job_messages *job, enum qp_messages_by by,
                                                  enum qp_channel_kind kind, uint32_t *count)
{
    const struct qp_messages_table *table = &job->by[by];
    const struct qp_messages_row **rows = malloc(((size_t)table->count + 1) * sizeof(*rows));
    *count = 0;
    for (uint32_t i = 0; rows && i < table->count; i++)
        if (table->rows[i].kind == kind)
            rows[(*count)++] = &table->rows[i];
    if (rows)
        qp_sort(rows, *count, sizeof(*rows), by == QP_MESSAGES_BY_SIZE ? by_size : by_bytes);
    return rows;
}

/* Add the totals of one direction; nothing if there was no message. */
static void add_message_totals(struct qp_table *table, const struct qp_message_totals *totals)
{
    unsigned marks = totals->count ? 0 : QP_CELL_SOME;
    qp_table_add_some(table, totals->count);
    qp_table_add_cell(table, &(const struct qp_cell){.kind = QP_CELL_BYTES, .marks = marks, .number = totals->bytes});
}

static void add_sizes(struct qp_table *table, const struct qp_job_messages *job, const struct qp_messages_row *row)
{
    uint32_t least = UINT32_MAX, most = 0;
    char name[QP_MESSAGE_NAME];
    for (uint32_t i = row->sizes; i; i = job->sizes[i - 1].next) {
        uint32_t bits = job->sizes[i - 1].bits;
        least = bits < least ? bits : least;
        most = bits > most ? bits : most;
    }
    qp_message_name_sizes(least, most, name);
    qp_table_add(table, QP_STYLE_DIM, name);
}

enum {
    SENT,
    SENT_BYTES,
    RECEIVED,
    RECEIVED_BYTES,
    MEAN,
    SEND_TIME,
    RECEIVE_TIME,
    DIRECTION,
    FROM,
    TO,
    MEMBERS,
    NUMBER,
    KEY,
    SIZES,
    COLUMN_COUNT
};

/* Contents of a table. */
struct view {
    enum qp_messages_by by;
    enum qp_channel_kind kind;
    bool split; /* for people: a line of source either sends or receives, so these are separate rows */
};

static const char *const directions[QP_CHANNEL_KINDS][2] = {
    [QP_CHANNEL_MESSAGE] = {"sent", "received"},
    [QP_CHANNEL_COLLECTIVE] = {"", ""},
    [QP_CHANNEL_ONE_SIDED] = {"put", "got"},
    [QP_CHANNEL_FILE] = {"written", "read"},
};

static void add_row(struct qp_table *table, const struct qp_job_messages *job, const struct view *view,
                    const struct qp_messages_row *row)
{
    char name[QP_MESSAGE_NAME];
    uint64_t count = qp_messages_row_count(row);
    add_message_totals(table, &row->sent);
    add_message_totals(table, &row->received);
    qp_table_add_cell(table, &(const struct qp_cell){.kind = QP_CELL_BYTES,
                                                     .number = count ? qp_messages_row_bytes(row) / count : 0});
    qp_table_add_time(table, QP_STYLE_PLAIN, row->sent.ns, QP_CELL_SOME);
    qp_table_add_time(table, QP_STYLE_PLAIN, row->received.ns, QP_CELL_SOME);
    qp_table_add(table, QP_STYLE_PLAIN, directions[row->kind][view->split && row->to]);
    qp_process_name(row->from, name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    qp_process_name(row->to, name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    qp_table_add_count(table, view->by == QP_MESSAGES_BY_COMMUNICATOR ? job->communicators[row->from].members : 0);
    qp_table_addf(table, QP_STYLE_PLAIN, "#%d", row->from);
    qp_message_name_row(job, view->by, row, name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    add_sizes(table, job, row);
}

/* Add a row for each direction of a row. */
static void add_split(struct qp_table *table, const struct qp_job_messages *job, const struct view *view,
                      const struct qp_messages_row *row)
{
    struct qp_messages_row half = *row;
    half.received = (struct qp_message_totals){0};
    half.to = 0;
    if (row->sent.count > 0)
        add_row(table, job, view, &half);
    half.sent = row->received;
    half.to = 1;
    if (row->received.count > 0)
        add_row(table, job, view, &half);
}

static void choose_columns(const struct view *view, bool has[COLUMN_COUNT])
{
    bool is_collective = view->kind == QP_CHANNEL_COLLECTIVE;
    bool has_peer = view->kind == QP_CHANNEL_MESSAGE || view->kind == QP_CHANNEL_ONE_SIDED;
    bool is_pair = view->by == QP_MESSAGES_BY_RANK && has_peer;
    for (int i = 0; i < COLUMN_COUNT; i++)
        has[i] = true;
    has[RECEIVED] = has[RECEIVE_TIME] = !is_collective && !view->split;
    has[RECEIVED_BYTES] = !view->split;
    has[MEAN] = !is_collective;
    has[DIRECTION] = view->split;
    has[FROM] = has[TO] = is_pair;
    has[MEMBERS] = has[NUMBER] = view->by == QP_MESSAGES_BY_COMMUNICATOR;
    has[KEY] = !is_pair;
    has[SIZES] = view->by != QP_MESSAGES_BY_SIZE;
}

static void begin_table(struct qp_table *table, const struct view *view)
{
    static const char *const columns[QP_CHANNEL_KINDS] = {
        [QP_CHANNEL_MESSAGE] =
            "messages;sent|bytes;sent bytes|received|got bytes;received bytes|mean size|send time|receive time",
        [QP_CHANNEL_COLLECTIVE] = "calls|sent bytes|received|received bytes|mean size|time|receive time",
        [QP_CHANNEL_ONE_SIDED] = "puts|put bytes|gets|got bytes|mean size|put time|get time",
        [QP_CHANNEL_FILE] = "writes|written|reads|read|mean size|write time|read time",
    };
    char titles[300];
    bool has[COLUMN_COUNT];
    snprintf(titles, sizeof titles, "%s|-direction;way|-*from|-*to|members|-+number|-*%s|-sizes",
             view->split ? "messages|bytes|received|got bytes|mean size|time|receive time" : columns[view->kind],
             qp_messages_by_name(view->by));
    choose_columns(view, has);
    qp_table_init_some(table, titles, has);
}

static bool print_table(const struct qp_job_messages *job, const struct view *view, uint32_t top,
                        const struct qp_stream *stream)
{
    struct qp_table table;
    char title[100];
    uint32_t count;
    const struct qp_messages_row **rows = choose_rows(job, view->by, view->kind, &count);
    if (!rows || count == 0) {
        free(rows);
        return rows;
    }
    uint32_t shown = qp_table_at_most(count, top);
    snprintf(title, sizeof title, "%s by %s", kind_titles[view->kind], qp_messages_by_name(view->by));
    qp_heading_title(title, stream);
    begin_table(&table, view);
    for (uint32_t i = 0; i < shown; i++)
        (view->split ? add_split : add_row)(&table, job, view, rows[i]);
    if (!stream->programs) {
        qp_table_drop_same(&table, "received", "messages", stream);
        qp_table_drop_same(&table, "got bytes", "bytes", stream);
    }
    free(rows);
    return qp_heading_finish(&table, count, shown, NULL, stream);
}

bool qp_message_tables_print(const struct qp_job_messages *job, enum qp_messages_by by, uint32_t top,
                             const struct qp_stream *stream)
{
    bool is_place = by == QP_MESSAGES_BY_SITE || by == QP_MESSAGES_BY_PATH, ok = true;
    for (int kind = 0; ok && kind < QP_CHANNEL_KINDS; kind++) {
        const struct view view = {.by = by,
                                  .kind = (enum qp_channel_kind)kind,
                                  .split = is_place && kind != QP_CHANNEL_COLLECTIVE && !stream->programs};
        ok = print_table(job, &view, top, stream);
    }
    return ok;
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static void print_note(void *to, const char *sentence)
{
    fprintf(to, "note: %s\n", sentence);
}

void qp_message_notes_print(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                            const struct qp_stream *stream)
{
    const struct qp_message_notes notes = {print_note, stream->out};
    qp_message_notes_files(job, &notes);
    qp_message_notes(job, waits, &notes);
}
