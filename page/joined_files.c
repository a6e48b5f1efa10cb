#include "page/joined.h"

#include "base/order.h"
#include "profile/compare/file_match.h"

#include <stdlib.h>

/* ---- sides ------------------------------------------------------------------------------------------------------- */

enum qp_side qp_joined_side(const struct qp_joined_row *row)
{
    int side = 0;
    while (side < QP_SIDES - 1 && row->in[side] == QP_NONE)
        side++;
    return (enum qp_side)side;
}

enum qp_side qp_joined_first(const struct qp_joined *joined, enum qp_side side)
{
    int first = 0;
    while (joined->queries[first] != joined->queries[side])
        first++;
    return (enum qp_side)first;
}

bool qp_joined_is_first(const struct qp_joined *joined, enum qp_side side)
{
    return joined->queries[side] && qp_joined_first(joined, side) == side;
}

void qp_joined_copy_sides(const struct qp_joined *joined, struct qp_joined_row *rows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (int side = 0; side < QP_SIDES; side++)
            rows[i].in[side] = rows[i].in[qp_joined_first(joined, (enum qp_side)side)];
    }
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static const struct qp_joined_row nowhere = {{QP_NONE, QP_NONE, QP_NONE}};

struct named {
    struct qp_text name;
    enum qp_side side;
    uint32_t file;
};

static int by_name(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = qp_text_compare(a->name, b->name);
    return order ? order : QP_ORDER({a->side, b->side}, {a->file, b->file});
}

/* Return true if a name means the same file as the previous name, because it is the same name on another side. */
static bool is_same_file(const struct named *names, uint32_t at)
{
    return at > 0 && names[at].side != names[at - 1].side && qp_text_equal(names[at].name, names[at - 1].name);
}

/* Join the files of the main run and of the run with line counts by name. */
static void join_by_name(struct qp_joined *joined, struct named *names)
{
    uint32_t count = 0;
    for (int side = 0; side < QP_SIDES; side++) {
        bool named = side != QP_SIDE_OTHER && qp_joined_is_first(joined, (enum qp_side)side);
        const struct qp_profile *profile = named ? joined->queries[side]->profile : NULL;
        for (uint32_t i = 0; profile && i < profile->file_count; i++)
            names[count++] = (struct named){profile->files[i].name, (enum qp_side)side, i};
    }
    qsort(names, count, sizeof *names, by_name);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_same_file(names, i))
            joined->files[joined->file_count++] = nowhere;
        joined->files[joined->file_count - 1].in[names[i].side] = names[i].file;
        joined->file_of[names[i].side][names[i].file] = joined->file_count - 1;
    }
}

static struct qp_text name_of(const struct qp_joined *joined, const struct qp_joined_row *row)
{
    enum qp_side side = qp_joined_side(row);
    return joined->queries[side]->profile->files[row->in[side]].name;
}

/* Match the files of the run to compare with. Names do not suffice: another checkout has the same files at other
 * paths. */
static bool match_others(struct qp_joined *joined)
{
    const struct qp_profile *profile = joined->queries[QP_SIDE_OTHER]->profile;
    uint32_t count = joined->file_count;
    struct qp_text *first = qp_scratch_zeros(&joined->scratch, count, sizeof *first);
    struct qp_text *second = qp_scratch_zeros(&joined->scratch, profile->file_count, sizeof *second);
    uint32_t *match = qp_scratch_none(&joined->scratch, count), *file_of = joined->file_of[QP_SIDE_OTHER];
    if (joined->scratch.failed)
        return false;
    for (uint32_t i = 0; i < count; i++)
        first[i] = name_of(joined, &joined->files[i]);
    for (uint32_t i = 0; i < profile->file_count; i++)
        second[i] = profile->files[i].name;
    if (!qp_file_match(first, count, second, profile->file_count, match))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        joined->files[i].in[QP_SIDE_OTHER] = match[i];
        if (match[i] != QP_NONE)
            file_of[match[i]] = i;
    }
    for (uint32_t i = 0; i < profile->file_count; i++) {
        if (file_of[i] != QP_NONE)
            continue;
        joined->files[joined->file_count] = nowhere;
        joined->files[joined->file_count].in[QP_SIDE_OTHER] = i;
        file_of[i] = joined->file_count++;
    }
    return true;
}

bool qp_joined_find_files(struct qp_joined *joined)
{
    uint32_t count = 0;
    for (int side = 0; side < QP_SIDES; side++)
        count += qp_joined_is_first(joined, (enum qp_side)side) ? joined->queries[side]->profile->file_count : 0;
    struct named *names = qp_scratch_zeros(&joined->scratch, count, sizeof *names);
    joined->files = qp_scratch_zeros(&joined->scratch, count, sizeof *joined->files);
    if (joined->scratch.failed)
        return false;
    join_by_name(joined, names);
    if (qp_joined_is_first(joined, QP_SIDE_OTHER) && !match_others(joined))
        return false;
    qp_joined_copy_sides(joined, joined->files, joined->file_count);
    return true;
}
