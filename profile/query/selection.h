/* selection.h - which part of a profile a report is about: what a user chose, and the phases and roots that it means.
 */
#ifndef QP_QUERY_SELECTION_H
#define QP_QUERY_SELECTION_H

#include "profile/load/model.h"

struct qp_selection {
    enum qp_product product;
    const char *phase; /* name or number; NULL = all since the last clear */
    uint32_t thread;   /* index of a carrier: its own trees only; QP_NONE = all */
    uint32_t group;    /* index: the trees of these virtual threads only; QP_NONE = all */
    const char *name;  /* of groups: the trees of these virtual threads only; NULL = all */
    bool raw;          /* the recorder's own cost stays in */
};

struct qp_selected {
    bool *phases;          /* by phase */
    bool *roots;           /* by root */
    struct qp_span *spans; /* of the phases, by tick; those that follow each other are one */
    uint32_t span_count;
};

/* Everything of one product since the last clear. */
struct qp_selection qp_selection_of(enum qp_product product);

/* The result is 0, else the error's code (no memory, no such phase or name); nothing is to be closed then. */
int qp_selected_open(struct qp_selected *selected, const struct qp_profile *profile,
                     const struct qp_selection *selection, struct qp_error *error);
void qp_selected_close(struct qp_selected *selected);

/* How long the chosen phases lasted together, in nanoseconds. */
uint64_t qp_selected_duration_ns(const struct qp_selected *selected, const struct qp_profile *profile);

#endif
