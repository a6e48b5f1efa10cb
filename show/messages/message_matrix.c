#include "show/messages/message_tables.h"

#include "show/parts/heading.h"

#include <string.h>

#define MOST_IN_MATRIX 8 /* ranks; a line of 80 columns has no room for more */

static uint64_t bytes_between(const struct qp_job_messages *job, int32_t from, int32_t to)
{
    const struct qp_messages_table *table = &job->by[QP_MESSAGES_BY_RANK];
    for (uint32_t i = 0; i < table->count; i++) {
        const struct qp_messages_row *row = &table->rows[i];
        if (row->kind == QP_CHANNEL_MESSAGE && row->from == from && row->to == to)
            return qp_messages_row_bytes(row);
    }
    return 0;
}

bool qp_message_matrix_print(const struct qp_job_messages *job, const struct qp_stream *stream)
{
    struct qp_table table;
    char titles[200] = "-*sender", name[QP_PROCESS_NAME];
    if (stream->programs || job->rank_count < 2 || job->rank_count > MOST_IN_MATRIX ||
        qp_messages_row_count(&job->all[QP_CHANNEL_MESSAGE]) == 0)
        return true;
    for (uint32_t i = 0; i < job->rank_count; i++) {
        size_t used = strlen(titles);
        qp_process_name(job->ranks[i].rank, name);
        snprintf(titles + used, sizeof titles - used, "|to %s", name);
    }
    qp_heading_title("Bytes of messages from each sender to each receiver", stream);
    qp_table_init(&table, titles);
    for (uint32_t i = 0; i < job->rank_count; i++) {
        qp_process_name(job->ranks[i].rank, name);
        qp_table_addf(&table, QP_STYLE_PLAIN, "rank %s", name);
        for (uint32_t j = 0; j < job->rank_count; j++)
            qp_table_add_cell(&table, &(const struct qp_cell){
                                          .kind = QP_CELL_BYTES,
                                          .marks = QP_CELL_SOME,
                                          .number = bytes_between(job, job->ranks[i].rank, job->ranks[j].rank),
                                      });
    }
    return qp_table_finish(&table, stream, NULL);
}
