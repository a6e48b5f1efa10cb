#include "show/compared_rows.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INDENT 8 /* of what follows from what */

/* ---- cells ------------------------------------------------------------------------------------------------------- */

const char *qp_compared_state(const struct qp_compared *row)
{
    static const char *const words[] = {"same", "varies", "more", "less", "new", "gone"};
    return words[row->change];
}

void qp_compared_put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                          uint32_t depth, const struct qp_stream *stream)
{
    char name[QP_COMPARISON_NAME];
    int used = 0;
    if (!stream->programs) {
        const char *word = row->change == QP_CHANGE_NEW ? "new: " : row->change == QP_CHANGE_GONE ? "gone: " : "";
        used = snprintf(name, sizeof name, "%*s%s", 2 * (int)(depth < MOST_INDENT ? depth : MOST_INDENT), "", word);
    }
    qp_comparison_name(comparison, row, name + used, sizeof name - (size_t)used);
    qp_table_add(table, QP_STYLE_PLAIN, name);
}

void qp_compared_put_place(struct qp_table *table, const struct qp_comparison *comparison,
                           const struct qp_compared *row)
{
    char place[QP_COMPARISON_NAME];
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    qp_profile_show_location(key->file, key->line, place, sizeof place);
    qp_table_add(table, QP_STYLE_DIM, place);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

bool qp_compared_open(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                      const struct qp_comparison_choice *choice)
{
    *chosen = (struct qp_compared_rows){.comparison = comparison, .choice = choice};
    chosen->rows = malloc(((size_t)comparison->count + 1) * sizeof *chosen->rows);
    chosen->depths = calloc((size_t)comparison->count + 1, sizeof *chosen->depths);
    return chosen->rows && chosen->depths;
}

void qp_compared_close(struct qp_compared_rows *chosen)
{
    free(chosen->rows);
    free(chosen->depths);
}

uint32_t qp_compared_shown(const struct qp_compared_rows *chosen)
{
    uint32_t top = chosen->choice->top;
    return top && top < chosen->count ? top : chosen->count;
}

int qp_compared_by_name(const void *left, const void *right, void *of)
{
    const struct qp_comparison *comparison = ((const struct qp_compared_rows *)of)->comparison;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    char name_a[QP_COMPARISON_NAME], name_b[QP_COMPARISON_NAME];
    qp_comparison_name(comparison, &comparison->rows[a], name_a, sizeof name_a);
    qp_comparison_name(comparison, &comparison->rows[b], name_b, sizeof name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : (a > b) - (a < b);
}

int qp_compared_by_number(double a, double b)
{
    return a > b ? -1 : a < b;
}
