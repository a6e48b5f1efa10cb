#include "show/compared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOCATION_SIZE 600
#define MOST_INDENT   8 /* of what follows from what */

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* A change that has a size and a direction. */
struct qp_number qp_compared_signed(bool negative, struct qp_number size)
{
    memmove(size.text + 1, size.text, sizeof size.text - 2);
    size.text[0] = negative ? '-' : '+';
    return size;
}

struct qp_number qp_compared_count(int64_t change)
{
    if (change == 0)
        return (struct qp_number){"="};
    return qp_compared_signed(change < 0, qp_number_count(qp_change_size(change)));
}

struct qp_number qp_compared_time(double ns, struct qp_unit unit)
{
    return qp_compared_signed(ns < 0, qp_number_in_unit((uint64_t)fabs(round(ns)), unit));
}

/* "+9.2%", "x3.1" from twice as much on. */
struct qp_number qp_compared_ratio(double before, double after)
{
    struct qp_number number = {""};
    if (!(before > 0))
        return number;
    if (after / before >= 2)
        snprintf(number.text, sizeof number.text, "x%.3g", after / before);
    else
        snprintf(number.text, sizeof number.text, "%+.1f%%", 100 * (after / before - 1));
    return number;
}

struct qp_number qp_compared_ns(double ns)
{
    return qp_number_time((uint64_t)round(ns));
}

static const struct qp_run *run_of(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    return &comparison->sides[row->in[QP_AFTER] == QP_NONE ? QP_BEFORE : QP_AFTER]->items[0];
}

void qp_compared_show_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                           size_t size)
{
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    qp_profile_show_name(run_of(comparison, row)->product, key->class_name, key->name, key->id, shown, size);
}

void qp_compared_put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                          uint32_t depth)
{
    char name[QP_COMPARED_NAME];
    const char *word = row->change == QP_CHANGE_NEW ? "new: " : row->change == QP_CHANGE_GONE ? "gone: " : "";
    qp_compared_show_name(comparison, row, name, sizeof name);
    qp_table_addf(table, QP_STYLE_PLAIN, "%*s%s%s", 2 * (int)(depth < MOST_INDENT ? depth : MOST_INDENT), "", word,
                  name);
}

void qp_compared_put_place(struct qp_table *table, const struct qp_comparison *comparison,
                           const struct qp_compared *row)
{
    char place[LOCATION_SIZE];
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
    char name_a[QP_COMPARED_NAME], name_b[QP_COMPARED_NAME];
    qp_compared_show_name(comparison, &comparison->rows[a], name_a, sizeof name_a);
    qp_compared_show_name(comparison, &comparison->rows[b], name_b, sizeof name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : (a > b) - (a < b);
}

int qp_compared_by_number(double a, double b)
{
    return a > b ? -1 : a < b;
}
