#include "messages/wait_groups.h"

#include "base/order.h"

#include <stdlib.h>

struct part {
    uint64_t kind, first, second; /* key */
    const struct qp_wait_row *row;
};

static struct part part_of(const struct qp_wait_row *row, enum qp_waits_by by, bool by_kind)
{
    struct part part = {.kind = by_kind ? row->kind : 0, .row = row};
    switch (by) {
    case QP_WAITS_BY_RANK:
        part.first = (uint32_t)row->rank;
        part.second = (uint32_t)row->late;
        break;
    case QP_WAITS_BY_COMMUNICATOR:
        part.first = row->communicator;
        break;
    case QP_WAITS_BY_SITE:
        part.first = row->site;
        break;
    default:
        part.first = row->path;
        break;
    }
    return part;
}

static bool is_same(const struct part *a, const struct part *b)
{
    return a->kind == b->kind && a->first == b->first && a->second == b->second;
}

static int by_key(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    return QP_ORDER({a->kind, b->kind}, {a->first, b->first}, {a->second, b->second},
                    {(uint32_t)a->row->late, (uint32_t)b->row->late}, {b->row->ns, a->row->ns});
}

static int by_time(const void *left, const void *right)
{
    const struct qp_wait_group *a = left, *b = right;
    return QP_ORDER({b->ns, a->ns}, {a->kind, b->kind}, {(uint32_t)a->first, (uint32_t)b->first},
                    {(uint32_t)a->second, (uint32_t)b->second});
}

/* Add up the parts from `parts` to `end`, which have the same key and are ordered by late rank. */
static struct qp_wait_group sum_of(const struct part *parts, const struct part *end)
{
    struct qp_wait_group group = {
        .kind = parts->row->kind, .first = (int32_t)parts->first, .second = (int32_t)parts->second};
    uint64_t late_ns = 0;
    for (const struct part *it = parts; it < end; it++) {
        late_ns = it > parts && it[-1].row->late == it->row->late ? late_ns + it->row->ns : it->row->ns;
        if (late_ns > group.late_ns) {
            group.late = it->row->late;
            group.late_ns = late_ns;
        }
        group.count += it->row->count;
        group.ns += it->row->ns;
        qp_raise_to(&group.longest_ns, it->row->longest_ns);
    }
    return group;
}

uint32_t qp_wait_groups(const struct qp_job_waits *waits, enum qp_waits_by by, bool by_kind,
                        struct qp_wait_group **groups)
{
    uint32_t count = 0;
    struct part *parts = malloc(((size_t)waits->count + 1) * sizeof *parts);
    *groups = malloc(((size_t)waits->count + 1) * sizeof **groups);
    if (!parts || !*groups) {
        free(parts);
        free(*groups);
        *groups = NULL;
        return 0;
    }
    for (uint32_t i = 0; i < waits->count; i++)
        parts[i] = part_of(&waits->rows[i], by, by_kind);
    qp_sort(parts, waits->count, sizeof *parts, by_key);
    for (uint32_t i = 0, end; i < waits->count; i = end) {
        for (end = i + 1; end < waits->count && is_same(&parts[end], &parts[i]); end++)
            continue;
        (*groups)[count++] = sum_of(&parts[i], &parts[end]);
    }
    qp_sort(*groups, count, sizeof **groups, by_time);
    free(parts);
    return count;
}

const char *qp_waits_by_name(enum qp_waits_by by)
{
    static const char *const names[] = {
#define X(constant, name) [QP_WAITS_BY_##constant] = name,
        QP_WAITS_BY_LIST(X)
#undef X
    };
    return names[by];
}
