#include "bindings/lua/follow/limit.h"

#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/inside/layout.h"

#define SLOTS   1000000          /* slots of a Lua stack (LUAI_MAXSTACK) */
#define LARGEST 256              /* maximum slots of a frame, without surplus arguments of a vararg function */
#define HOOK    (20 + 5)         /* slots that a hook requires: LUA_MINSTACK and EXTRA_STACK */
#define CLOSE   (LARGEST + HOOK) /* slots for the next call and its hook */
#define FAR     (4 * LARGEST)

/* Return the number of slots from `top` to the end of the stack. `lowest` is a frame at the bottom of the stack. */
static long room_after(const void *lowest, const void *top)
{
    const struct qlua_layout_value *bottom = ((const struct qlua_layout_frame *)lowest)->function;
    return SLOTS - ((const struct qlua_layout_value *)top - bottom);
}

/* Return the number of slots from the end of a frame to the end of the stack. */
static long room_after_frame(const void *lowest, const void *call)
{
    return room_after(lowest, ((const struct qlua_layout_frame *)call)->top);
}

/* Set the safe span (frames.h), which begins below the current top and ends above it. The span is at most `calls`
 * frames high. So the stack has room even if all frames of the span are popped and then frames of the largest size are
 * pushed up to the end of the span. */
static void set_span(struct qlua_frames *frames, long calls)
{
    long depth = kit_frames_depth(&frames->stack);
    long back = calls / 4 < depth ? calls / 4 : depth;
    long memory = frames->stack.end - 1 - frames->stack.top;
    long on = calls - back < memory ? calls - back : memory;
    frames->low = (size_t)(depth - back) * sizeof *frames->stack.top;
    frames->span = (size_t)(back + on) * sizeof *frames->stack.top;
}

static void mute(struct qlua_recording *r, struct qlua_coroutine *co, const void *filling)
{
    co->base = qlua_layout_base(co->frames.stack.top->call);
    co->filling = filling;
    qlua_coroutine_mute(r, co);
}

void qlua_limit_check(struct qlua_recording *r, struct qlua_coroutine *co)
{
    struct qlua_frames *frames = &co->frames;
    if (!kit_frames_depth(&frames->stack)) /* no memory for the first frame */
        return;
    long room = r->lookup.layout ? room_after_frame(frames->stack.bottom[1].call, frames->stack.top->call) : SLOTS;
    set_span(frames, room > CLOSE ? (room - CLOSE) / LARGEST : 0);
    if (room >= CLOSE || co->theirs.hook)
        return;
    mute(r, co, NULL);
}

void qlua_limit_results(struct qlua_recording *r, struct qlua_coroutine *co, lua_Integer results)
{
    const struct kit_frames *frames = &co->frames.stack;
    if (!r->lookup.layout || co->muted || co->theirs.hook || !kit_frames_depth(frames))
        return;
    if (results > room_after_frame(frames->bottom[1].call, frames->top->call) - CLOSE)
        mute(r, co, frames->top->call);
}

bool qlua_limit_is_close(const void *base, const void *call, int results)
{
    return room_after_frame(base, call) - results < CLOSE;
}

static bool is_far(const struct qlua_coroutine *co)
{
    lua_Debug ar;
    if (!lua_getstack(co->frames.L, 0, &ar))
        return true;
    const void *top = qlua_allocator_thread_of(co->frames.L)->top;
    return (const void *)ar.i_ci != co->filling && room_after_frame(co->base, ar.i_ci) >= FAR &&
           room_after(co->base, top) >= FAR; /* results or arguments of a call may lie beyond the end of the frame */
}

/* Set the hook on a thread that was created while a coroutine was muted. */
static void set_missing_hook(struct qlua_recording *r, struct qlua_coroutine *co)
{
    if (co->needs_hook)
        qlua_coroutine_listen(r, co);
    co->needs_hook = false;
}

void qlua_limit_allocates(struct qlua_recording *r)
{
    for (struct qlua_coroutine *next, *co = r->muted; co; co = next) {
        next = co->next_muted;
        if (!is_far(co))
            continue;
        qlua_coroutine_unmute(r, co);
        qlua_coroutine_each(r, set_missing_hook);
    }
}

void qlua_limit_born(struct qlua_recording *r, lua_State *thread)
{
    struct qlua_coroutine *co = qlua_coroutine_get(r, thread);
    if (co)
        co->needs_hook = true;
}
