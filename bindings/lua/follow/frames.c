#include "bindings/lua/follow/frames.h"

#include <stdlib.h>

#include "bindings/lua/inside/layout.h"

/* Where a stack without memory of its own stands. */
static const struct qlua_frame nothing = {NULL, NULL, -1, 0};

void qlua_frames_init(struct qlua_frames *frames, lua_State *L, VthreadID thread)
{
    struct qlua_frame *bottom = (struct qlua_frame *)&nothing;
    *frames = (struct qlua_frames){
        .top = bottom, .bottom = bottom, .end = bottom + 1, .low = bottom, .thread = thread, .L = L};
}

void qlua_frames_charge(struct qlua_recording *r, struct qlua_frames *frames)
{
    const struct qlua_frame *top = frames->top;
    if (r->line_times && top->block >= 0)
        r->qii->record_bb_time_vt(top->block, frames->thread);
}

/* Back to a frame. Without a reported one left below, the last exit has nothing to name: 0 serves for it, once only
 * the bottom frame is left. */
static void shrink(struct qlua_recording *r, struct qlua_frames *frames, struct qlua_frame *to)
{
    const struct qlua_frame *below = frames->top;
    while (below > to && below->function)
        below--;
    long reported = frames->top - below;
    if (reported) {
        qlua_frames_charge(r, frames);
        if (!qlua_frames_id(below) && reported > 1)
            r->qii->record_fn_exit_vt(qlua_frames_id(below + 1), frames->thread);
        r->qii->record_fn_exit_vt(qlua_frames_id(below), frames->thread);
    }
    frames->top = to;
}

/* NULL when there is no such frame. */
static struct qlua_frame *find(const struct qlua_frames *frames, const void *call)
{
    struct qlua_frame *frame = frames->top;
    while (frame > frames->bottom && frame->call != call)
        frame--;
    return frame->call == call ? frame : NULL;
}

bool qlua_frames_unwind(struct qlua_recording *r, struct qlua_frames *frames, const void *call)
{
    struct qlua_frame *frame = find(frames, call);
    if (frame && frame != frames->top)
        shrink(r, frames, frame);
    return frame != NULL;
}

bool qlua_frames_return(const struct qlua_recording *r, struct qlua_frames *frames, const void *call)
{
    struct qlua_frame *frame = frames->top;
    while (frame->function && frame->call != call)
        frame--;
    if (!frame->function)
        return false;
    if (frame != frames->top) {
        frames->top = frame;
        r->qii->record_fn_exit_vt(qlua_frames_id(frame), frames->thread);
    }
    return true;
}

/* Returns false without memory. */
static bool grow(struct qlua_frames *frames)
{
    size_t depth = (size_t)qlua_frames_depth(frames);
    size_t room = frames->bottom == &nothing ? 16 : 2 * (size_t)(frames->end - frames->bottom);
    struct qlua_frame *moved = realloc(frames->bottom == &nothing ? NULL : frames->bottom, room * sizeof *moved);
    if (!moved)
        return false;
    moved[0] = nothing;
    frames->top = moved + depth;
    frames->bottom = frames->low = moved;
    frames->end = moved + room;
    frames->span = 0;
    return true;
}

static bool append(struct qlua_frames *frames, const void *call, struct qlua_function *function)
{
    if (frames->top + 1 == frames->end && !grow(frames))
        return false;
    *++frames->top = (struct qlua_frame){call, function, -1, 0};
    return true;
}

void qlua_frames_push(struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                      struct qlua_function *function)
{
    qlua_frames_charge(r, frames);
    if (append(frames, call, function) && function)
        r->qii->record_fn_entry_vt(function->known.id, (qprof_StackID)(uintptr_t)call, frames->thread);
}

void qlua_frames_add(struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                     struct qlua_function *function)
{
    qlua_frames_charge(r, frames);
    if (append(frames, call, function))
        r->qii->follow_fn_entry_vt(function->known.id, (qprof_StackID)(uintptr_t)call, frames->thread);
}

void qlua_frames_pop(struct qlua_recording *r, struct qlua_frames *frames)
{
    shrink(r, frames, frames->top - 1);
}

void qlua_frames_replace(struct qlua_recording *r, struct qlua_frames *frames, struct qlua_function *function)
{
    struct qlua_frame *top = frames->top;
    qlua_frames_charge(r, frames);
    top->function = function;
    top->block = -1;
    top->test = 0;
    if (function)
        r->qii->record_fn_entry_vt(function->known.id, (qprof_StackID)(uintptr_t)top->call, frames->thread);
}

/* The level of the lowest frame from `level` on that is known here, and where; without one, the number of levels and
 * the bottom. */
static int find_known(const struct qlua_frames *frames, int level, struct qlua_frame **known)
{
    lua_Debug ar;
    for (; lua_getstack(frames->L, level, &ar); level++) {
        *known = find(frames, ar.i_ci);
        if (*known)
            return level;
    }
    *known = frames->bottom;
    return level;
}

/* The C function at the bottom is the interpreter's own and stays silent. */
static void put_in_place(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    struct qlua_frame *lowest;
    int known = find_known(frames, level, &lowest);
    if (lowest != frames->top)
        shrink(r, frames, lowest);
    qlua_frames_charge(r, frames);
    while (--known >= level) {
        lua_Debug ar;
        if (!lua_getstack(frames->L, known, &ar))
            break;
        struct qlua_function *function = qlua_lookup_frame(&r->lookup, frames->L, &ar, frames->thread);
        if (function && frames->L == r->main && !qlua_frames_depth(frames) && function->is_c)
            append(frames, ar.i_ci, NULL);
        else if (function)
            qlua_frames_add(r, frames, ar.i_ci, function);
    }
}

void qlua_frames_follow(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    lua_Debug ar;
    if (!lua_getstack(frames->L, level, &ar))
        qlua_frames_unwind(r, frames, NULL);
    else if (!qlua_frames_unwind(r, frames, ar.i_ci))
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
        struct qlua_function *function = qlua_lookup_frame(&r->lookup, frames->L, &ar, frames->thread);
        if (!function)
            continue;
        if (is_silent(r, frames, known, function))
            function = NULL;
        const struct qlua_frame *there = frames->bottom + known + 1;
        same = same && there <= frames->top && there->call == (const void *)ar.i_ci && there->function == function;
        if (!same && there <= frames->top)
            shrink(r, frames, frames->bottom + known);
        known++;
        if (!same && function)
            qlua_frames_add(r, frames, ar.i_ci, function);
        else if (!same)
            append(frames, ar.i_ci, NULL);
    }
    if (frames->top > frames->bottom + known)
        shrink(r, frames, frames->bottom + known);
}

void qlua_frames_place(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    lua_Debug ar;
    int count = 0;
    if (!lua_getstack(frames->L, level, &ar)) {
        qlua_frames_unwind(r, frames, NULL);
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
            append(frames, ar.i_ci, NULL);
}

void qlua_frames_fini(struct qlua_frames *frames)
{
    if (frames->bottom != &nothing)
        free(frames->bottom);
    qlua_frames_init(frames, frames->L, frames->thread);
}
