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

bool qp_contexts_array_ran(const struct qp_profile_array *array)
{
    bool ran = array->calls && *array->calls;
    for (uint32_t i = 0; i < array->count && !ran && !array->times; i++)
        ran = array->values[i] != 0;
    return ran;
}

void qp_contexts_each_run(const struct qp_profile *profile, void (*visit)(void *to, uint32_t named, uint32_t method),
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
        if (named != QP_NONE && qp_contexts_array_ran(array))
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
        uint64_t file =
            named->load ? qp_map_get(&profile->file_map, qp_texts_key(qp_texts_find(&profile->texts, named->name))) : 0;
        if (file)
            uses.load_of[file - 1] = i;
        has_loads |= file != 0;
    }
    if (has_loads)
        qp_contexts_each_run(profile, add_use, &uses);
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

/* Sort the pairs by one of their elements, and store the other ones. */
static struct qp_context_lists make_lists(struct qp_contexts *contexts, const struct pairs *pairs, bool inverse)
{
    uint32_t count = contexts->profile->named_count;
    struct qp_context_lists lists = {
        .first = qp_scratch_zeros(&contexts->scratch, (size_t)count + 2, sizeof *lists.first),
        .others = qp_scratch_zeros(&contexts->scratch, pairs->count, sizeof *lists.others)};
    if (contexts->scratch.failed)
        return lists;
    uint32_t *next = lists.first + 1; /* while the lists are made, next[n] is where the next element of n goes */
    for (uint32_t i = 0; i < pairs->count; i++)
        next[(inverse ? pairs->items[i].other : pairs->items[i].named) + 1]++;
    for (uint32_t i = 0; i < count; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < pairs->count; i++) {
        const struct pair *pair = &pairs->items[i];
        lists.others[next[inverse ? pair->other : pair->named]++] = inverse ? pair->named : pair->other;
    }
    return lists;
}

bool qp_contexts_open(struct qp_contexts *contexts, const struct qp_profile *profile)
{
    struct pairs pairs = {0};
    *contexts = (struct qp_contexts){.profile = profile};
    for (uint32_t i = 0; i < profile->within_count; i++)
        add_pair(&pairs, profile->within[i].inner, profile->within[i].outer);
    add_several(profile, &pairs);
    bool ok = add_uses(profile, &pairs) && !pairs.failed;
    if (ok) {
        contexts->included = make_lists(contexts, &pairs, false);
        contexts->users = make_lists(contexts, &pairs, true);
        contexts->seen = qp_scratch_zeros(&contexts->scratch, profile->named_count, sizeof *contexts->seen);
        contexts->waiting = qp_scratch_zeros(&contexts->scratch, profile->named_count, sizeof *contexts->waiting);
    }
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

void qp_context_show(const struct qp_profile *profile, uint32_t named, char *shown, size_t size)
{
    char name[400];
    if (named == QP_NONE) {
        snprintf(shown, size, "(no context)");
        return;
    }
    const struct qp_profile_named *it = &profile->named[named];
    qp_text_show(it->name, name, sizeof name);
    if (it->several)
        snprintf(shown, size, "(one of %u contexts)", it->member_count);
    else
        snprintf(shown, size, it->load ? "(load of %s)" : "%s", name);
}

/* ---- closures ---------------------------------------------------------------------------------------------------- */

void qp_contexts_begin(struct qp_contexts *contexts)
{
    contexts->round++;
}

/* Find all contexts that can be reached by the lists. */
static uint32_t follow(struct qp_contexts *contexts, const struct qp_context_lists *lists, uint32_t named,
                       uint32_t *found)
{
    uint32_t waiting = 0, count = 0;
    if (contexts->seen[named] != contexts->round)
        contexts->waiting[waiting++] = named;
    contexts->seen[named] = contexts->round;
    while (waiting > 0) {
        uint32_t at = found[count++] = contexts->waiting[--waiting];
        for (uint32_t i = lists->first[at]; i < lists->first[at + 1]; i++) {
            uint32_t other = lists->others[i];
            if (contexts->seen[other] != contexts->round)
                contexts->waiting[waiting++] = other;
            contexts->seen[other] = contexts->round;
        }
    }
    return count;
}

uint32_t qp_contexts_included(struct qp_contexts *contexts, uint32_t named, uint32_t *found)
{
    return follow(contexts, &contexts->included, named, found);
}

uint32_t qp_contexts_users(struct qp_contexts *contexts, uint32_t named, uint32_t *found)
{
    return follow(contexts, &contexts->users, named, found);
}
