#include "bindings/lua/count/compiling.h"

#include <stdlib.h>

#include "bindings/kit/strings.h"

void qlua_compiling_init(struct qlua_compiling *compiling)
{
    *compiling = (struct qlua_compiling){.last_root = -1, .placed = true};
}

void qlua_compiling_fini(struct qlua_compiling *compiling)
{
    free(compiling->fresh);
    qlua_compiling_init(compiling);
}

static bool is_inside(const struct qlua_fresh *outer, const struct qlua_body *body)
{
    return outer->body && outer->inner < outer->body->child_count && outer->body->children[outer->inner] == body;
}

/* Return the prototype that encloses the last one, -1 = none. Usually it is the previous one, or one that encloses
 * that; not so if a chunk was loaded in the middle of another one. */
static int find_outer(const struct qlua_compiling *compiling)
{
    int last = compiling->count - 1;
    const struct qlua_body *body = compiling->fresh[last].body;
    for (int i = last - 1; i >= 0; i = compiling->fresh[i].outer)
        if (is_inside(&compiling->fresh[i], body))
            return i;
    for (int i = last - 1; i >= 0; i--)
        if (is_inside(&compiling->fresh[i], body))
            return i;
    return -1;
}

/* Set `outer` of the last prototype. Lua links it into the enclosing one before its next allocation. */
static void place_last(struct qlua_compiling *compiling)
{
    int last = compiling->count - 1;
    if (compiling->placed)
        return;
    struct qlua_fresh *fresh = &compiling->fresh[last];
    compiling->placed = true;
    fresh->outer = find_outer(compiling);
    if (fresh->outer >= 0) {
        fresh->root = compiling->fresh[fresh->outer].root;
        compiling->fresh[fresh->outer].inner++;
        return;
    }
    fresh->root = last;
    fresh->before = compiling->last_root;
    compiling->last_root = last;
}

bool qlua_compiling_made(struct qlua_compiling *compiling, void *prototype, bool binary, bool alone)
{
    place_last(compiling);
    struct qlua_fresh *fresh = kit_array_more(compiling->fresh, (size_t)compiling->count, sizeof *fresh);
    if (!fresh)
        return false;
    compiling->fresh = fresh;
    fresh[compiling->count++] = (struct qlua_fresh){.body = prototype, .outer = -1, .binary = binary, .left = alone};
    compiling->placed = false;
    compiling->lost |= alone; /* it may be called before Lua's next allocation */
    return true;
}

static void set_count(struct qlua_compiling *compiling, int count)
{
    compiling->count = count;
    while (compiling->last_root >= count)
        compiling->last_root = compiling->fresh[compiling->last_root].before;
}

void qlua_compiling_freed(struct qlua_compiling *compiling, const void *prototype)
{
    int i = compiling->count - 1;
    while (i >= 0 && compiling->fresh[i].body != prototype)
        i--;
    if (i < 0)
        return;
    place_last(compiling);
    compiling->fresh[i].body = NULL;
    int count = compiling->count;
    while (count && !compiling->fresh[count - 1].body)
        count--;
    set_count(compiling, count);
}

/* The last trim marks a compiled chunk as complete. For a chunk in binary form nothing does, so give it up. */
void qlua_compiling_interrupted(struct qlua_compiling *compiling)
{
    place_last(compiling);
    for (int i = compiling->last_root; i >= 0; i = compiling->fresh[i].before) {
        compiling->lost |= compiling->fresh[i].binary && !compiling->fresh[i].left;
        compiling->fresh[i].left |= compiling->fresh[i].binary;
    }
}

/* The compiler trims the array of a function's upvalues last. */
void qlua_compiling_trimmed(struct qlua_compiling *compiling, const void *block)
{
    place_last(compiling);
    for (int i = compiling->last_root; i >= 0; i = compiling->fresh[i].before)
        if (compiling->fresh[i].body && compiling->fresh[i].body->upvalues == block)
            compiling->fresh[i].closed = true;
}

bool qlua_compiling_lost(struct qlua_compiling *compiling)
{
    bool lost = compiling->lost;
    compiling->lost = false;
    return lost;
}

/* Forget a chunk and move later entries up. If there is no memory for that, forget them too. */
static void drop(struct qlua_compiling *compiling, int root)
{
    int *now = malloc((size_t)compiling->count * sizeof *now);
    int kept = root;
    compiling->last_root = compiling->fresh[root].before;
    for (int i = root; now && i < compiling->count; i++) {
        struct qlua_fresh fresh = compiling->fresh[i];
        if (fresh.root == root)
            continue;
        now[i] = kept;
        fresh.outer = fresh.outer < root ? fresh.outer : now[fresh.outer];
        fresh.root = fresh.root < root ? fresh.root : now[fresh.root];
        if (fresh.outer < 0) {
            fresh.before = compiling->last_root;
            compiling->last_root = kept;
        }
        compiling->fresh[kept++] = fresh;
    }
    free(now);
    set_count(compiling, kept);
}

struct qlua_body *qlua_compiling_completed(struct qlua_compiling *compiling)
{
    place_last(compiling);
    for (int i = compiling->last_root; i >= 0; i = compiling->fresh[i].before) {
        const struct qlua_fresh *root = &compiling->fresh[i];
        struct qlua_body *body = root->body;
        if (!body || root->left || !(root->binary || root->closed))
            continue;
        drop(compiling, i);
        return body;
    }
    return NULL;
}
