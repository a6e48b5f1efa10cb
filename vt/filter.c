#include "vt/filter.h"

#include "base/atomic.h"
#include "base/glob.h"
#include "core/log/symbol.h"
#include "vt/config_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANGE                                                                                                          \
    (QP_RULE_LOCATED | (uint32_t)QP_RULE_DEGREE << QP_RULE_SKIP_SHIFT | (uint32_t)QP_RULE_DEGREE << QP_RULE_TRACE_SHIFT)

/* A filter changes the rule of the paths that match its pattern: it replaces the bits of `mask` in the path's rule
 * by the bits of `rule`. */
struct filter {
    char *pattern;
    uint32_t mask;
    uint32_t rule;
    bool uses_default; /* the range comes from the option PCTRACE */
};

struct list {
    struct filter *filters;
    size_t count;
};

static struct list states;
static struct list counters;
static uint32_t default_range;

/* ---- filters --------------------------------------------------------------------------------------------- */

static bool matches(const char *pattern, const char *path)
{
    return qp_glob_matches(pattern, path, strlen(path), ':', true);
}

static void clear(struct list *list)
{
    struct list before = *list;
    *list = (struct list){NULL, 0}; /* before the filters are freed, so that a child forked meanwhile sees no freed
                                     * memory */
    qp_fence_signal();
    for (size_t i = 0; i < before.count; i++)
        free(before.filters[i].pattern);
    free(before.filters);
}

void vt_filter_clear(void)
{
    clear(&states);
    clear(&counters);
    default_range = 0;
}

void vt_filter_set_default(uint32_t range)
{
    default_range = range;
}

static int add(struct list *list, const char *before, const char *pattern, const char *behind, struct filter filter)
{
    struct filter *grown = realloc(list->filters, (list->count + 1) * sizeof *grown);
    if (!grown)
        return -1;
    list->filters = grown;
    if (asprintf(&filter.pattern, "%s%s%s", before, pattern, behind) < 0)
        return -1;
    list->filters[list->count++] = filter;
    return 0;
}

/* Read one word of a rule. */
static int read_word(const char *word, struct filter *filter)
{
    uint64_t value;
    if (vt_value_switch(word, &value) == 0) {
        filter->mask |= QP_RULE_LOGGED | (value ? RANGE : 0);
        filter->rule = (filter->rule & ~(QP_RULE_LOGGED | RANGE)) | (value ? QP_RULE_LOGGED : 0);
        filter->uses_default = value != 0;
    } else if (vt_value_choice("fold|unfold", word, &value) == 0) {
        filter->mask |= QP_RULE_FOLD | QP_RULE_UNFOLD;
        filter->rule |= value ? QP_RULE_UNFOLD : QP_RULE_FOLD;
    } else if (vt_value_range(word, &value) == 0) {
        filter->mask |= QP_RULE_LOGGED | RANGE;
        filter->rule = (filter->rule & ~RANGE) | QP_RULE_LOGGED | (uint32_t)value;
        filter->uses_default = false;
    } else {
        return -1;
    }
    return 0;
}

int vt_filter_add(enum vt_filter_kind kind, const char *pattern, char *const *words, int count)
{
    struct filter filter = {NULL, 0, 0, 0};
    for (int i = 0; i < count; i++)
        if (read_word(words[i], &filter) != 0)
            return i;
    const char *before = kind == VT_FILTER_SYMBOL ? "**:" : "";
    const char *behind = kind == VT_FILTER_ACTIVITY ? ":*" : "";
    return add(&states, before, pattern, behind, filter) == 0 ? -1 : -2;
}

int vt_filter_add_counter(const char *pattern, bool recorded)
{
    const struct filter filter = {NULL, 0, (uint32_t)recorded, false};
    return add(&counters, "", pattern, "", filter);
}

/* ---- queries --------------------------------------------------------------------------------------------- */

uint32_t vt_filter_state(const char *path)
{
    uint32_t rule = QP_RULE_LOGGED | default_range;
    for (size_t i = 0; i < states.count; i++) {
        const struct filter *filter = &states.filters[i];
        if (matches(filter->pattern, path))
            rule = (rule & ~filter->mask) | filter->rule | (filter->uses_default ? default_range : 0);
    }
    return rule;
}

uint32_t vt_filter_rules(void)
{
    uint32_t rules = default_range;
    for (size_t i = 0; i < states.count; i++)
        rules |= states.filters[i].rule;
    return rules;
}

bool vt_filter_counter(const char *path, bool by_default)
{
    const char *colon = strrchr(path, ':');
    const char *last = colon ? colon + 1 : path;
    bool recorded = by_default;
    for (size_t i = 0; i < counters.count; i++) {
        const struct filter *filter = &counters.filters[i];
        if (matches(filter->pattern, strchr(filter->pattern, ':') ? path : last))
            recorded = filter->rule;
    }
    return recorded;
}
