/* instruction.h - what becomes of an instruction, where branches are counted.
 *
 * Most instructions are of the same frame as the one before. So what is needed of that frame is kept at hand, until
 * another event comes: a call, a return, another thread. Lua itself runs 170 processor
 * instructions to tell of one of its own; ours are to be few beside them. Within a line, a
 * run without jumps need not be told at all: where Lua's counter is known to lie, the next event comes after the run.
 */
#ifndef QLUA_INSTRUCTION_H
#define QLUA_INSTRUCTION_H

#include "bindings/lua/follow/coroutine.h"
#include "bindings/lua/inside/position.h"

/* An instruction of the frame on top, which is a reported one. */
void qlua_instruction_begin(struct qlua_recording *r, const struct qlua_coroutine *co, struct kit_frame *top);

/* Another instruction of the frame at hand: after a test, or a test that goes on elsewhere. */
void qlua_instruction_go_on(struct qlua_recording *r, lua_State *L, int at);

static inline void qlua_instruction_count(const struct qlua_recording *r, int block)
{
    r->qii->record_bb_counts_vt(block, 1, r->instruction.coroutine);
}

/* A line begins where Lua's own line hook would say so: at another line, or after a jump back. */
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

/* Another instruction of the frame at hand, in line. */
static inline void qlua_instruction_next(struct qlua_recording *r, lua_State *L, const void *call)
{
    struct qlua_instruction_frame *now = &r->instruction;
    int at = (int)(qlua_position_next(call) - now->code) - 1;
    const struct qlua_branch_step *item = &now->items[at];
    struct kit_frame *frame = now->frame;
    if (__builtin_expect(frame->mark || item->test < 0, 0)) {
        qlua_instruction_go_on(r, L, at);
        return;
    }
    bool begins = __builtin_expect(qlua_instruction_begins_line(now, item, at), 0);
    frame->block = at;
    frame->mark = item->test;
    qlua_position_skip(L, now->place, item->ahead);
    if (begins)
        qlua_instruction_begin_line(r, item->block);
}

#endif
