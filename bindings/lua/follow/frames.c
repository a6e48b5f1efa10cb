#include "bindings/lua/follow/frames.h"

#include <stdlib.h>

#include "bindings/lua/inside/layout.h"

void qlua_frames_init(struct qlua_frames *frames, lua_State *L, VthreadID thread)
{
    *frames = (struct qlua_frames){.L = L};
    kit_frames_init(&frames->stack, thread);
}

bool qlua_frames_return(const struct qlua_recording *r, struct qlua_frames *frames, const void *call)
{
    struct kit_frame *frame = frames->stack.top;
    while (frame->function && frame->call != call)
        frame--;
    if (!frame->function)
        return false;
    if (frame != frames->stack.top) {
        frames->stack.top = frame;
        r->qii->record_fn_exit_vt(kit_frame_id(frame), frames->stack.thread);
    }
    return true;
}

/* The level of the lowest frame from `level` on that is known here, and where; without one, the number of levels and
 * the bottom. */
static int find_known(const struct qlua_frames *frames, int level, struct kit_frame **known)
{
    lua_Debug ar;
    for (; lua_getstack(frames->L, level, &ar); level++) {
        *known = kit_frames_find(&frames->stack, ar.i_ci);
        if (*known)
            return level;
    }
    *known = frames->stack.bottom;
    return level;
}

/* The C function at the bottom is the interpreter's own and stays silent. */
static void put_in_place(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    struct kit_frame *lowest;
    int known = find_known(frames, level, &lowest);
    if (lowest != frames->stack.top)
        kit_frames_pop_to(&frames->stack, lowest);
    while (--known >= level) {
        lua_Debug ar;
        if (!lua_getstack(frames->L, known, &ar))
            break;
        struct qlua_function *function = qlua_lookup_frame(&r->lookup, frames->L, &ar, frames->stack.thread);
        if (function && frames->L == r->main && !kit_frames_depth(&frames->stack) && function->is_c)
            kit_frames_add(&frames->stack, ar.i_ci, NULL);
        else if (function)
            kit_frames_add(&frames->stack, ar.i_ci, &function->known);
    }
}

void qlua_frames_follow(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    lua_Debug ar;
    if (!lua_getstack(frames->L, level, &ar))
        kit_frames_unwind(&frames->stack, NULL);
    else if (!kit_frames_unwind(&frames->stack, ar.i_ci))
        put_in_place(r, frames, level);
}

/* The frame that called the one of ar, in ar; false: there is none. */
static bool go_down(const struct qlua_recording *r, lua_State *L, lua_Debug *ar, int *level)
{
    if (!r->links)
        return lua_getstack(L, ++*level, ar) != 0;
    const void *caller = qlua_layout_caller(ar->i_ci);
    if (!qlua_layout_caller(caller)) /* below all calls */
        return false;
    ar->i_ci = (void *)caller;
    return true;
}

/* The C function at the bottom is the interpreter's own and stays silent. */
static bool is_silent(const struct qlua_recording *r, const struct qlua_frames *frames, int place,
                      const struct qlua_function *function)
{
    return place == 0 && frames->L == r->main && function->is_c;
}

/* Put the frame of ar in place, those below it first: between events that nobody told of, an address may have become
 * another frame's, so the function counts too. */
static void place(struct qlua_recording *r, struct qlua_frames *frames, void *const *calls, int count)
{
    int known = 0;
    bool same = true;
    for (int i = 0; i < count; i++) {
        lua_Debug ar = {.i_ci = calls[count - 1 - i]};
        struct qlua_function *function = qlua_lookup_frame(&r->lookup, frames->L, &ar, frames->stack.thread);
        if (!function)
            continue;
        if (is_silent(r, frames, known, function))
            function = NULL;
        const struct kit_frame *there = frames->stack.bottom + known + 1;
        same = same && there <= frames->stack.top && there->call == (const void *)ar.i_ci &&
               qlua_frame_function(there) == function;
        if (!same && there <= frames->stack.top)
            kit_frames_pop_to(&frames->stack, frames->stack.bottom + known);
        known++;
        if (!same && function)
            kit_frames_add(&frames->stack, ar.i_ci, &function->known);
        else if (!same)
            kit_frames_add(&frames->stack, ar.i_ci, NULL);
    }
    if (frames->stack.top > frames->stack.bottom + known)
        kit_frames_pop_to(&frames->stack, frames->stack.bottom + known);
}

void qlua_frames_place(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    lua_Debug ar;
    int count = 0;
    if (!lua_getstack(frames->L, level, &ar)) {
        kit_frames_unwind(&frames->stack, NULL);
        return;
    }
    lua_Debug frame = ar;
    int at = level;
    for (count = 1; go_down(r, frames->L, &frame, &at);)
        count++;
    void **calls = malloc((size_t)count * sizeof *calls);
    if (!calls)
        return;
    frame = ar;
    at = level;
    for (int i = 0; i < count; i++) {
        calls[i] = frame.i_ci;
        go_down(r, frames->L, &frame, &at);
    }
    place(r, frames, calls, count);
    free(calls);
}

const struct qlua_function *qlua_frames_outermost(struct qlua_recording *r, lua_State *L, VthreadID thread)
{
    lua_Debug ar;
    int level = 0;
    if (!lua_getstack(L, 0, &ar))
        return NULL;
    for (lua_Debug frame = ar; go_down(r, L, &frame, &level);)
        ar = frame;
    return qlua_lookup_frame(&r->lookup, L, &ar, thread);
}

void qlua_frames_silence(struct qlua_frames *frames)
{
    lua_Debug ar;
    int levels = 0;
    while (lua_getstack(frames->L, levels, &ar))
        levels++;
    while (--levels >= 0)
        if (lua_getstack(frames->L, levels, &ar))
            kit_frames_add(&frames->stack, ar.i_ci, NULL);
}

void qlua_frames_fini(struct qlua_frames *frames)
{
    kit_frames_fini(&frames->stack);
    frames->span = 0;
}
