/* firefox_tree.c - the call tree for the Firefox Profiler: numbers of functions and sources, stacks and samples. */
#include "export/firefox/firefox.h"
#include "format/array.h"

#include <stdlib.h>

/* ---- functions and sources --------------------------------------------------------------------------------------- */

static void number_sources(struct qp_firefox *state)
{
    const struct qp_profile *profile = state->export->profile;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        uint32_t file = profile->methods[i].file;
        if (state->number_of[i] == QP_NONE)
            continue;
        state->methods[state->number_of[i]] = i;
        if (file != QP_NONE && state->source_of[file] == QP_NONE) {
            state->source_of[file] = state->source_count;
            state->files[state->source_count++] = file;
        }
    }
}

static bool number_functions(struct qp_firefox *state)
{
    uint32_t files = state->export->profile->file_count;
    struct qp_scratch *scratch = &state->export->scratch;
    state->number_of = qp_stacks_number(state->export->query, scratch, &state->method_count);
    state->methods = qp_scratch_none(scratch, state->method_count);
    state->source_of = qp_scratch_none(scratch, files);
    state->files = qp_scratch_none(scratch, files);
    if (scratch->failed)
        return false;
    number_sources(state);
    return true;
}

bool qp_firefox_tree_open(struct qp_firefox *state)
{
    return number_functions(state) && qp_stacks_open(&state->paths, state->export->query, (struct qp_stacks_limit){0});
}

void qp_firefox_tree_close(struct qp_firefox *state)
{
    qp_stacks_close(&state->paths);
    free(state->stacks);
    free(state->times.items);
    free(state->calls.items);
}

/* ---- stacks ------------------------------------------------------------------------------------------------------ */

/* Add a stack of a frame that the stack `above` calls, QP_NONE = no caller. Return its index. */
static uint32_t add_stack(struct qp_firefox *state, uint32_t frame, uint32_t above)
{
    uint32_t index = state->stack_count;
    struct qp_firefox_stack *added = qp_array_add(&state->stacks, &state->stack_count, sizeof *added);
    if (added)
        *added = (struct qp_firefox_stack){frame, above == QP_NONE ? 0 : index - above};
    state->log.failed |= !added;
    return index;
}

static uint32_t frame_of(const struct qp_firefox *state, uint32_t method)
{
    if (method == QP_STACKS_NO_ROOM)
        return QP_FIREFOX_FRAME_NO_ROOM;
    return method == QP_STACKS_SHORTENED ? QP_FIREFOX_FRAME_SHORTENED
                                         : QP_FIREFOX_FRAME_COUNT + state->number_of[method];
}

/* Return the stack of a path. Paths come in tree order, so the frames at the start that equal those of the last path
 * already have stacks. */
static uint32_t stack_of(struct qp_firefox *state, const struct qp_stacks_path *path)
{
    uint32_t at = 0;
    if (path->depth == 0)
        return add_stack(state, QP_FIREFOX_FRAME_NO_FUNCTION, QP_NONE);
    while (at < state->depth && at < path->depth && state->path[at] == path->frames[at])
        at++;
    for (; at < path->depth; at++) {
        state->path[at] = path->frames[at];
        state->stack_at[at] =
            add_stack(state, frame_of(state, path->frames[at]), at ? state->stack_at[at - 1] : QP_NONE);
    }
    state->depth = path->depth;
    return state->stack_at[path->depth - 1];
}

static void add_weight(struct qp_firefox *state, struct qp_firefox_weights *weights, uint32_t stack, uint64_t weight)
{
    struct qp_firefox_weight *added = qp_array_add(&weights->items, &weights->count, sizeof *added);
    if (added)
        *added = (struct qp_firefox_weight){stack, weight};
    state->log.failed |= !added;
}

static bool take_path(void *of, const struct qp_stacks_path *path)
{
    struct qp_firefox *state = of;
    const uint64_t states[QP_FIREFOX_STATES] = {path->cost.blocked, path->cost.waiting, path->cost.runnable};
    uint32_t stack = stack_of(state, path);
    if (path->cost.self)
        add_weight(state, &state->times, stack, path->cost.self);
    for (uint32_t i = 0; i < QP_FIREFOX_STATES; i++) {
        if (states[i])
            add_weight(state, &state->times, add_stack(state, QP_FIREFOX_FRAME_BLOCKED + i, stack), states[i]);
    }
    if (path->cost.calls)
        add_weight(state, &state->calls, stack, path->cost.calls);
    return !state->log.failed && !ferror(state->put->out);
}

bool qp_firefox_take_top(struct qp_firefox *state, uint32_t top)
{
    state->times.count = state->calls.count = 0;
    return qp_stacks_walk(&state->paths, top, take_path, state);
}
