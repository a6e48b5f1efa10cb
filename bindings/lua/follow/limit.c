#include "bindings/lua/follow/limit.h"

#include "bindings/lua/inside/layout.h"

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

void qlua_limit_look(struct qlua_recording *r, struct qlua_coroutine *co)
{
    struct qlua_frames *frames = &co->frames;
    if (!kit_frames_depth(&frames->stack)) /* no memory for the first */
        return;
    long room = r->lookup.layout ? room_behind(frames->stack.bottom[1].call, frames->stack.top->call) : SLOTS;
    set_span(frames, room > CLOSE ? (room - CLOSE) / LARGEST : 0);
    if (room >= CLOSE || co->theirs)
        return;
    co->base = base_of(frames->stack.top->call);
    qlua_coroutine_mute(r, co);
}

static bool is_far(const struct qlua_coroutine *co)
{
    lua_Debug ar;
    return !lua_getstack(co->frames.L, 0, &ar) || room_behind(co->base, ar.i_ci) >= FAR;
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
