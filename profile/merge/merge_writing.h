/* merge_writing.h - what the parts that write a merged file share: what was written so far, by number. */
#ifndef QP_MERGE_MERGE_WRITING_H
#define QP_MERGE_MERGE_WRITING_H

#include "profile/merge/merging.h"
#include "format/writer.h"

struct qp_merge_writing {
    const struct qp_merge *merge;
    const struct qp_merge_order *order;
    struct qp_writer *to;
    uint64_t *method_ids;
    uint32_t *carriers; /* references, as those that follow */
    uint32_t *groups;
    uint32_t *roots;
    uint32_t *nodes;
    uint32_t *epochs; /* by phase */
};

static inline uint32_t qp_merge_string(const struct qp_merge_writing *writing, struct qp_text text)
{
    return qp_writer_string(writing->to, text);
}

/* 0 for QP_NONE. */
static inline uint32_t qp_merge_reference(const uint32_t *references, uint32_t number)
{
    return number == QP_NONE ? 0 : references[number];
}

/* Definitions, in this order; groups are completed when there are nodes. Those that return false had no memory; what
 * the writer lacks it says itself. */
bool qp_merge_give_ids(const struct qp_merge_writing *writing);
void qp_merge_write_sources(const struct qp_merge_writing *writing);
void qp_merge_write_methods(const struct qp_merge_writing *writing);
void qp_merge_write_threads(const struct qp_merge_writing *writing);
void qp_merge_write_phases(const struct qp_merge_writing *writing);
void qp_merge_write_groups(const struct qp_merge_writing *writing);
void qp_merge_complete_groups(const struct qp_merge_writing *writing);

/* Trees, and what refers to them. */
void qp_merge_write_nodes(const struct qp_merge_writing *writing);
void qp_merge_write_blocks(const struct qp_merge_writing *writing);
bool qp_merge_write_lives(const struct qp_merge_writing *writing);

#endif
