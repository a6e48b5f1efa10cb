#include "bindings/lua/follow/coroutine.h"

#include <stdlib.h>

#include "bindings/lua/count/counting.h"
#include "bindings/lua/inside/allocator.h"

struct qlua_coroutine *qlua_coroutine_get(struct qlua_recording *r, lua_State *L)
{
    struct qlua_coroutine *co = qlua_coroutine_find(r, L);
    if (co)
        return co;
    co = calloc(1, sizeof *co);
    if (!co)
        return NULL;
    co->frames.L = L;
    kit_frames_init(&co->frames.stack, kit_library_new_thread());
    if (kit_hashmap_put(&r->coroutines, (uintptr_t)L, co) == 0)
        return co;
    free(co);
    return NULL;
}

/* ---- life ------------------------------------------------------------------------------------------------------- */

/* Remove a coroutine from the list of muted coroutines. */
static void unlink_muted(struct qlua_recording *r, struct qlua_coroutine *co)
{
    struct qlua_coroutine **place = &r->muted;
    while (*place && *place != co)
        place = &(*place)->next_muted;
    if (*place)
        *place = co->next_muted;
    co->muted = false;
    if (!r->muted && r->allocator)
        r->allocator->listening = false;
}

static void end_life(struct qlua_recording *r, struct qlua_coroutine *co)
{
    kit_fiber_end(&co->frames.stack);
    co->begun = false;
    co->theirs = (struct qlua_theirs){0};
    if (co->muted)
        unlink_muted(r, co);
}

void qlua_coroutine_renew(struct qlua_recording *r, struct qlua_coroutine *co)
{
    end_life(r, co);
    kit_fiber_renew(&co->frames.stack);
}

static void forget(struct qlua_recording *r, struct qlua_coroutine *co)
{
    (void)r;
    qlua_frames_fini(&co->frames);
    free(co);
}

void qlua_coroutine_end(struct qlua_recording *r, struct qlua_coroutine *co)
{
    end_life(r, co);
    kit_hashmap_remove(&r->coroutines, (uintptr_t)co->frames.L);
    forget(r, co);
}

/* ---- hooks ------------------------------------------------------------------------------------------------------ */

void qlua_coroutine_inherit(const struct qlua_recording *r, struct qlua_coroutine *co)
{
    const struct qlua_coroutine *maker = r->current;
    if (maker && maker != co && maker->theirs.hook != r->debug_hook)
        co->theirs = maker->theirs;
}

/* Return the mask of the events that the recording needs from a coroutine. */
static int mask_of(const struct qlua_recording *r, const struct qlua_coroutine *co)
{
    static const int of_mode[] = {[QLUA_MODE_CALLS] = LUA_MASKCALL,
                                  [QLUA_MODE_LINE_TIMES] = LUA_MASKCALL | LUA_MASKLINE,
                                  [QLUA_MODE_LINES] = LUA_MASKCALL | LUA_MASKLINE,
                                  [QLUA_MODE_BRANCHES] = LUA_MASKCALL | LUA_MASKCOUNT};
    if (!r->mode || !r->by_hooks || co->muted)
        return 0;
    return of_mode[r->mode] | (r->returns ? LUA_MASKRET : 0);
}

/* If all functions count themselves, set the program's hook directly, with one exception: if the program's hook
 * would get events of inserted instructions or count these instructions, set our hook, which hides them. */
void qlua_coroutine_listen(struct qlua_recording *r, struct qlua_coroutine *co)
{
    int mask = mask_of(r, co) | co->theirs.mask;
    bool steps = qlua_coroutine_steps(r, co);
    bool hides = r->mode && r->counting && qlua_counting_reports(r->counting);
    lua_Hook hook = co->theirs.hook;
    if (r->mode && r->by_hooks)
        hook = r->mode == QLUA_MODE_BRANCHES ? r->hooks->instruction : r->hooks->event;
    else if (steps || hides)
        hook = r->hooks->event;
    r->fast = false; /* the next event takes the slow path, which sets this field anew */
    lua_sethook(co->frames.L, mask ? hook : NULL, mask, steps ? 1 : co->theirs.count);
}

void qlua_coroutine_mute(struct qlua_recording *r, struct qlua_coroutine *co)
{
    co->muted = true;
    co->next_muted = r->muted;
    r->muted = co;
    qlua_coroutine_listen(r, co);
    r->allocator->listening = true;
}

void qlua_coroutine_unmute(struct qlua_recording *r, struct qlua_coroutine *co)
{
    unlink_muted(r, co);
    qlua_coroutine_listen(r, co);
}

/* ---- all coroutines --------------------------------------------------------------------------------------------- */

void qlua_coroutine_each(struct qlua_recording *r, void (*visit)(struct qlua_recording *r, struct qlua_coroutine *co))
{
    for (size_t i = 0; i < r->coroutines.room; i++)
        if (r->coroutines.slots[i].value)
            visit(r, r->coroutines.slots[i].value);
}

void qlua_coroutine_end_all(struct qlua_recording *r)
{
    qlua_coroutine_each(r, end_life);
}

void qlua_coroutine_forget_all(struct qlua_recording *r)
{
    qlua_coroutine_each(r, forget);
    kit_hashmap_fini(&r->coroutines);
    r->current = NULL;
    r->muted = NULL;
}
