#include "bindings/lua/follow/allocations.h"

#include <string.h>

#include "bindings/lua/follow/coroutine.h"
#include "bindings/lua/follow/running.h"
#include "bindings/lua/inside/allocator.h"

/* Return the value of -alloc, NULL if no allocations are requested, or if the library does not record them. */
static const char *requested(const struct qlua_recording *r)
{
    const bool records = kit_library.times && r->qii->record_allocation && r->qii->record_allocation_vt;
    const char *kind = records ? r->qii->get_option("alloc") : NULL;
    return kind && strcmp(kind, "no") != 0 ? kind : NULL;
}

const char *qlua_allocations_need_calls(const struct qlua_recording *r)
{
    return requested(r) ? "--alloc needs a record of all calls, so it cannot be combined with --sample" : NULL;
}

const char *qlua_allocations_begin(struct qlua_recording *r, lua_State *L, const struct qlua_allocator_watcher *watcher)
{
    const char *kind = requested(r);
    if (!kind)
        return NULL;
    if (strcmp(kind, "exact") != 0)
        return "Lua reports all allocations, no samples: use --alloc=exact";
    if (!r->allocator)
        r->allocator = qlua_allocator_begin(L, watcher, r);
    if (!r->allocator)
        return "not enough memory";
    r->reports_allocations = r->allocator->reporting = true;
    return NULL;
}

/* Return the block of the current line, -1 if lines are not recorded. Without line events, Lua does not always store
 * which instruction it runs. */
static int current_block(const struct qlua_coroutine *running)
{
    const struct kit_frame *top = running->frames.stack.top;
    return top->function ? top->block : -1;
}

/* Before the first event, and between two calls of the host program, no virtual thread runs. */
void qlua_allocations_report(struct qlua_recording *r, size_t bytes, unsigned objects)
{
    if (qlua_recording_is_late(r))
        return;
    if (r->current)
        r->qii->record_allocation_vt(0, bytes, objects, current_block(r->current), qlua_running_id(r));
    else
        r->qii->record_allocation(0, bytes, objects, -1);
}

/* A memory error may leave the recorder by a jump, so the flag is set again at the end of its next event. */
void qlua_allocations_pause(const struct qlua_recording *r)
{
    if (r->reports_allocations)
        r->allocator->reporting = false;
}

void qlua_allocations_resume(const struct qlua_recording *r)
{
    if (r->reports_allocations)
        r->allocator->reporting = true;
}
