#include "profile/compare/file_match.h"

#include "base/scratch.h"
#include "format/array.h"
#include "format/texts.h"

#define NONE UINT32_MAX

/* Limits of the ends of a path: all ends of a path that consists of slashes would take too much memory. */
#define MOST_PARTS 100
#define MOST_BYTES 4096

/* A text with which unmatched paths end, such as "src/lexer.lua". It begins with a whole component of the path. For
 * each side: the number of paths that end with the text, and the last of these paths. */
struct end {
    uint32_t counts[2];
    uint32_t paths[2];
};

struct matching {
    const struct qp_text *paths[2];
    uint32_t counts[2];
    bool *matched[2];
    uint32_t *match;
    struct qp_texts texts;
    struct qp_map map; /* maps the key of a text to the index of its struct end + 1 */
    struct end *ends;
    uint32_t end_count;
};

/* Return the part of a path from byte `from` to the path's end. `from` is 0, or the position after a '/'. */
static struct qp_text end_at(struct qp_text path, uint32_t from)
{
    return (struct qp_text){path.bytes + from, path.length - from};
}

static uint32_t next_part(struct qp_text path, uint32_t from)
{
    while (from < path.length && path.bytes[from] != '/')
        from++;
    return from < path.length ? from + 1 : from;
}

/* Return the position of the longest end that is compared. */
static uint32_t first_end(struct qp_text path)
{
    uint32_t parts = 0, at = path.length, first = path.length;
    while (at > 0 && parts < MOST_PARTS && path.length - at < MOST_BYTES) {
        at--;
        if (at == 0 || path.bytes[at - 1] == '/') {
            first = at;
            parts++;
        }
    }
    return first;
}

/* Count one more path of this side that ends with `text`. Return false if out of memory. */
static bool add_end(struct matching *matching, int side, uint32_t path, struct qp_text text)
{
    uint64_t key = qp_texts_key(qp_texts_keep(&matching->texts, text));
    uint32_t end =
        QP_ARRAY_KEYED(&matching->map, key, &matching->ends, &matching->end_count, (struct end){{0, 0}, {NONE, NONE}});
    if (end == NONE || matching->texts.failed)
        return false;
    matching->ends[end].counts[side]++;
    matching->ends[end].paths[side] = path;
    return true;
}

static bool add_ends(struct matching *matching, int side)
{
    bool ok = true;
    for (uint32_t i = 0; i < matching->counts[side]; i++) {
        struct qp_text path = matching->paths[side][i];
        for (uint32_t at = first_end(path); ok && !matching->matched[side][i] && at < path.length;
             at = next_part(path, at))
            ok = add_end(matching, side, i, end_at(path, at));
    }
    return ok;
}

static const struct end *find_end(const struct matching *matching, struct qp_text text)
{
    struct qp_text stored = qp_texts_find(&matching->texts, text);
    bool known = stored.length == text.length; /* qp_texts_find returns an empty text if the text is not stored */
    uint64_t found = known ? qp_map_get(&matching->map, qp_texts_key(stored)) : 0;
    return found ? &matching->ends[found - 1] : NULL;
}

/* Return the path of the other side that has the longest end in common with a path. Return NONE if no path has an
 * end in common, or if several paths have the longest one. */
static uint32_t best_of(const struct matching *matching, int side, uint32_t number)
{
    struct qp_text path = matching->paths[side][number];
    for (uint32_t at = first_end(path); at < path.length; at = next_part(path, at)) {
        const struct end *end = find_end(matching, end_at(path, at));
        if (end->counts[!side])
            return end->counts[!side] == 1 ? end->paths[!side] : NONE;
    }
    return NONE;
}

static void clear_ends(struct matching *matching)
{
    qp_map_fini(&matching->map);
    matching->end_count = 0;
}

/* Match equal paths. For this step, only whole paths are added as ends. Return false if out of memory. */
static bool match_equal(struct matching *matching)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < matching->counts[1]; i++)
        ok = add_end(matching, 1, i, matching->paths[1][i]);
    for (uint32_t i = 0; ok && i < matching->counts[0]; i++) {
        const struct end *end = find_end(matching, matching->paths[0][i]);
        matching->match[i] = end ? end->paths[1] : NONE;
        matching->matched[0][i] = end;
        if (end)
            matching->matched[1][end->paths[1]] = true;
    }
    clear_ends(matching);
    return ok;
}

/* Match two paths if each is the best one for the other. */
static void match_ends(struct matching *matching)
{
    for (uint32_t i = 0; i < matching->counts[0]; i++) {
        uint32_t best = matching->matched[0][i] ? NONE : best_of(matching, 0, i);
        if (best != NONE && best_of(matching, 1, best) == i)
            matching->match[i] = best;
    }
}

bool qp_file_match(const struct qp_text *first, uint32_t first_count, const struct qp_text *second,
                   uint32_t second_count, uint32_t *match)
{
    struct qp_scratch scratch = {0};
    struct matching matching = {.paths = {first, second},
                                .counts = {first_count, second_count},
                                .matched = {qp_scratch_zeros(&scratch, first_count, sizeof(bool)),
                                            qp_scratch_zeros(&scratch, second_count, sizeof(bool))},
                                .match = match};
    bool ok = !scratch.failed && match_equal(&matching) && add_ends(&matching, 0) && add_ends(&matching, 1);
    if (ok)
        match_ends(&matching);
    clear_ends(&matching);
    free(matching.ends);
    qp_texts_fini(&matching.texts);
    qp_scratch_free(&scratch);
    return ok;
}
