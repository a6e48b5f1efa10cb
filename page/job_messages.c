#include "format/array.h"
#include "messages/message_names.h"
#include "messages/wait_groups.h"
#include "page/tables.h"

#include <stdlib.h>

/* Maximum number of pairs of ranks. A page with a row for each pair of 1,000 ranks would have 10 MB; 100,000 rows take
 * about 1 MB. */
#define MOST_PAIRS 100000

/* ---- pairs of ranks ---------------------------------------------------------------------------------------------- */

struct cells {
    struct qp_row_pairs *rows;
    uint32_t count;
    struct qp_map map;
    struct qp_row_pair_sizes *sizes;
    uint32_t size_count;
    struct qp_map size_map;
};

/* Return the number of consecutive ranks that are added up. */
static uint32_t choose_block(const struct qp_page *page, uint32_t pairs)
{
    uint32_t block = 1;
    for (uint64_t side = page->rank_count; pairs > MOST_PAIRS && side * side > MOST_PAIRS;
         side = (page->rank_count + block - 1) / block)
        block *= 2;
    return block;
}

/* Return the row that stands for a process in pairs, QP_NONE if it is unknown. */
static uint32_t row_of(const struct qp_page *page, int32_t process)
{
    uint32_t row = qp_page_rank(page, process);
    return row == QP_NONE ? QP_NONE : row - row % page->rank_block;
}

/* Rows are far below 2^31. QP_NONE + 1 is 0. */
static uint64_t key_of(unsigned kind, uint32_t from, uint32_t to)
{
    return (uint64_t)kind << 62 | (uint64_t)(from + 1) << 31 | (to + 1);
}

static bool add_sizes(struct cells *cells, uint32_t cell, const struct qp_job_messages *messages,
                      const struct qp_messages_row *row)
{
    for (uint32_t i = row->sizes; i; i = messages->sizes[i - 1].next) {
        const struct qp_messages_size *it = &messages->sizes[i - 1];
        uint32_t index = QP_ARRAY_KEYED(&cells->size_map, (uint64_t)cell << 7 | it->bits, &cells->sizes,
                                        &cells->size_count, (struct qp_row_pair_sizes){.pair = cell, .bits = it->bits});
        if (index == UINT32_MAX)
            return false;
        cells->sizes[index].number += it->sent > it->received ? it->sent : it->received;
    }
    return true;
}

static bool add_pair(struct cells *cells, const struct qp_page *page, const struct qp_messages_row *row)
{
    uint32_t from = row_of(page, row->from), to = row_of(page, row->to);
    uint32_t cell = QP_ARRAY_KEYED(&cells->map, key_of(row->kind, from, to), &cells->rows, &cells->count,
                                   (struct qp_row_pairs){.kind = (uint64_t)row->kind, .from = from, .to = to});
    if (cell == UINT32_MAX)
        return false;
    struct qp_row_pairs *it = &cells->rows[cell];
    it->sent += row->sent.count;
    it->sent_bytes += row->sent.bytes;
    it->sent_ns += row->sent.ns;
    it->received += row->received.count;
    it->received_bytes += row->received.bytes;
    it->received_ns += row->received.ns;
    return add_sizes(cells, cell, page->request->job->messages, row);
}

static bool put_pairs(struct qp_page *page)
{
    const struct qp_messages_table *table = &page->request->job->messages->by[QP_MESSAGES_BY_RANK];
    struct cells cells = {.count = 0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < table->count; i++)
        ok = add_pair(&cells, page, &table->rows[i]);
    for (uint32_t i = 0; ok && i < cells.count; i++)
        qp_add_pairs(page->tables, &cells.rows[i]);
    for (uint32_t i = 0; ok && i < cells.size_count; i++)
        qp_add_pair_sizes(page->tables, &cells.sizes[i]);
    free(cells.rows);
    free(cells.sizes);
    qp_map_fini(&cells.map);
    qp_map_fini(&cells.size_map);
    return ok;
}

/* ---- other groups ------------------------------------------------------------------------------------------------ */

static void put_group(struct qp_page *page, enum qp_messages_by by, const struct qp_messages_row *row)
{
    const struct qp_job_messages *messages = page->request->job->messages;
    char name[QP_MESSAGE_NAME];
    struct qp_row_traffic it = {
        .by = qp_messages_by_name(by),
        .kind = (uint64_t)row->kind,
        .members = by == QP_MESSAGES_BY_COMMUNICATOR ? messages->communicators[row->from].members : 0,
        .sent = row->sent.count,
        .sent_bytes = row->sent.bytes,
        .sent_ns = row->sent.ns,
        .received = row->received.count,
        .received_bytes = row->received.bytes,
        .received_ns = row->received.ns,
        .least = UINT64_MAX,
    };
    qp_message_name_row(messages, by, row, name);
    it.name = qp_page_strip(page, name);
    for (uint32_t i = row->sizes; i; i = messages->sizes[i - 1].next) {
        uint32_t bits = messages->sizes[i - 1].bits;
        it.least = bits < it.least ? bits : it.least;
        it.most = bits > it.most ? bits : it.most;
    }
    it.least = it.least > it.most ? 0 : it.least;
    qp_add_traffic(page->tables, &it);
}

static void put_groups(struct qp_page *page)
{
    const struct qp_job_messages *messages = page->request->job->messages;
    for (int by = QP_MESSAGES_BY_RANK + 1; by < QP_MESSAGES_BYS; by++)
        for (uint32_t i = 0; i < messages->by[by].count; i++)
            put_group(page, (enum qp_messages_by)by, &messages->by[by].rows[i]);
}

/* ---- wait states ------------------------------------------------------------------------------------------------- */

static void put_wait(struct qp_page *page, enum qp_waits_by by, const struct qp_wait_group *group)
{
    const struct qp_messages_row key = {.from = group->first};
    static const enum qp_messages_by names[QP_WAITS_BYS] = {[QP_WAITS_BY_COMMUNICATOR] = QP_MESSAGES_BY_COMMUNICATOR,
                                                            [QP_WAITS_BY_SITE] = QP_MESSAGES_BY_SITE,
                                                            [QP_WAITS_BY_PATH] = QP_MESSAGES_BY_PATH};
    char name[QP_MESSAGE_NAME];
    qp_message_name_row(page->request->job->messages, names[by], &key, name);
    qp_add_waits(page->tables, &(const struct qp_row_waits){
                                   .by = qp_waits_by_name(by),
                                   .kind = (uint64_t)group->kind,
                                   .name = qp_page_strip(page, name),
                                   .calls = group->count,
                                   .ns = group->ns,
                                   .longest = group->longest_ns,
                                   .late = qp_page_rank(page, group->late),
                                   .late_ns = group->late_ns,
                               });
}

static bool add_wait_pair(struct qp_row_wait_pairs **rows, uint32_t *count, struct qp_map *map,
                          const struct qp_page *page, const struct qp_wait_group *group)
{
    uint32_t rank = row_of(page, group->first), late = row_of(page, group->second);
    uint32_t index =
        QP_ARRAY_KEYED(map, key_of((unsigned)group->kind, rank, late), rows, count,
                       (struct qp_row_wait_pairs){.kind = (uint64_t)group->kind, .rank = rank, .late = late});
    if (index == UINT32_MAX)
        return false;
    (*rows)[index].calls += group->count;
    (*rows)[index].ns += group->ns;
    return true;
}

static bool put_wait_pairs(struct qp_page *page, const struct qp_wait_group *groups, uint32_t group_count)
{
    struct qp_row_wait_pairs *rows = NULL;
    struct qp_map map = {0};
    uint32_t count = 0;
    bool ok = true;
    for (uint32_t i = 0; ok && i < group_count; i++)
        ok = add_wait_pair(&rows, &count, &map, page, &groups[i]);
    for (uint32_t i = 0; ok && i < count; i++)
        qp_add_wait_pairs(page->tables, &rows[i]);
    free(rows);
    qp_map_fini(&map);
    return ok;
}

static bool put_waits(struct qp_page *page)
{
    const struct qp_job_waits *waits = page->request->job->waits;
    bool ok = true;
    for (int by = 0; ok && waits && by < QP_WAITS_BYS; by++) {
        struct qp_wait_group *groups;
        uint32_t count = qp_wait_groups(waits, (enum qp_waits_by)by, true, &groups);
        ok = groups;
        if (ok && by == QP_WAITS_BY_RANK)
            ok = put_wait_pairs(page, groups, count);
        for (uint32_t i = 0; ok && by != QP_WAITS_BY_RANK && i < count; i++)
            put_wait(page, (enum qp_waits_by)by, &groups[i]);
        free(groups);
    }
    return ok;
}

bool qp_page_put_job_messages(struct qp_page *page)
{
    const struct qp_page_job *job = page->request->job;
    if (!job)
        return true;
    uint32_t pairs = job->messages->by[QP_MESSAGES_BY_RANK].count;
    if (job->waits && job->waits->count > pairs)
        pairs = job->waits->count;
    page->rank_block = choose_block(page, pairs);
    put_groups(page);
    return put_pairs(page) && put_waits(page);
}
