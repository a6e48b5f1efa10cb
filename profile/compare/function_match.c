#include "profile/compare/function_match.h"

#include "base/hash.h"
#include "base/order.h"
#include "base/scratch.h"
#include "format/array.h"
#include "profile/compare/file_match.h"

#include <stdlib.h>
#include <string.h>

/* Largest number of functions of one name in one file that are paired by distance. More functions than this are
 * paired in order. */
#define MOST_PAIRED_BY_DISTANCE 1000

/* ---- data -------------------------------------------------------------------------------------------------------- */

/* A function of one side. Functions with equal class, name and file form a group. */
struct candidate {
    uint32_t number;
    uint32_t group;
    uint32_t file;
    int32_t line; /* for a function of the first side, the line at which it is expected on the second side */
    bool second;
};

/* A function that is the only one of its group on both sides. It shows how far the lines after it moved. */
struct anchor {
    uint32_t file;
    int32_t line;
    int32_t moved;
};

struct matching {
    const struct qp_function_keys *sides[2];
    uint32_t *file_of[2]; /* for each function: number of its file; two files that match have the same number */
    struct candidate *candidates;
    uint32_t count;
    struct anchor *anchors;
    uint32_t anchor_count;
    uint32_t *match;
    struct qp_scratch scratch; /* owns these arrays, except `match` */
};

/* Return a name without the line in it: "<anonymous at app.lua:7>" without ":7>", if 7 is the function's own line. */
static struct qp_text name_without_line(const struct qp_function_key *key)
{
    struct qp_text name = key->name;
    char line[20];
    if (!name.length || name.bytes[name.length - 1] != '>')
        return name;
    int length = snprintf(line, sizeof line, ":%d>", key->line);
    if (name.length > (uint32_t)length && memcmp(name.bytes + name.length - length, line, (size_t)length) == 0)
        name.length -= (uint32_t)length;
    return name;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

struct files {
    struct qp_text *names;
    uint32_t count;
    struct qp_map map; /* maps the key of a name to the index of the file + 1 */
};

static bool collect_files(struct files *files, const struct qp_function_keys *keys, uint32_t *file_of)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        struct qp_text file = keys->items[i].file;
        file_of[i] = QP_ARRAY_KEYED(&files->map, qp_texts_key(file), &files->names, &files->count, file);
        if (file_of[i] == QP_NONE)
            return false;
    }
    return true;
}

/* Give files of the second side the number of their match in the first side, or a new number. */
static bool number_files(struct matching *matching)
{
    struct files files[2] = {{.count = 0}};
    bool ok = collect_files(&files[0], matching->sides[0], matching->file_of[0]) &&
              collect_files(&files[1], matching->sides[1], matching->file_of[1]);
    uint32_t *match = qp_scratch_zeros(&matching->scratch, files[0].count, sizeof *match);
    uint32_t *number = qp_scratch_zeros(&matching->scratch, files[1].count, sizeof *number);
    ok = ok && match && number && qp_file_match(files[0].names, files[0].count, files[1].names, files[1].count, match);
    for (uint32_t i = 0; ok && i < files[1].count; i++)
        number[i] = files[0].count + i;
    for (uint32_t i = 0; ok && i < files[0].count; i++) {
        if (match[i] != QP_NONE)
            number[match[i]] = i;
    }
    for (uint32_t i = 0; ok && i < matching->sides[1]->count; i++)
        matching->file_of[1][i] = number[matching->file_of[1][i]];
    for (int side = 0; side < 2; side++) {
        free(files[side].names);
        qp_map_fini(&files[side].map);
    }
    return ok;
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static const struct qp_function_key *key_at(const struct matching *matching, const struct candidate *candidate)
{
    return &matching->sides[candidate->second]->items[candidate->number];
}

static bool same_group(const struct matching *matching, const struct candidate *a, const struct candidate *b)
{
    const struct qp_function_key *left = key_at(matching, a), *right = key_at(matching, b);
    return a->file == b->file && left->id == right->id && qp_text_equal(left->class_name, right->class_name) &&
           qp_text_equal(name_without_line(left), name_without_line(right));
}

static uint64_t hash_of(const struct matching *matching, const struct candidate *candidate)
{
    const struct qp_function_key *key = key_at(matching, candidate);
    struct qp_text name = name_without_line(key);
    uint64_t parts[] = {qp_hash_bytes(key->class_name.bytes, key->class_name.length),
                        qp_hash_bytes(name.bytes, name.length), candidate->file, key->id};
    return qp_hash_bytes(parts, sizeof parts);
}

static int by_group(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    return QP_ORDER({a->group, b->group}, {a->second, b->second}, {qp_order_signed(a->line), qp_order_signed(b->line)},
                    {a->number, b->number});
}

/* Set the group of each function: the index of the group's first function. If two groups have the same hash, each
 * function of the second group gets a group of its own, and stays unmatched. */
static bool find_groups(struct matching *matching)
{
    struct qp_map groups = {0};
    bool ok = true;
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < matching->sides[side]->count; i++) {
            const struct qp_function_key *key = &matching->sides[side]->items[i];
            matching->candidates[matching->count++] =
                (struct candidate){.number = i, .file = matching->file_of[side][i], .line = key->line, .second = side};
        }
    }
    for (uint32_t i = 0; ok && i < matching->count; i++) {
        uint64_t hash = hash_of(matching, &matching->candidates[i]);
        uint64_t first = qp_map_get(&groups, hash);
        bool joins = first && same_group(matching, &matching->candidates[first - 1], &matching->candidates[i]);
        matching->candidates[i].group = joins ? (uint32_t)first - 1 : i;
        ok = first || qp_map_put(&groups, hash, i + 1) == 0;
    }
    qp_map_fini(&groups);
    qsort(matching->candidates, matching->count, sizeof *matching->candidates, by_group);
    return ok;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */

static void pair(struct matching *matching, const struct candidate *first, const struct candidate *second)
{
    matching->match[first->number] = second->number;
}

/* The unpaired functions of a group, in one array: `first` functions of the first side, then `second` functions of the
 * second side. */
struct group {
    struct candidate *candidates;
    uint32_t first;
    uint32_t second;
};

static void remove_candidate(struct candidate *candidates, uint32_t *count, uint32_t index)
{
    memmove(candidates + index, candidates + index + 1, (*count - index - 1) * sizeof *candidates);
    (*count)--;
}

/* Pair functions at equal lines. Both sides are sorted by line. */
static void pair_equal_lines(struct matching *matching, struct group *group)
{
    struct candidate *second = group->candidates + group->first;
    uint32_t i = 0, k = 0, left = 0, right = 0;
    while (i < group->first || k < group->second) {
        bool both = i < group->first && k < group->second;
        if (both && group->candidates[i].line == second[k].line)
            pair(matching, &group->candidates[i++], &second[k++]);
        else if (k >= group->second || (both && group->candidates[i].line < second[k].line))
            group->candidates[left++] = group->candidates[i++];
        else
            second[right++] = second[k++];
    }
    memmove(group->candidates + left, second, right * sizeof *second);
    *group = (struct group){group->candidates, left, right};
}

static uint32_t distance(const struct candidate *a, const struct candidate *b)
{
    return a->line < b->line ? (uint32_t)b->line - (uint32_t)a->line : (uint32_t)a->line - (uint32_t)b->line;
}

static void pair_nearest(struct matching *matching, struct group *group)
{
    while (group->first && group->second) {
        struct candidate *second = group->candidates + group->first;
        uint32_t nearest_first = 0, nearest_second = 0, least = UINT32_MAX, k = 0;
        for (uint32_t i = 0; i < group->first; i++) {
            while (k + 1 < group->second && second[k + 1].line <= group->candidates[i].line)
                k++;
            for (uint32_t j = k; j < group->second && j <= k + 1; j++) {
                if (distance(&group->candidates[i], &second[j]) < least) {
                    least = distance(&group->candidates[i], &second[j]);
                    nearest_first = i;
                    nearest_second = j;
                }
            }
        }
        pair(matching, &group->candidates[nearest_first], &second[nearest_second]);
        remove_candidate(second, &group->second, nearest_second);
        remove_candidate(group->candidates, &group->first, nearest_first);
        memmove(group->candidates + group->first, second, group->second * sizeof *second);
    }
}

static void pair_group(struct matching *matching, struct group group)
{
    pair_equal_lines(matching, &group);
    uint32_t least = group.first < group.second ? group.first : group.second;
    if (least <= MOST_PAIRED_BY_DISTANCE && group.first + group.second <= 4 * MOST_PAIRED_BY_DISTANCE) {
        pair_nearest(matching, &group);
        return;
    }
    for (uint32_t i = 0; i < least; i++)
        pair(matching, &group.candidates[i], &group.candidates[group.first + i]);
}

/* ---- moved lines ------------------------------------------------------------------------------------------------- */

static int by_file(const void *left, const void *right)
{
    const struct anchor *a = left, *b = right;
    return QP_ORDER({a->file, b->file}, {qp_order_signed(a->line), qp_order_signed(b->line)});
}

/* Return by how many lines a line of the first side moved. It is assumed to have moved as far as the last anchor
 * before it. */
static int32_t moved(const struct matching *matching, uint32_t file, int32_t line)
{
    const struct anchor *anchors = matching->anchors;
    uint32_t before = QP_BISECT(i, matching->anchor_count,
                                anchors[i].file < file || (anchors[i].file == file && anchors[i].line <= line));
    return before > 0 && anchors[before - 1].file == file ? anchors[before - 1].moved : 0;
}

/* ---- all groups -------------------------------------------------------------------------------------------------- */

/* Return the group that begins at an index. */
static struct group group_at(const struct matching *matching, uint32_t candidate)
{
    struct group group = {&matching->candidates[candidate], 0, 0};
    for (uint32_t i = candidate; i < matching->count && matching->candidates[i].group == group.candidates->group; i++)
        *(matching->candidates[i].second ? &group.second : &group.first) += 1;
    return group;
}

static void find_anchors(struct matching *matching)
{
    for (uint32_t i = 0; i < matching->count;) {
        struct group group = group_at(matching, i);
        i += group.first + group.second;
        if (group.first != 1 || group.second != 1)
            continue;
        const struct candidate *first = group.candidates, *second = group.candidates + 1;
        pair(matching, first, second);
        matching->anchors[matching->anchor_count++] =
            (struct anchor){first->file, first->line, (int32_t)((uint32_t)second->line - (uint32_t)first->line)};
    }
    qsort(matching->anchors, matching->anchor_count, sizeof *matching->anchors, by_file);
}

static void pair_groups(struct matching *matching)
{
    for (uint32_t i = 0; i < matching->count;) {
        struct group group = group_at(matching, i);
        i += group.first + group.second;
        if (group.first == 0 || group.second == 0 || group.first + group.second == 2)
            continue;
        for (uint32_t k = 0; k < group.first; k++) {
            int32_t line = group.candidates[k].line;
            group.candidates[k].line =
                (int32_t)((uint32_t)line + (uint32_t)moved(matching, group.candidates[k].file, line));
        }
        qsort(group.candidates, group.first, sizeof *group.candidates, by_group);
        pair_group(matching, group);
    }
}

uint32_t *qp_function_match(const struct qp_function_keys *first, const struct qp_function_keys *second)
{
    struct matching matching = {.sides = {first, second}};
    size_t capacity = (size_t)first->count + second->count + 1;
    matching.file_of[0] = qp_scratch_zeros(&matching.scratch, capacity, sizeof(uint32_t));
    matching.file_of[1] = qp_scratch_zeros(&matching.scratch, capacity, sizeof(uint32_t));
    matching.candidates = qp_scratch_zeros(&matching.scratch, capacity, sizeof *matching.candidates);
    matching.anchors = qp_scratch_zeros(&matching.scratch, capacity, sizeof *matching.anchors);
    matching.match = malloc(capacity * sizeof(uint32_t));
    bool ok = !matching.scratch.failed && matching.match && number_files(&matching) && find_groups(&matching);
    if (ok) {
        memset(matching.match, 0xff, capacity * sizeof(uint32_t));
        find_anchors(&matching);
        pair_groups(&matching);
    }
    qp_scratch_free(&matching.scratch);
    if (ok)
        return matching.match;
    free(matching.match);
    return NULL;
}
