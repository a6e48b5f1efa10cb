#include "profile/query/contexts.h"

#include "base/map.h"
#include "format/array.h"

#include <stdlib.h>

struct pair {
    uint32_t named;
    uint32_t other;
};

struct pairs {
    struct pair *items;
    uint32_t count;
    struct qp_map known;
    bool failed;
};

static void add_pair(struct pairs *pairs, uint32_t named, uint32_t other)
{
    uint64_t key = (uint64_t)named << 32 | other;
    if (named == other || qp_map_get(&pairs->known, key + 1))
        return;
    pairs->failed |= qp_map_put(&pairs->known, key + 1, 1) != 0 ||
                     !QP_ARRAY_APPEND(&pairs->items, &pairs->count, (struct pair){named, other});
}

/* ---- what ran ---------------------------------------------------------------------------------------------------- */

static bool array_ran(const struct qp_profile_array *array)
{
    bool ran = false;
    for (uint32_t i = 0; i < array->count && !ran && !array->times; i++)
        ran = array->values[i] != 0;
    return ran;
}

/* Call `visit` for each method that ran in a named context. It may be called several times. */
static void each_run(const struct qp_profile *profile, void (*visit)(void *to, uint32_t named, uint32_t method),
                     void *to)
{
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        uint32_t named = node->root == QP_NONE ? QP_NONE : profile->roots[node->root].named;
        if (named != QP_NONE && node->method != QP_NONE && (node->calls || node->self))
            visit(to, named, node->method);
    }
    for (uint32_t i = 0; i < profile->array_count; i++) {
        const struct qp_profile_array *array = &profile->arrays[i];
        uint32_t named = profile->roots[array->root].named;
        if (named != QP_NONE && array_ran(array))
            visit(to, named, array->method);
    }
}

/* ---- relations --------------------------------------------------------------------------------------------------- */

struct uses {
    const struct qp_profile *profile;
    uint32_t *load_of; /* for each file: its load, QP_NONE = none */
    struct pairs *pairs;
};

static void add_use(void *to, uint32_t named, uint32_t method)
{
    const struct uses *uses = to;
    uint32_t file = uses->profile->methods[method].file, load = file == QP_NONE ? QP_NONE : uses->load_of[file];
    if (load != QP_NONE)
        add_pair(uses->pairs, named, load);
}

static bool add_uses(const struct qp_profile *profile, struct pairs *pairs)
{
    struct qp_scratch scratch = {0};
    struct uses uses = {profile, qp_scratch_none(&scratch, profile->file_count), pairs};
    bool has_loads = false;
    for (uint32_t i = 0; uses.load_of && i < profile->named_single_count; i++) {
        const struct qp_profile_named *named = &profile->named[i];
        uint64_t file = named->load ? qp_map_get(&profile->file_map, qp_texts_key(named->name)) : 0;
        if (file)
            uses.load_of[file - 1] = i;
        has_loads |= file != 0;
    }
    if (has_loads)
        each_run(profile, add_use, &uses);
    bool ok = !scratch.failed;
    qp_scratch_free(&scratch);
    return ok;
}

static void add_several(const struct qp_profile *profile, struct pairs *pairs)
{
    for (uint32_t i = profile->named_single_count; i < profile->named_count; i++)
        for (uint32_t k = 0; k < profile->named[i].member_count; k++)
            add_pair(pairs, profile->named[i].members[k], i);
}

/* Sort the pairs by their first element. */
static void make_lists(struct qp_contexts *contexts, const struct pairs *pairs)
{
    uint32_t count = contexts->profile->named_count;
    contexts->first = qp_scratch_zeros(&contexts->scratch, (size_t)count + 2, sizeof *contexts->first);
    contexts->others = qp_scratch_zeros(&contexts->scratch, pairs->count, sizeof *contexts->others);
    contexts->waiting = qp_scratch_zeros(&contexts->scratch, count, sizeof *contexts->waiting);
    if (contexts->scratch.failed)
        return;
    uint32_t *next = contexts->first + 1; /* while the lists are made, next[n] is where the next element of n goes */
    for (uint32_t i = 0; i < pairs->count; i++)
        next[pairs->items[i].named + 1]++;
    for (uint32_t i = 0; i < count; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < pairs->count; i++)
        contexts->others[next[pairs->items[i].named]++] = pairs->items[i].other;
}

bool qp_contexts_open(struct qp_contexts *contexts, const struct qp_profile *profile)
{
    struct pairs pairs = {0};
    *contexts = (struct qp_contexts){.profile = profile};
    for (uint32_t i = 0; i < profile->within_count; i++)
        add_pair(&pairs, profile->within[i].inner, profile->within[i].outer);
    add_several(profile, &pairs);
    bool ok = add_uses(profile, &pairs) && !pairs.failed;
    if (ok)
        make_lists(contexts, &pairs);
    free(pairs.items);
    qp_map_fini(&pairs.known);
    ok = ok && !contexts->scratch.failed;
    if (!ok)
        qp_contexts_close(contexts);
    return ok;
}

void qp_contexts_close(struct qp_contexts *contexts)
{
    qp_scratch_free(&contexts->scratch);
    *contexts = (struct qp_contexts){0};
}

void qp_contexts_add(struct qp_contexts *contexts, uint32_t named, bool *marked)
{
    uint32_t count = 0;
    if (!marked[named])
        contexts->waiting[count++] = named;
    marked[named] = true;
    while (count > 0) {
        uint32_t at = contexts->waiting[--count];
        for (uint32_t i = contexts->first[at]; i < contexts->first[at + 1]; i++) {
            uint32_t other = contexts->others[i];
            if (!marked[other])
                contexts->waiting[count++] = other;
            marked[other] = true;
        }
    }
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

struct marking {
    const struct qp_profile *profile;
    const bool *marked;
    bool *files;
};

static void mark_file(void *to, uint32_t named, uint32_t method)
{
    const struct marking *marking = to;
    uint32_t file = marking->profile->methods[method].file;
    if (marking->marked[named] && file != QP_NONE)
        marking->files[file] = true;
}

void qp_contexts_files(const struct qp_contexts *contexts, const bool *marked, bool *files)
{
    struct marking marking = {contexts->profile, marked, files};
    each_run(contexts->profile, mark_file, &marking);
}
