/* selection.h - the part of a profile that a report covers: the user's choice as phases and roots. */
#pragma once

#include "base/scratch.h"
#include "profile/load/model.h"

struct qp_selection {
    enum qp_product product;
    const char *phase;   /* name or number of a phase; NULL = all phases since the data was last cleared */
    uint32_t thread;     /* index of a carrier, to select its own trees only; QP_NONE = all */
    uint32_t group;      /* index of a group, to select the trees of its virtual threads only; QP_NONE = all */
    const char *name;    /* name of groups, to select the trees of their virtual threads only; NULL = all */
    const char *context; /* name of a context, or pattern for names, to select what counts for them; NULL = all */
    bool is_name;        /* `context` is the name of a context, so it selects only that; set by qp_selection_look_up */
    bool raw;            /* overhead is not subtracted */
};

struct qp_selected {
    struct qp_scratch scratch; /* owns all arrays */
    bool *phases;              /* for each phase: true if it is chosen */
    bool *roots;               /* for each root: true if it is chosen */
    bool *files;               /* for each file: true if the chosen contexts ran code of it; NULL = all contexts */
    bool shares_contexts;      /* some of what is chosen ran while several contexts were active, so it may belong to one
                                * that is not chosen */
    bool has_hits;             /* some counts of the chosen contexts are hits: the code ran at least once */
    struct qp_span *spans;     /* the chosen phases as intervals, sorted by tick; adjacent phases are joined */
    uint32_t span_count;
};

/* Return a selection of all data that one product recorded since the last clear. */
struct qp_selection qp_selection_of(enum qp_product product);

/* Find out whether `context` is the name of a context. Tests often have names that are parts of other tests' names. */
void qp_selection_look_up(struct qp_selection *selection, const struct qp_profile *profile);

/* Return true if a selection lists a named context, which is single: one of its product, whose name matches, and not
 * the load of a file. */
bool qp_selection_lists(const struct qp_selection *selection, const struct qp_profile *profile, uint32_t named);

/* Find the phases and roots of a selection. Return 0, or the error's code (no memory, no such phase or name); then
 * nothing needs to be closed. */
int qp_selected_open(struct qp_selected *selected, const struct qp_profile *profile,
                     const struct qp_selection *selection, struct qp_error *error);
void qp_selected_close(struct qp_selected *selected);

/* Return true if what a method ran in a root is chosen. A method that runs when its file is loaded counts for each
 * context that runs code of this file. */
static inline bool qp_selected_has(const struct qp_selected *selected, const struct qp_profile *profile, uint32_t root,
                                   uint32_t method)
{
    const struct qp_profile_method *it = &profile->methods[method];
    return selected->roots[root] || (selected->files && it->flags & QP_METHOD_LOADS && it->file != QP_NONE &&
                                     selected->files[it->file] && profile->roots[root].product == it->product);
}

/* Return the total duration of the chosen phases in nanoseconds. */
uint64_t qp_selected_duration_ns(const struct qp_selected *selected, const struct qp_profile *profile);
