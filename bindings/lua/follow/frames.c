#include "bindings/lua/follow/frames.h"

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

void qlua_frames_add(const struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                     struct qlua_function *function)
{
    bool is_silent = frames->L == r->main && !kit_frames_depth(&frames->stack) && function->is_c;
    kit_frames_add(&frames->stack, call, is_silent ? NULL : &function->known);
}

/* Search Lua's stack, from `level` outwards, for a frame that our stack contains too. Return its level, and store
 * our frame in *known. If there is none, return the number of levels, and store the bottom of our stack. */
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

static void add_missing(struct qlua_recording *r, struct qlua_frames *frames, int level)
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
        if (function)
            qlua_frames_add(r, frames, ar.i_ci, function);
    }
}

void qlua_frames_follow(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    lua_Debug ar;
    if (!lua_getstack(frames->L, level, &ar))
        kit_frames_unwind(&frames->stack, NULL);
    else if (!kit_frames_unwind(&frames->stack, ar.i_ci))
        add_missing(r, frames, level);
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
