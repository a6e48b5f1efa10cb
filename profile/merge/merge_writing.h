/* merge_writing.h - state shared by the parts that write a merged file: references of what is written, by number. */
#pragma once

#include "profile/merge/merging.h"
#include "format/writer.h"

struct qp_merge_writing {
    const struct qp_merge *merge;
    const struct qp_merge_order *order;
    struct qp_writer *to;
    struct qp_scratch scratch; /* has all arrays */
    uint64_t *method_ids;
    uint32_t *carriers; /* references, like the next three arrays */
    uint32_t *groups;
    uint32_t *roots;
    uint32_t *nodes;
    uint32_t *epochs; /* by phase */
};

static inline uint32_t qp_merge_string(const struct qp_merge_writing *writing, struct qp_text text)
{
    return qp_writer_string(writing->to, text);
}

/* Return a reference; 0 for QP_NONE. */
static inline uint32_t qp_merge_reference(const uint32_t *references, uint32_t number)
{
    return number == QP_NONE ? 0 : references[number];
}

/* Write definitions, in this order; groups are completed after the nodes. Functions that return false had no memory;
 * failures of the writer are in the writer. */
bool qp_merge_give_ids(const struct qp_merge_writing *writing);
void qp_merge_write_sources(const struct qp_merge_writing *writing);
void qp_merge_write_methods(const struct qp_merge_writing *writing);
void qp_merge_write_threads(const struct qp_merge_writing *writing);
void qp_merge_write_phases(const struct qp_merge_writing *writing);
void qp_merge_write_groups(const struct qp_merge_writing *writing);
void qp_merge_complete_groups(const struct qp_merge_writing *writing);

/* Write trees, and what refers to them. */
void qp_merge_write_nodes(const struct qp_merge_writing *writing);
void qp_merge_write_blocks(const struct qp_merge_writing *writing);
bool qp_merge_write_lives(const struct qp_merge_writing *writing);
