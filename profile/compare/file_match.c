#include "profile/compare/file_match.h"

#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* A path of either side. Sorted by their ends, paths with the longest common end are adjacent. */
struct path {
    struct qp_text text;
    uint32_t number;
    bool second;
    bool matched;
    struct path *best; /* the best path of the other side */
};

/* Return the length of the common end in bytes. */
static uint32_t common_bytes(struct qp_text a, struct qp_text b)
{
    uint32_t least = a.length < b.length ? a.length : b.length, count = 0;
    while (count < least && a.bytes[a.length - 1 - count] == b.bytes[b.length - 1 - count])
        count++;
    return count;
}

static int by_end(const void *left, const void *right)
{
    const struct path *a = left, *b = right;
    uint32_t common = common_bytes(a->text, b->text);
    if (common == a->text.length || common == b->text.length)
        return QP_ORDER({a->text.length, b->text.length}, {a->second, b->second});
    /* A '/' sorts first, so that paths with the same whole parts are adjacent. */
    unsigned char left_byte = (unsigned char)a->text.bytes[a->text.length - 1 - common];
    unsigned char right_byte = (unsigned char)b->text.bytes[b->text.length - 1 - common];
    int order = (right_byte == '/') - (left_byte == '/');
    return order ? order : (int)left_byte - (int)right_byte;
}

/* Return the number of whole parts that two paths have in common at their ends. */
static uint32_t common_parts(struct qp_text a, struct qp_text b)
{
    uint32_t bytes = common_bytes(a, b), parts = 0;
    for (uint32_t i = 0; i < bytes; i++)
        parts += a.bytes[a.length - 1 - i] == '/';
    bool whole_a = bytes == a.length || a.bytes[a.length - 1 - bytes] == '/';
    bool whole_b = bytes == b.length || b.bytes[b.length - 1 - bytes] == '/';
    return parts + (bytes && whole_a && whole_b && a.bytes[a.length - bytes] != '/');
}

/* Unmatched paths of each side, sorted by their ends. */
struct sides {
    struct path **paths[2];
    uint32_t counts[2];
};

/* Return the only path of the other side with the longest common end; NULL if there is none, or several. Common ends
 * get shorter with the distance in sorted order, so two paths before and two after the path decide. next: first path
 * of the other side after it. */
static struct path *best_of(const struct sides *sides, const struct path *path, uint32_t next)
{
    struct path *best = NULL;
    uint32_t most = 0;
    bool several = false;
    for (int offset = -2; offset < 2; offset++) {
        int64_t position = (int64_t)next + offset;
        if (position < 0 || position >= sides->counts[!path->second])
            continue;
        struct path *it = sides->paths[!path->second][position];
        uint32_t parts = common_parts(path->text, it->text);
        if (parts < most || parts == 0)
            continue;
        several = parts == most;
        most = parts;
        best = it;
    }
    return several ? NULL : best;
}

/* Match paths that are each other's only best ones. */
static void match_ends(const struct sides *sides, struct path *paths, uint32_t count, uint32_t *match)
{
    uint32_t before[2] = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        if (paths[i].matched)
            continue;
        paths[i].best = best_of(sides, &paths[i], before[!paths[i].second]);
        before[paths[i].second]++;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct path *best = paths[i].best;
        if (!paths[i].second && best && best->best == &paths[i])
            match[paths[i].number] = best->number;
    }
}

static bool match_others(struct path *paths, uint32_t count, uint32_t *match)
{
    struct sides sides = {.counts = {0, 0}};
    bool ok = true;
    for (int side = 0; side < 2; side++) {
        sides.paths[side] = malloc(((size_t)count + 1) * sizeof *sides.paths[side]);
        ok = ok && sides.paths[side];
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        if (!paths[i].matched)
            sides.paths[paths[i].second][sides.counts[paths[i].second]++] = &paths[i];
    }
    if (ok)
        match_ends(&sides, paths, count, match);
    free(sides.paths[0]);
    free(sides.paths[1]);
    return ok;
}

bool qp_file_match(const struct qp_text *first, uint32_t first_count, const struct qp_text *second,
                   uint32_t second_count, uint32_t *match)
{
    uint32_t count = first_count + second_count;
    struct path *paths = calloc((size_t)count + 1, sizeof *paths);
    if (!paths)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        bool is_second = i >= first_count;
        uint32_t number = is_second ? i - first_count : i;
        paths[i] = (struct path){is_second ? second[number] : first[number], number, is_second, false, NULL};
    }
    memset(match, 0xff, first_count * sizeof *match);
    qsort(paths, count, sizeof *paths, by_end);
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (paths[i].second || !paths[i + 1].second || !qp_text_equal(paths[i].text, paths[i + 1].text))
            continue;
        match[paths[i].number] = paths[i + 1].number;
        paths[i].matched = paths[i + 1].matched = true;
    }
    bool ok = match_others(paths, count, match);
    free(paths);
    return ok;
}
