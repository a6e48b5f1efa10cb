/* instruction.h - handling of instruction events, used to count branches.
 *
 * Most instructions belong to the same frame as the previous one. The data of that frame is cached until a call, a
 * return or a switch to another thread. Lua runs 170 processor instructions to report one of its own instructions, and
 * our hook should add few to that. Straight-line code within a line needs no events: if the offset of Lua's instruction
 * counter is known, the hook sets the counter so that the next event comes after that code. */
#pragma once

#include "bindings/lua/follow/coroutine.h"
#include "bindings/lua/inside/position.h"

/* Handle an instruction of the top frame, which is not silent, and cache the frame. */
void qlua_instruction_begin(struct qlua_recording *r, const struct qlua_coroutine *co, struct kit_frame *top);

/* Handle an instruction of the cached frame. The instruction follows a test, or is itself a test whose continues_at
 * is set (code/branch.h). */
void qlua_instruction_continue(struct qlua_recording *r, lua_State *L, int at);

static inline void qlua_instruction_count(const struct qlua_recording *r, int block)
{
    r->qii->record_bb_counts_vt(block, 1, r->instruction.coroutine);
}

/* Return true if a line begins by the rule of Lua's own line hook: at another line, or after a backward jump. */
static inline bool qlua_instruction_begins_line(const struct qlua_instruction_frame *now,
                                                const struct qlua_branch_step *item, int at)
{
    return item->block != now->line || (unsigned)at <= (unsigned)now->frame->block;
}

static inline void qlua_instruction_begin_line(struct qlua_recording *r, int block)
{
    r->instruction.line = block;
    if (__builtin_expect(block >= 0, 1))
        qlua_instruction_count(r, block);
}

/* Handle the next instruction of the cached frame (fast path). */
static inline void qlua_instruction_next(struct qlua_recording *r, lua_State *L, const void *call)
{
    struct qlua_instruction_frame *now = &r->instruction;
    int at = (int)(qlua_position_next(call) - now->code) - 1;
    const struct qlua_branch_step *item = &now->items[at];
    struct kit_frame *frame = now->frame;
    if (__builtin_expect(frame->mark || item->test < 0, 0)) {
        qlua_instruction_continue(r, L, at);
        return;
    }
    bool begins = __builtin_expect(qlua_instruction_begins_line(now, item, at), 0);
    frame->block = at;
    frame->mark = item->test;
    qlua_position_skip(L, now->place, item->ahead);
    if (begins)
        qlua_instruction_begin_line(r, item->block);
}
