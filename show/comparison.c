#include "show/comparison.h"

#include <string.h>

bool qp_comparison_sort(const char *word, enum qp_comparison_sort *sort)
{
    static const char *const words[] = {
#define X(constant, word) word,
        QP_COMPARISON_SORTS(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        *sort = (enum qp_comparison_sort)i;
        if (strcmp(words[i], word) == 0)
            return true;
    }
    return false;
}

static const struct qp_run *run_of(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    return &comparison->sides[row->in[QP_AFTER] == QP_NONE ? QP_BEFORE : QP_AFTER]->items[0];
}

void qp_comparison_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size)
{
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    qp_profile_show_name(run_of(comparison, row)->product, key->class_name, key->name, key->id, shown, size);
}

bool qp_comparison_has(const struct qp_comparison *comparison, const struct qp_compared *row,
                       const struct qp_filter *filter)
{
    char name[QP_COMPARISON_NAME];
    if (qp_filter_is_empty(filter))
        return true;
    qp_comparison_name(comparison, row, name, sizeof name);
    return qp_filter_passes_function(filter, qp_text_of(name), qp_compared_key(comparison, row)->file);
}
