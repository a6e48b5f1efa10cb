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

/* Which way did the test before go? */
static void resolve(const struct qp_session *s, int at)
{
    const struct qp_branch_test *test = &s->step.tests[s->step.frame->test];
    if (at == test->next)
        count(s, test->block);
    else if (at == test->around || at == test->around_by)
        count(s, test->block + 1);
}

/* A line begins where Lua's own line hook would say so: at another line, or after a jump back. */
static __attribute__((noinline)) void run(struct qp_session *s, int at)
{
    const struct qp_branch_step *item = &s->step.items[at];
    struct qp_stack_frame *frame = s->step.frame;
    if (frame->test)
        resolve(s, at);
    if ((unsigned)at <= (unsigned)frame->block || item->block != s->step.line) {
        s->step.line = item->block;
        if (item->block >= 0)
            count(s, item->block);
    }
    frame->block = item->test < 0 ? s->step.tests[-item->test].goes_to : at; /* Lua's hook goes on from there */
    frame->test = abs(item->test);
}

/* Most instructions belong to the line of the one before and follow no test. */
static inline bool is_plain(const struct qp_step_frame *step, const struct qp_branch_step *item, int at)
{
    return LIKELY(item->block == step->line) && LIKELY((unsigned)at > (unsigned)step->frame->block) &&
           LIKELY(!step->frame->test) && item->test >= 0;
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
                                     .coroutine = co->id};
    run(s, at);
}

/* Another frame than the last one, but the one that our stack has on top. */
static bool begin_quickly(struct qp_session *s, lua_State *L, const lua_Debug *ar)
{
    struct qp_coroutine *co = s->current;
    if (ar->event != LUA_HOOKCOUNT || s->L != L || co->theirs)
        return false;
    struct qp_stack_frame *top = qp_stack_top(co);
    if (!LIKELY(top && top->call == (const void *)ar->i_ci && top->function))
        return false;
    qp_step_begin(s, co, top);
    return true;
}

static __attribute__((noinline)) void change(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    if (s)
        s->step.call = NULL;
    if (!s || !begin_quickly(s, L, ar))
        qp_hook(L, ar);
}

void qp_step_hook(lua_State *L, lua_Debug *ar)
{
    struct qp_session *s = qp_session_here;
    if (LIKELY(s && ar->event == LUA_HOOKCOUNT && s->step.call == (const void *)ar->i_ci)) {
        int at = (int)(qp_position_next(ar->i_ci) - s->step.code) - 1;
        const struct qp_branch_step *item = &s->step.items[at];
        if (!is_plain(&s->step, item, at)) {
            run(s, at);
            return;
        }
        s->step.frame->block = at;
        s->step.frame->test = item->test;
        return;
    }
    change(s, L, ar);
}
