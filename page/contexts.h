/* contexts.h - the tables of named contexts (qprof_context): their names, and the contexts for which each line ran.
 *
 * Many lines ran for the same contexts, so each distinct list of contexts is written once. A list is a sequence of
 * ranges, because lines that most contexts run have lists with few gaps. */
#pragma once

#include "base/map.h"
#include "profile/coverage/line_contexts.h"
#include "page/tables.h"

struct qp_page_contexts {
    struct qp_page *page;
    const struct qp_query *query; /* NULL = the run has no contexts */
    struct qp_contexts relations;
    uint32_t *row_of; /* for each named context: its row; QP_NONE = not listed. NULL = the run has no contexts */
    struct qp_map known;
    struct qp_page_context_list {
        uint32_t first; /* index in `members` */
        uint32_t count;
    } * lists;         /* lists in the order of their rows */
    uint32_t *members; /* rows of contexts, ascending in each list */
    uint32_t list_count, member_count;
};

/* Write the table of contexts, and prepare to add lists. Return false if out of memory; then nothing needs to be
 * closed. */
bool qp_page_contexts_open(struct qp_page_contexts *contexts, struct qp_page *page);
void qp_page_contexts_close(struct qp_page_contexts *contexts);

/* Collect the contexts of a file's lines, if the run has contexts. Return false if out of memory. */
bool qp_page_contexts_of_file(struct qp_page_contexts *contexts, struct qp_line_contexts *lines, uint32_t file);

/* Set `list` to the row of the list of a line's contexts, or to QP_NONE if the line has none, and write the list if
 * it is new. Return false if out of memory. */
bool qp_page_contexts_add(struct qp_page_contexts *contexts, const struct qp_line_contexts *lines, int32_t line,
                          uint32_t *list);
