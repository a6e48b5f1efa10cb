/* contexts.h - which code counts for a named context (qprof_context).
 *
 * Code counts for a context if it ran
 *   in this context, or in several contexts at once of which this is one,
 *   in a context within which this one is (a group of tests, for its tests), or
 *   while a file was loaded of which this context ran code, or which was loaded in it. */
#pragma once

#include "base/scratch.h"
#include "profile/load/model.h"

struct qp_contexts {
    const struct qp_profile *profile;
    struct qp_scratch scratch; /* owns all arrays */
    uint32_t *first;           /* for each named context, and one more: index of its first element in `others` */
    uint32_t *others;          /* indexes of the named contexts whose code counts for it, directly */
    uint32_t *waiting;         /* for qp_contexts_add */
};

/* Collect the relations of a profile's named contexts. Return false if out of memory; then nothing needs to be closed.
 */
bool qp_contexts_open(struct qp_contexts *contexts, const struct qp_profile *profile);
void qp_contexts_close(struct qp_contexts *contexts);

/* Mark the named contexts whose code counts for this one. Those that are marked already are not followed. */
void qp_contexts_add(struct qp_contexts *contexts, uint32_t named, bool *marked);

/* Mark the files of which code ran in the marked named contexts. */
void qp_contexts_files(const struct qp_contexts *contexts, const bool *marked, bool *files);
