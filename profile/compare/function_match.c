#include "profile/compare/function_match.h"

#include "base/hash.h"
#include "format/array.h"
#include "profile/compare/file_match.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PAIRED_BY_DISTANCE 1000 /* of one name in one file; more of them are paired in their order */

/* ---- what is compared -------------------------------------------------------------------------------------------- */

/* A function of one side. Those of one group have class, name and file in common. */
struct place {
    uint32_t number;
    uint32_t group;
    uint32_t file;
    int32_t line; /* of the first side: where it is looked for in the second */
    bool second;
};

/* A function that has its name to itself: how far its file moved from its line on. */
struct anchor {
    uint32_t file;
    int32_t line;
    int32_t moved;
};

struct matching {
    const struct qp_function_keys *sides[2];
    uint32_t *file_of[2]; /* by function: a number that both sides' files have in common */
    struct place *places;
    uint32_t count;
    struct anchor *anchors;
    uint32_t anchor_count;
    uint32_t *match;
};

/* "<anonymous at app.lua:7>" without its line, where that is the function's own. */
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
    uint32_t *same_hash; /* another file whose name has the same hash */
    struct qp_map map;   /* hash: file + 1 */
};

/* The file's number; QP_NONE without memory. */
static uint32_t add_file(struct files *files, struct qp_text name)
{
    uint64_t hash = qp_hash_bytes(name.bytes, name.length);
    uint32_t newest = (uint32_t)qp_map_get(&files->map, hash) - 1;
    for (uint32_t file = newest; file != QP_NONE; file = files->same_hash[file]) {
        if (qp_text_equal(files->names[file], name))
            return file;
    }
    if (!qp_array_room(&files->names, files->count, sizeof *files->names) ||
        !qp_array_room(&files->same_hash, files->count, sizeof *files->same_hash) ||
        qp_map_put(&files->map, hash, files->count + 1) != 0)
        return QP_NONE;
    files->names[files->count] = name;
    files->same_hash[files->count] = newest;
    return files->count++;
}

static bool collect_files(struct files *files, const struct qp_function_keys *keys, uint32_t *file_of)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        file_of[i] = add_file(files, keys->items[i].file);
        if (file_of[i] == QP_NONE)
            return false;
    }
    return true;
}

/* Files of the second side that match one of the first have its number, the others numbers behind those. */
static bool number_files(struct matching *matching)
{
    struct files files[2] = {{.count = 0}};
    bool ok = collect_files(&files[0], matching->sides[0], matching->file_of[0]) &&
              collect_files(&files[1], matching->sides[1], matching->file_of[1]);
    uint32_t *match = malloc(((size_t)files[0].count + 1) * sizeof *match);
    uint32_t *number = malloc(((size_t)files[1].count + 1) * sizeof *number);
    ok = ok && match && number && qp_file_match(files[0].names, files[0].count, files[1].names, files[1].count, match);
    for (uint32_t i = 0; ok && i < files[1].count; i++)
        number[i] = files[0].count + i;
    for (uint32_t i = 0; ok && i < files[0].count; i++) {
        if (match[i] != QP_NONE)
            number[match[i]] = i;
    }
    for (uint32_t i = 0; ok && i < matching->sides[1]->count; i++)
        matching->file_of[1][i] = number[matching->file_of[1][i]];
    free(match);
    free(number);
    for (int side = 0; side < 2; side++) {
        free(files[side].names);
        free(files[side].same_hash);
        qp_map_fini(&files[side].map);
    }
    return ok;
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static const struct qp_function_key *key_at(const struct matching *matching, const struct place *place)
{
    return &matching->sides[place->second]->items[place->number];
}

static bool same_group(const struct matching *matching, const struct place *a, const struct place *b)
{
    const struct qp_function_key *left = key_at(matching, a), *right = key_at(matching, b);
    return a->file == b->file && left->id == right->id && qp_text_equal(left->class_name, right->class_name) &&
           qp_text_equal(name_without_line(left), name_without_line(right));
}

static uint64_t hash_of(const struct matching *matching, const struct place *place)
{
    const struct qp_function_key *key = key_at(matching, place);
    struct qp_text name = name_without_line(key);
    uint64_t parts[] = {qp_hash_bytes(key->class_name.bytes, key->class_name.length),
                        qp_hash_bytes(name.bytes, name.length), place->file, key->id};
    return qp_hash_bytes(parts, sizeof parts);
}

static int by_group(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->second != b->second)
        return a->second ? 1 : -1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* A group has the number of its first place. Of two groups with one hash the second one's places have a group each,
 * unmatched. */
static bool find_groups(struct matching *matching)
{
    struct qp_map groups = {0};
    bool ok = true;
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < matching->sides[side]->count; i++) {
            const struct qp_function_key *key = &matching->sides[side]->items[i];
            matching->places[matching->count++] =
                (struct place){.number = i, .file = matching->file_of[side][i], .line = key->line, .second = side};
        }
    }
    for (uint32_t i = 0; ok && i < matching->count; i++) {
        uint64_t hash = hash_of(matching, &matching->places[i]);
        uint64_t first = qp_map_get(&groups, hash);
        bool joins = first && same_group(matching, &matching->places[first - 1], &matching->places[i]);
        matching->places[i].group = joins ? (uint32_t)first - 1 : i;
        ok = first || qp_map_put(&groups, hash, i + 1) == 0;
    }
    qp_map_fini(&groups);
    qsort(matching->places, matching->count, sizeof *matching->places, by_group);
    return ok;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */

static void pair(struct matching *matching, const struct place *first, const struct place *second)
{
    matching->match[first->number] = second->number;
}

/* The places of a group that are not paired yet: those of the first side, then those of the second. */
struct group {
    struct place *places;
    uint32_t first;
    uint32_t second;
};

static void remove_place(struct place *places, uint32_t *count, uint32_t index)
{
    memmove(places + index, places + index + 1, (*count - index - 1) * sizeof *places);
    (*count)--;
}

/* Those at equal lines; both sides are in the order of lines. */
static void pair_equal_lines(struct matching *matching, struct group *group)
{
    struct place *second = group->places + group->first;
    uint32_t i = 0, k = 0, left = 0, right = 0;
    while (i < group->first || k < group->second) {
        bool both = i < group->first && k < group->second;
        if (both && group->places[i].line == second[k].line)
            pair(matching, &group->places[i++], &second[k++]);
        else if (k >= group->second || (both && group->places[i].line < second[k].line))
            group->places[left++] = group->places[i++];
        else
            second[right++] = second[k++];
    }
    memmove(group->places + left, second, right * sizeof *second);
    *group = (struct group){group->places, left, right};
}

static uint32_t distance(const struct place *a, const struct place *b)
{
    return a->line < b->line ? (uint32_t)b->line - (uint32_t)a->line : (uint32_t)a->line - (uint32_t)b->line;
}

static void pair_nearest(struct matching *matching, struct group *group)
{
    while (group->first && group->second) {
        struct place *second = group->places + group->first;
        uint32_t near_first = 0, near_second = 0, least = UINT32_MAX, k = 0;
        for (uint32_t i = 0; i < group->first; i++) {
            while (k + 1 < group->second && second[k + 1].line <= group->places[i].line)
                k++;
            for (uint32_t j = k; j < group->second && j <= k + 1; j++) {
                if (distance(&group->places[i], &second[j]) < least) {
                    least = distance(&group->places[i], &second[j]);
                    near_first = i;
                    near_second = j;
                }
            }
        }
        pair(matching, &group->places[near_first], &second[near_second]);
        remove_place(second, &group->second, near_second);
        remove_place(group->places, &group->first, near_first);
        memmove(group->places + group->first, second, group->second * sizeof *second);
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
        pair(matching, &group.places[i], &group.places[group.first + i]);
}

/* ---- how far lines moved ----------------------------------------------------------------------------------------- */

static int by_file(const void *left, const void *right)
{
    const struct anchor *a = left, *b = right;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* By how much a line of the first side moved: as the last function before it that has its name to itself. */
static int32_t moved(const struct matching *matching, uint32_t file, int32_t line)
{
    uint32_t from = 0, until = matching->anchor_count;
    while (from < until) {
        uint32_t middle = from + (until - from) / 2;
        const struct anchor *it = &matching->anchors[middle];
        if (it->file < file || (it->file == file && it->line <= line))
            from = middle + 1;
        else
            until = middle;
    }
    bool has = from > 0 && matching->anchors[from - 1].file == file;
    return has ? matching->anchors[from - 1].moved : 0;
}

/* ---- all groups -------------------------------------------------------------------------------------------------- */

/* The group that begins at a place. */
static struct group group_at(const struct matching *matching, uint32_t place)
{
    struct group group = {&matching->places[place], 0, 0};
    for (uint32_t i = place; i < matching->count && matching->places[i].group == group.places->group; i++)
        *(matching->places[i].second ? &group.second : &group.first) += 1;
    return group;
}

static void find_anchors(struct matching *matching)
{
    for (uint32_t i = 0; i < matching->count;) {
        struct group group = group_at(matching, i);
        i += group.first + group.second;
        if (group.first != 1 || group.second != 1)
            continue;
        const struct place *first = group.places, *second = group.places + 1;
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
            int32_t line = group.places[k].line;
            group.places[k].line = (int32_t)((uint32_t)line + (uint32_t)moved(matching, group.places[k].file, line));
        }
        qsort(group.places, group.first, sizeof *group.places, by_group);
        pair_group(matching, group);
    }
}

uint32_t *qp_function_match(const struct qp_function_keys *first, const struct qp_function_keys *second)
{
    struct matching matching = {.sides = {first, second}};
    size_t room = (size_t)first->count + second->count + 1;
    matching.file_of[0] = malloc(room * sizeof(uint32_t));
    matching.file_of[1] = malloc(room * sizeof(uint32_t));
    matching.places = malloc(room * sizeof *matching.places);
    matching.anchors = malloc(room * sizeof *matching.anchors);
    matching.match = malloc(room * sizeof(uint32_t));
    bool ok = matching.file_of[0] && matching.file_of[1] && matching.places && matching.anchors && matching.match &&
              number_files(&matching) && find_groups(&matching);
    if (ok) {
        memset(matching.match, 0xff, room * sizeof(uint32_t));
        find_anchors(&matching);
        pair_groups(&matching);
    }
    free(matching.file_of[0]);
    free(matching.file_of[1]);
    free(matching.places);
    free(matching.anchors);
    if (!ok) {
        free(matching.match);
        matching.match = NULL;
    }
    return matching.match;
}
