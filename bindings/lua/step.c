#include "step.h"

#include <stdlib.h>

#include "coroutine.h"
#include "hook.h"
#include "position.h"
#include "session.h"

#define LIKELY(condition) __builtin_expect(!!(condition), 1)

static inline void count(const struct qp_session *s, int block)
{
    s->qii->record_bb_counts_vt(block, 1, s->step.coroutine);
}

/* Which way did the test before go? The block of its outcome, -1 where the frame went on from elsewhere. */
static inline int outcome(const struct qp_step_frame *step, int at)
{
    const struct qp_branch_test *test = &step->tests[step->frame->test];
    if (at == test->next)
        return test->block;
    return at == test->around || at == test->around_by ? test->block + 1 : -1;
}

/* A line begins where Lua's own line hook would say so: at another line, or after a jump back. */
static inline bool begins_line(const struct qp_step_frame *step, const struct qp_branch_step *item, int at)
{
    return !LIKELY(item->block == step->line) || !LIKELY((unsigned)at > (unsigned)step->frame->block);
}

static inline void begin_line(struct qp_session *s, int block)
{
    s->step.line = block;
    if (LIKELY(block >= 0))
        count(s, block);
}

/* An instruction after a test, or one whose test goes on elsewhere: Lua's line hook goes on from there. */
static __attribute__((noinline)) void run(struct qp_session *s, lua_State *L, int at)
{
    const struct qp_branch_step *item = &s->step.items[at];
    struct qp_stack_frame *frame = s->step.frame;
    int before = frame->test ? outcome(&s->step, at) : -1;
    bool begins = begins_line(&s->step, item, at);
    frame->block = LIKELY(item->test >= 0) ? at : s->step.tests[-item->test].goes_to;
    frame->test = abs(item->test);
    qp_position_skip(L, s->step.place, item->ahead);
    if (before >= 0)
        count(s, before);
    if (begins)
        begin_line(s, item->block);
}

void qp_step_begin(struct qp_session *s, const struct qp_coroutine *co, struct qp_stack_frame *top)
{
    const struct qp_branch_steps *steps = &top->function->steps;
    int at = qp_position_of(top->call);
    if ((unsigned)at >= steps->count) /* read without memory, or without debug information */
        return;
    s->step = (struct qp_step_frame){.call = co->theirs ? NULL : top->call, /* theirs wants each event */
                                     .code = qp_position_code(top->call),
                                     .items = steps->items,
                                     .tests = steps->tests,
                                     .frame = top,
                                     .line = top->block < 0 ? -1 : steps->items[top->block].block,
                                     .place = co->theirs ? 0 : s->count_place,
                                     .coroutine = co->id};
    run(s, co->L, at);
}

/* Another frame than the last one, but the one that our stack has on top. */
static bool begin_quickly(struct qp_session *s, const lua_Debug *ar)
{
    struct qp_coroutine *co = s->current;
    if (ar->event != LUA_HOOKCOUNT || co->theirs)
        return false;
    if (!LIKELY(qp_stack_return(s, co, ar->i_ci)))
        return false;
    qp_step_begin(s, co, co->stack.top);
    return true;
}

static __attribute__((noinline)) void change(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    if (s && qp_session_is_at(s, L)) { /* else the long way does it */
        s->step.call = NULL;
        qp_position_skip(L, s->count_place, 1);
        if (begin_quickly(s, ar))
            return;
    }
    qp_hook(L, ar);
}

void qp_step_hook(lua_State *L, lua_Debug *ar)
{
    struct qp_session *s = qp_session_here;
    if (LIKELY(s && qp_session_is_at(s, L) && ar->event == LUA_HOOKCOUNT && s->step.call == (const void *)ar->i_ci)) {
        int at = (int)(qp_position_next(ar->i_ci) - s->step.code) - 1;
        const struct qp_branch_step *item = &s->step.items[at];
        struct qp_stack_frame *frame = s->step.frame;
        if (LIKELY(!frame->test && item->test >= 0)) {
            bool begins = begins_line(&s->step, item, at);
            frame->block = at;
            frame->test = item->test;
            qp_position_skip(L, s->step.place, item->ahead);
            if (begins)
                begin_line(s, item->block);
        } else {
            run(s, L, at);
        }
        return;
    }
    change(s, L, ar);
}
