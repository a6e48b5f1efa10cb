#include "show/parts/profile_cell.h"

#define TEXT_SIZE 16000 /* longer names are cut */

void qp_profile_cell_time(struct qp_table *table, const struct qp_profile *profile, uint64_t ticks, unsigned marks)
{
    qp_table_add_time(table, QP_STYLE_PLAIN, qp_profile_ns(profile, ticks), marks);
}

const char *qp_profile_cell_mark(const struct qp_profile *profile, uint32_t method)
{
    return method != QP_NONE && profile->methods[method].flags & QP_METHOD_THROTTLED ? " [throttled]" : "";
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
