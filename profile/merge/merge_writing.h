/* merge_writing.h - state of writing a merged file, shared by the parts that write it.
 *
 * Merged items are numbered as in merging.h. Each array has one value for each item of a kind. The value is the item's
 * reference in the written file, except in `method_ids`, `epochs` and `named`. */
#pragma once

#include "profile/merge/merging.h"
#include "format/writer.h"

struct qp_merge_writing {
    const struct qp_merge *merge;
    const struct qp_merge_order *order;
    struct qp_writer *to;
    struct qp_scratch scratch; /* owns all arrays */
    uint64_t *method_ids;
    uint32_t *carriers; /* reference of each carrier. The next three arrays have the references of groups, roots and
                         * nodes */
    uint32_t *groups;
    uint32_t *roots;
    uint32_t *nodes;
    uint32_t *epochs; /* epoch of each phase */
    uint16_t *named;  /* number of each named context */
};

static inline uint32_t qp_merge_string(const struct qp_merge_writing *writing, struct qp_text text)
{
    return qp_writer_string(writing->to, text);
}

/* Return the reference of item `number`; 0 if `number` is QP_NONE. */
static inline uint32_t qp_merge_reference(const uint32_t *references, uint32_t number)
{
    return number == QP_NONE ? 0 : references[number];
}

/* Write the definitions. The functions are called in this order, but qp_merge_complete_groups is called after the
 * nodes are written, because groups refer to nodes. A function that returns bool returns false if out of memory. If the
 * writer fails, it records that itself. */
bool qp_merge_give_ids(const struct qp_merge_writing *writing);
void qp_merge_write_sources(const struct qp_merge_writing *writing);
void qp_merge_write_methods(const struct qp_merge_writing *writing);
void qp_merge_write_threads(const struct qp_merge_writing *writing);
void qp_merge_write_phases(const struct qp_merge_writing *writing);
void qp_merge_write_named(const struct qp_merge_writing *writing);
void qp_merge_write_groups(const struct qp_merge_writing *writing);
void qp_merge_complete_groups(const struct qp_merge_writing *writing);

/* Write the trees, and the records that refer to them. */
void qp_merge_write_nodes(const struct qp_merge_writing *writing);
void qp_merge_write_blocks(const struct qp_merge_writing *writing);
bool qp_merge_write_lives(const struct qp_merge_writing *writing);
