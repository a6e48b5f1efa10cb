#include "show/parts/profile_cell.h"

#include "profile/query/time_notes.h"

#define TEXT_SIZE 16000 /* longer names are cut */

void qp_profile_cell_cost(struct qp_table *table, const struct qp_profile *profile, uint64_t ticks, unsigned marks)
{
    qp_profile_cell_amount(table, QP_STYLE_PLAIN, profile->measure, qp_profile_ns(profile, ticks), marks);
}

void qp_profile_cell_amount(struct qp_table *table, enum qp_style style, enum qp_measure measure, uint64_t amount,
                            unsigned marks)
{
    qp_table_add_cell(
        table,
        &(struct qp_cell){.kind = qp_profile_cell_kind(measure), .style = style, .marks = marks, .number = amount});
}

enum qp_cell_kind qp_profile_cell_kind(enum qp_measure measure)
{
    static const enum qp_cell_kind kinds[] = {QP_CELL_TIME, QP_CELL_BYTES, QP_CELL_COUNT};
    return kinds[measure];
}

const char *qp_profile_cell_allocated_titles(const struct qp_query *query)
{
    return query->all.allocated.events ? "allocated|objects|" : "";
}

void qp_profile_cell_allocated(struct qp_table *table, const struct qp_query *query,
                               const struct qp_allocated *allocated)
{
    if (!query->all.allocated.events)
        return;
    qp_profile_cell_amount(table, QP_STYLE_PLAIN, QP_MEASURE_BYTES, allocated->bytes, QP_CELL_SOME);
    qp_table_add_some(table, allocated->objects);
}

const char *qp_profile_cell_mark(const struct qp_profile *profile, uint32_t method)
{
    return method == QP_NONE || profile->measure != QP_MEASURE_TIME ? "" : qp_throttled_mark(profile, method);
}

void qp_profile_cell_name(struct qp_table *table, const struct qp_profile *profile, uint32_t method, const char *none)
{
    char name[TEXT_SIZE];
    if (method != QP_NONE)
        qp_profile_method_name(profile, method, name, sizeof name);
    qp_table_addf(table, QP_STYLE_PLAIN, "%s%s", method == QP_NONE ? none : name,
                  qp_profile_cell_mark(profile, method));
}

void qp_profile_cell_location(struct qp_table *table, const struct qp_profile *profile, uint32_t method)
{
    char place[TEXT_SIZE];
    *place = '\0'; /* initialize only the first byte, because this runs for each row */
    if (method != QP_NONE)
        qp_profile_method_location(profile, method, place, sizeof place);
    qp_table_add(table, QP_STYLE_DIM, place);
}
