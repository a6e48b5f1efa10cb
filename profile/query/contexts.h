/* contexts.h - which code counts for a named context (qprof_context).
 *
 * Code counts for a context if it ran
 *   in this context, or in several contexts at once of which this is one,
 *   in a context within which this one is (a group of tests, for its tests), or
 *   while a file was loaded of which this context ran code, or which was loaded in it. */
#pragma once

#include "base/scratch.h"
#include "profile/load/model.h"

/* For each named context, the indexes of others: others[first[n]] to others[first[n + 1] - 1]. */
struct qp_context_lists {
    uint32_t *first;
    uint32_t *others;
};

struct qp_contexts {
    const struct qp_profile *profile;
    struct qp_scratch scratch;        /* owns all arrays */
    struct qp_context_lists included; /* contexts whose code counts for it, directly */
    struct qp_context_lists users;    /* the inverse */
    uint32_t *seen;                   /* value of `round` when a context was found last */
    uint32_t *waiting;
    uint32_t round;
};

/* Collect the relations of a profile's named contexts. Return false if out of memory; then nothing needs to be closed.
 */
bool qp_contexts_open(struct qp_contexts *contexts, const struct qp_profile *profile);
void qp_contexts_close(struct qp_contexts *contexts);

/* Write a context's name, printable. In parentheses stand the load of a file, several contexts, and QP_NONE. */
void qp_context_show(const struct qp_profile *profile, uint32_t named, char *shown, size_t size);

/* Begin to find contexts with the functions below, each once. */
void qp_contexts_begin(struct qp_contexts *contexts);

/* Find the contexts whose code counts for one, or the contexts for which its code counts; including itself. Store those
 * that were not found before in `found`, which has room for all contexts. Return their number. */
uint32_t qp_contexts_included(struct qp_contexts *contexts, uint32_t named, uint32_t *found);
uint32_t qp_contexts_users(struct qp_contexts *contexts, uint32_t named, uint32_t *found);

/* Return true if any entry of an array of counts ran. */
bool qp_contexts_array_ran(const struct qp_profile_array *array);

/* Call `visit` for each method that ran in a named context. It may be called several times for both. */
void qp_contexts_each_run(const struct qp_profile *profile, void (*visit)(void *to, uint32_t named, uint32_t method),
                          void *to);
