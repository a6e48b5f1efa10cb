#include "bindings/lua/follow/limit.h"

#include "bindings/lua/inside/layout.h"
#include "bindings/lua/inside/state.h"

#define SLOTS   1000000          /* LUAI_MAXSTACK */
#define LARGEST 256              /* slots of a frame, but for surplus arguments of a vararg function */
#define HOOK    (20 + 5)         /* LUA_MINSTACK that a hook asks for, EXTRA_STACK */
#define CLOSE   (LARGEST + HOOK) /* the next call, and its hook */
#define FAR     (4 * LARGEST)

/* Slots behind a frame. */
static long room_behind(const void *lowest, const void *call)
{
    const struct qlua_layout_value *bottom = ((const struct qlua_layout_frame *)lowest)->function;
    const struct qlua_layout_value *top = ((const struct qlua_layout_frame *)call)->top;
    return SLOTS - (top - bottom);
}

/* What a call returned, or is to be called with, may reach beyond the frame that runs. */
static long room_behind_top(const lua_State *L, const void *lowest)
{
    const struct qlua_layout_value *bottom = ((const struct qlua_layout_frame *)lowest)->function;
    const struct qlua_layout_value *top = ((const struct qlua_state_thread *)(const void *)L)->top;
    return SLOTS - (top - bottom);
}

/* Lua's frame below all, a part of the lua_State. */
static const void *base_of(const void *call)
{
    while (qlua_layout_caller(call))
        call = qlua_layout_caller(call);
    return call;
}

/* The frames that come may each be as large as any, those down to low and up again, too. */
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
    co->base = base_of(co->frames.stack.top->call);
    co->filling = filling;
    qlua_coroutine_mute(r, co);
}

void qlua_limit_look(struct qlua_recording *r, struct qlua_coroutine *co)
{
    struct qlua_frames *frames = &co->frames;
    if (!kit_frames_depth(&frames->stack)) /* no memory for the first */
        return;
    long room = r->lookup.layout ? room_behind(frames->stack.bottom[1].call, frames->stack.top->call) : SLOTS;
    set_span(frames, room > CLOSE ? (room - CLOSE) / LARGEST : 0);
    if (room >= CLOSE || co->theirs)
        return;
    mute(r, co, NULL);
}

void qlua_limit_results(struct qlua_recording *r, struct qlua_coroutine *co, lua_Integer results)
{
    const struct kit_frames *frames = &co->frames.stack;
    if (!r->lookup.layout || co->muted || co->theirs || !kit_frames_depth(frames))
        return;
    if (results > room_behind(frames->bottom[1].call, frames->top->call) - CLOSE)
        mute(r, co, frames->top->call);
}

bool qlua_limit_is_close(const void *base, const void *call, int results)
{
    return room_behind(base, call) - results < CLOSE;
}

static bool is_far(const struct qlua_coroutine *co)
{
    lua_Debug ar;
    if (!lua_getstack(co->frames.L, 0, &ar))
        return true;
    return (const void *)ar.i_ci != co->filling && room_behind(co->base, ar.i_ci) >= FAR &&
           room_behind_top(co->frames.L, co->base) >= FAR;
}

/* Threads that were made meanwhile, whoever made them. */
static void hear_born(struct qlua_recording *r, struct qlua_coroutine *co)
{
    if (co->born_unheard)
        qlua_coroutine_listen(r, co);
    co->born_unheard = false;
}

void qlua_limit_allocates(struct qlua_recording *r)
{
    for (struct qlua_coroutine *next, *co = r->muted; co; co = next) {
        next = co->next_muted;
        if (!is_far(co))
            continue;
        qlua_coroutine_hear(r, co);
        qlua_coroutine_each(r, hear_born);
    }
}

void qlua_limit_born(struct qlua_recording *r, lua_State *thread)
{
    struct qlua_coroutine *co = qlua_coroutine_get(r, thread);
    if (co)
        co->born_unheard = true;
}
