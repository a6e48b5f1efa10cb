#include "bindings/lua/follow/placing.h"

#include "bindings/lua/inside/layout.h"

/* ---- by marks --------------------------------------------------------------------------------------------------- */

/* Number of entries in the table of functions that the current sample has looked up, by qlua_layout_key. The
 * functions' frames are open, so Lua cannot reuse the keys meanwhile. */
enum { SEEN = 16 };

struct seen {
    uintptr_t key;
    struct qlua_function *function;
};

static struct qlua_function *function_of(struct qlua_recording *r, const struct qlua_frames *frames, const void *call,
                                         struct seen *seen)
{
    uintptr_t key = qlua_layout_key(call);
    struct seen *place = &seen[key / sizeof(void *) / 2 % SEEN];
    if (place->key != key || !place->function) {
        lua_Debug ar = {.i_ci = (void *)call};
        *place = (struct seen){key, qlua_lookup_frame(&r->lookup, frames->L, &ar, frames->stack.thread)};
    }
    return place->function;
}

/* Return our frame for a frame of Lua that has a mark. Return NULL if Lua's frame has no mark, or a mark from an
 * earlier recording. */
static struct kit_frame *placed(const struct qlua_frames *frames, const void *call)
{
    return qlua_layout_is_marked(call) ? kit_frames_find(&frames->stack, call) : NULL;
}

static void put(struct qlua_recording *r, struct qlua_frames *frames, void *call, struct qlua_function *function)
{
    if (!function)
        return;
    qlua_frames_add(r, frames, call, function);
    if (frames->stack.top->call == call) /* false if out of memory */
        qlua_layout_mark(call);
}

/* Return the lowest of Lua's frames that our stack lacks, NULL if there is none. Store our frame below it in *below.
 * Of the frames with a mark, only the topmost can have been replaced by a tail call. */
static const void *find_changed(struct qlua_recording *r, const struct qlua_frames *frames, const void *call,
                                struct kit_frame **below, struct seen *seen)
{
    const void *changed = NULL;
    for (const void *caller; (caller = qlua_layout_caller(call)) != NULL; call = caller) {
        *below = placed(frames, call);
        if (*below && (!(*below)->function || qlua_frame_function(*below) == function_of(r, frames, call, seen)))
            return changed;
        changed = call;
        if (*below) {
            --*below;
            return changed;
        }
    }
    *below = frames->stack.bottom;
    return changed;
}

static void update_by_marks(struct qlua_recording *r, struct qlua_frames *frames, const void *top)
{
    struct seen seen[SEEN] = {{0, NULL}};
    struct kit_frame *below;
    const void *call = find_changed(r, frames, top, &below, seen);
    if (frames->stack.top != below)
        kit_frames_pop_to(&frames->stack, below);
    for (; call; call = call != top ? ((const struct qlua_layout_frame *)call)->callee : NULL)
        put(r, frames, (void *)call, function_of(r, frames, call, seen));
}

/* ---- by the public interface ------------------------------------------------------------------------------------ */

static int count_levels(lua_State *L, int level)
{
    lua_Debug ar;
    int count = 0;
    while (count < QLUA_PLACING_MOST && lua_getstack(L, level + count, &ar))
        count++;
    return count;
}

/* Compare frames from the outermost on. Another frame may have reused an address since the last sample, so compare
 * the functions too. */
static void update_by_interface(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    struct kit_frames *stack = &frames->stack;
    int known = 0;
    bool same = true;
    for (int above = count_levels(frames->L, level); above-- > 0;) {
        lua_Debug ar;
        struct qlua_function *function = NULL;
        if (lua_getstack(frames->L, level + above, &ar))
            function = qlua_lookup_frame(&r->lookup, frames->L, &ar, stack->thread);
        if (!function)
            continue;
        const struct kit_frame *there = stack->bottom + known + 1;
        bool is_silent = known == 0 && frames->L == r->main && function->is_c;
        same = same && there <= stack->top && there->call == (const void *)ar.i_ci &&
               qlua_frame_function(there) == (is_silent ? NULL : function);
        if (!same && there <= stack->top)
            kit_frames_pop_to(stack, stack->bottom + known);
        known++;
        if (!same)
            qlua_frames_add(r, frames, ar.i_ci, function);
    }
    if (stack->top > stack->bottom + known)
        kit_frames_pop_to(stack, stack->bottom + known);
}

/* ---- both ------------------------------------------------------------------------------------------------------- */

void qlua_placing_update(struct qlua_recording *r, struct qlua_frames *frames, int level)
{
    lua_Debug ar;
    if (!lua_getstack(frames->L, level, &ar))
        kit_frames_unwind(&frames->stack, NULL);
    else if (r->checked.base)
        update_by_marks(r, frames, ar.i_ci);
    else
        update_by_interface(r, frames, level);
}

static const struct qlua_function *look_up(struct qlua_recording *r, const struct qlua_frames *frames, lua_Debug *ar)
{
    return qlua_lookup_frame(&r->lookup, frames->L, ar, frames->stack.thread);
}

const struct qlua_function *qlua_placing_outermost(struct qlua_recording *r, const struct qlua_frames *frames)
{
    lua_Debug ar;
    if (!lua_getstack(frames->L, 0, &ar))
        return NULL;
    if (!r->checked.base) {
        lua_getstack(frames->L, count_levels(frames->L, 0) - 1, &ar);
        return look_up(r, frames, &ar);
    }
    for (const void *caller; (caller = qlua_layout_caller(ar.i_ci)) != NULL && qlua_layout_caller(caller);
         ar.i_ci = (void *)caller)
        if (kit_frames_depth(&frames->stack) && placed(frames, ar.i_ci))
            return qlua_frame_function(frames->stack.bottom + 1);
    return look_up(r, frames, &ar);
}
