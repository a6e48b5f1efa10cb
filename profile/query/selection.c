#include "profile/query/selection.h"

#include "profile/load/open.h"
#include "profile/query/contexts.h"
#include "profile/source/pattern.h"

#include <stdlib.h>
#include <string.h>

struct qp_selection qp_selection_of(enum qp_product product)
{
    return (struct qp_selection){.product = product, .thread = QP_NONE, .group = QP_NONE};
}

/* ---- phases ------------------------------------------------------------------------------------------------- */

static bool phase_matches(const struct qp_profile_phase *phase, const char *wanted)
{
    char number[16];
    snprintf(number, sizeof number, "%u", phase->number);
    return strcmp(number, wanted) == 0 || (phase->name.length && qp_text_equal(phase->name, qp_text_of(wanted)));
}

static void add_span(struct qp_selected *selected, struct qp_span span)
{
    struct qp_span *last = selected->span_count ? &selected->spans[selected->span_count - 1] : NULL;
    if (span.from >= span.until)
        return;
    if (last && last->until == span.from)
        last->until = span.until;
    else
        selected->spans[selected->span_count++] = span;
}

/* Mark the chosen phases. Return true if at least one is chosen. */
static bool choose_phases(struct qp_selected *selected, const struct qp_profile *profile,
                          const struct qp_selection *selection)
{
    bool known = false;
    for (uint32_t i = 0; i < profile->phase_count; i++) {
        const struct qp_profile_phase *phase = &profile->phases[i];
        selected->phases[i] = phase->product == (uint32_t)selection->product &&
                              (!selection->phase || phase_matches(phase, selection->phase));
        known |= selected->phases[i];
        if (selected->phases[i])
            add_span(selected, qp_open_phase(profile, i));
    }
    return known;
}

/* ---- roots -------------------------------------------------------------------------------------------------- */

static bool is_named(const struct qp_profile *profile, uint32_t group, const char *name)
{
    return group != QP_NONE && qp_text_equal(profile->groups[group].name, qp_text_of(name));
}

static bool has_name(const struct qp_profile *profile, const struct qp_selection *selection)
{
    for (uint32_t i = 0; selection->name && i < profile->group_count; i++) {
        if (profile->groups[i].product == (uint32_t)selection->product && is_named(profile, i, selection->name))
            return true;
    }
    return !selection->name;
}

/* ---- contexts ------------------------------------------------------------------------------------------------- */

bool qp_selection_lists(const struct qp_selection *selection, const struct qp_profile *profile, uint32_t named)
{
    const struct qp_profile_named *it = &profile->named[named];
    if (it->product != (uint32_t)selection->product || it->load)
        return false;
    if (selection->is_name)
        return qp_text_equal(it->name, qp_text_of(selection->context));
    return !selection->context || qp_pattern_matches(selection->context, it->name);
}

void qp_selection_look_up(struct qp_selection *selection, const struct qp_profile *profile)
{
    struct qp_selection exact = *selection;
    selection->is_name = false;
    exact.is_name = exact.context != NULL;
    for (uint32_t i = 0; exact.is_name && i < profile->named_single_count && !selection->is_name; i++)
        selection->is_name = qp_selection_lists(&exact, profile, i);
}

struct marking {
    const struct qp_profile *profile;
    const bool *contexts;
    bool *files;
};

static void mark_file(void *to, uint32_t named, uint32_t method)
{
    const struct marking *marking = to;
    uint32_t file = marking->profile->methods[method].file;
    if (marking->contexts[named] && file != QP_NONE)
        marking->files[file] = true;
}

/* Mark the contexts whose code counts for those that match. Return how many match. */
static uint32_t mark_contexts(struct qp_contexts *contexts, const struct qp_selection *selection, bool *marked,
                              uint32_t *found)
{
    const struct qp_profile *profile = contexts->profile;
    uint32_t matching = 0;
    qp_contexts_begin(contexts);
    for (uint32_t i = 0; i < profile->named_single_count; i++) {
        if (!qp_selection_lists(selection, profile, i))
            continue;
        matching++;
        for (uint32_t count = qp_contexts_included(contexts, i, found); count > 0;)
            marked[found[--count]] = true;
    }
    return matching;
}

/* Choose the contexts that match, and the files of which they ran code. Return which contexts count, NULL if out of
 * memory. *known is set to true if a context matches. */
static const bool *choose_contexts(struct qp_selected *selected, const struct qp_profile *profile,
                                   const struct qp_selection *selection, bool *known)
{
    struct qp_contexts contexts;
    bool *marked = qp_scratch_zeros(&selected->scratch, profile->named_count, sizeof *marked);
    uint32_t *found = qp_scratch_zeros(&selected->scratch, profile->named_count, sizeof *found);
    selected->files = qp_scratch_zeros(&selected->scratch, profile->file_count, sizeof *selected->files);
    if (selected->scratch.failed || !qp_contexts_open(&contexts, profile))
        return NULL;
    *known = mark_contexts(&contexts, selection, marked, found) > 0;
    qp_contexts_each_run(profile, mark_file, &(struct marking){profile, marked, selected->files});
    qp_contexts_close(&contexts);
    return marked;
}

static void choose_roots(struct qp_selected *selected, const struct qp_profile *profile,
                         const struct qp_selection *selection, const bool *contexts)
{
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        selected->roots[i] =
            root->product == (uint32_t)selection->product && root->has_node && !root->hidden && !root->cleared &&
            selected->phases[root->phase] && (!contexts || (root->named != QP_NONE && contexts[root->named])) &&
            (selection->thread == QP_NONE || (root->thread == selection->thread && root->group == QP_NONE)) &&
            (selection->group == QP_NONE || root->group == selection->group) &&
            (!selection->name || is_named(profile, root->group, selection->name));
        if (contexts && selected->roots[i]) {
            selected->shares_contexts |= profile->named[root->named].several;
            selected->has_hits |= profile->named[root->named].hits;
        }
    }
}

/* ---- open and close ----------------------------------------------------------------------------------------- */

int qp_selected_open(struct qp_selected *selected, const struct qp_profile *profile,
                     const struct qp_selection *selection, struct qp_error *error)
{
    *selected = (struct qp_selected){0};
    selected->phases = qp_scratch_zeros(&selected->scratch, profile->phase_count, sizeof *selected->phases);
    selected->spans = qp_scratch_zeros(&selected->scratch, profile->phase_count, sizeof *selected->spans);
    selected->roots = qp_scratch_zeros(&selected->scratch, profile->root_count, sizeof *selected->roots);
    int code = 0;
    bool known = false;
    const bool *contexts = selection->context ? choose_contexts(selected, profile, selection, &known) : NULL;
    if (selected->scratch.failed || (selection->context && !contexts))
        code = qp_error_memory(error);
    else if (!choose_phases(selected, profile, selection))
        code = qp_error_set(error, QP_ERR_CHOICE, "%s has no phase '%s' (qii info lists them)",
                            qp_profile_product_name(selection->product), selection->phase);
    else if (!has_name(profile, selection))
        code = qp_error_set(error, QP_ERR_CHOICE, "%s has no virtual threads '%s' (qii threads lists them)",
                            qp_profile_product_name(selection->product), selection->name);
    else if (selection->context && !known)
        code = qp_error_set(error, QP_ERR_CHOICE, "%s has no context '%s' (qii cover --contexts lists them)",
                            qp_profile_product_name(selection->product), selection->context);
    else
        choose_roots(selected, profile, selection, contexts);
    if (code != 0)
        qp_selected_close(selected);
    return code;
}

void qp_selected_close(struct qp_selected *selected)
{
    qp_scratch_free(&selected->scratch);
    *selected = (struct qp_selected){0};
}

/* Add up the durations of the chosen phases. The last phase lasts until the end of the recording. */
uint64_t qp_selected_duration_ns(const struct qp_selected *selected, const struct qp_profile *profile)
{
    uint64_t end = qp_profile_duration_ns(profile), sum = 0;
    for (uint32_t i = 0; i < selected->span_count; i++) {
        const struct qp_span *span = &selected->spans[i];
        uint64_t from = qp_profile_since_start(profile, span->from);
        uint64_t until = span->until == UINT64_MAX ? end : qp_profile_since_start(profile, span->until);
        sum += until > from ? until - from : 0;
    }
    return sum;
}
