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
    qlua_frames_init(&co->frames, L, kit_library_new_thread());
    if (kit_hashmap_put(&r->coroutines, (uintptr_t)L, co) == 0)
        return co;
    free(co);
    return NULL;
}

/* ---- life ------------------------------------------------------------------------------------------------------- */

/* Remove a coroutine from the list of muted ones. */
static void unlink_muted(struct qlua_recording *r, struct qlua_coroutine *co)
{
    struct qlua_coroutine **place = &r->muted;
    while (*place && *place != co)
        place = &(*place)->next_muted;
    if (*place)
        *place = co->next_muted;
    co->muted = false;
    if (!r->muted && r->allocator)
        qlua_allocator_listen(r->allocator, false);
}

static void end_life(struct qlua_recording *r, struct qlua_coroutine *co)
{
    kit_fiber_end(&co->frames.stack);
    co->begun = false;
    co->theirs = NULL;
    co->their_mask = 0;
    if (co->muted)
        unlink_muted(r, co);
}

void qlua_coroutine_renew(struct qlua_recording *r, struct qlua_coroutine *co)
{
    end_life(r, co);
    kit_fiber_renew(&co->frames.stack);
}

void qlua_coroutine_end(struct qlua_recording *r, struct qlua_coroutine *co)
{
    end_life(r, co);
    kit_hashmap_remove(&r->coroutines, (uintptr_t)co->frames.L);
    qlua_frames_fini(&co->frames);
    free(co);
}

/* ---- hooks ------------------------------------------------------------------------------------------------------ */

void qlua_coroutine_inherit(const struct qlua_recording *r, struct qlua_coroutine *co)
{
    const struct qlua_coroutine *maker = r->current;
    if (maker && maker != co && maker->theirs != r->debug_hook) {
        co->theirs = maker->theirs;
        co->their_mask = maker->their_mask;
        co->their_count = maker->their_count;
    }
}

/* If all functions count themselves, the program's hook is set directly, except for a count hook. */
void qlua_coroutine_listen(struct qlua_recording *r, struct qlua_coroutine *co)
{
    int mask = co->their_mask;
    bool events = r->running && r->by_hooks;
    bool steps = qlua_coroutine_steps(r, co);
    if (events && !co->muted)
        mask |= LUA_MASKCALL | (r->returns ? LUA_MASKRET : 0) |
                (r->branches ? LUA_MASKCOUNT
                 : r->lines  ? LUA_MASKLINE
                             : 0);
    r->fast = false; /* the next event decides again */
    lua_Hook ours = events && r->branches ? r->hooks->instruction : r->hooks->event;
    bool hides = r->running && r->counting && qlua_counting_reports(r->counting);
    if (!events && !steps && !hides)
        ours = co->theirs;
    lua_sethook(co->frames.L, mask ? ours : NULL, mask, steps ? 1 : co->their_count);
}

void qlua_coroutine_mute(struct qlua_recording *r, struct qlua_coroutine *co)
{
    co->muted = true;
    co->next_muted = r->muted;
    r->muted = co;
    qlua_coroutine_listen(r, co);
    qlua_allocator_listen(r->allocator, true);
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

static void forget(struct qlua_recording *r, struct qlua_coroutine *co)
{
    (void)r;
    qlua_frames_fini(&co->frames);
    free(co);
}

void qlua_coroutine_forget_all(struct qlua_recording *r)
{
    qlua_coroutine_each(r, forget);
    kit_hashmap_fini(&r->coroutines);
    r->current = NULL;
    r->muted = NULL;
}
