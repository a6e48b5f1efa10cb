#include "bindings/lua/follow/instruction.h"

#include <stdlib.h>

/* Return the block for the outcome of the pending test; -1 if the frame continued at neither of the two outcomes. */
static inline int outcome(const struct qlua_instruction_frame *now, int at)
{
    const struct qlua_branch_test *test = &now->tests[now->frame->mark];
    if (at == test->next)
        return test->block;
    return at == test->around || at == test->around_by ? test->block + 1 : -1;
}

/* A test may finish at a later instruction, which Lua runs without an event (continues_at in code/branch.h). In this
 * case, store the later instruction as the last instruction: Lua's line hook, too, compares the next instruction with
 * the later instruction, not with the test. */
void qlua_instruction_continue(struct qlua_recording *r, lua_State *L, int at)
{
    struct qlua_instruction_frame *now = &r->instruction;
    const struct qlua_branch_step *item = &now->items[at];
    struct kit_frame *frame = now->frame;
    int before = frame->mark ? outcome(now, at) : -1;
    bool begins = qlua_instruction_begins_line(now, item, at);
    frame->block = __builtin_expect(item->test >= 0, 1) ? at : now->tests[-item->test].continues_at;
    frame->mark = abs(item->test);
    qlua_position_skip(L, now->place, item->ahead);
    if (before >= 0)
        qlua_instruction_count(r, before);
    if (begins)
        qlua_instruction_begin_line(r, item->block);
}

void qlua_instruction_begin(struct qlua_recording *r, const struct qlua_coroutine *co, struct kit_frame *top)
{
    const struct qlua_branch_steps *steps = &qlua_frame_function(top)->steps;
    int at = qlua_position_of(top->call);
    if ((unsigned)at >= steps->count) /* the function has no steps: out of memory, or no debug information */
        return;
    r->instruction =
        (struct qlua_instruction_frame){.call = co->theirs.hook ? NULL : top->call, /* the program's hook needs each
                                                                                     * event, so nothing is cached */
                                        .code = qlua_position_code(top->call),
                                        .items = steps->items,
                                        .tests = steps->tests,
                                        .frame = top,
                                        .line = top->block < 0 ? -1 : steps->items[top->block].block,
                                        .place = co->theirs.hook ? 0 : r->checked.count_place,
                                        .coroutine = co->frames.stack.thread};
    qlua_instruction_continue(r, co->frames.L, at);
}
