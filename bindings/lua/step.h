/* step.h - what becomes of an instruction, where branches are counted.
 *
 * Most events of a program are instructions of the frame that the last one was of. Where that frame stands is kept
 * at hand, and forgotten at every other event: a call, a return, another thread. Lua itself runs 170 processor
 * instructions to tell of one of its own; ours are to be few beside them. And in a straight run within a line it need
 * not tell at all: where the place of its counter is known, the next event comes after the run. */
#ifndef QP_LUA_STEP_H
#define QP_LUA_STEP_H

#include <stdint.h>

#include <lua.h>

#include "qii_load.h"

struct qp_branch_step;
struct qp_branch_test;
struct qp_coroutine;
struct qp_session;
struct qp_stack_frame;

/* The frame of the last instruction. */
struct qp_step_frame {
    const void *call;     /* NULL: none is at hand */
    const uint32_t *code; /* its instructions, and what each means */
    const struct qp_branch_step *items;
    const struct qp_branch_test *tests;
    struct qp_stack_frame *frame; /* keeps where it is while others run */
    int line;                     /* block of the line that runs */
    int place;                    /* of position.h, 0 where each instruction is to be looked at */
    VthreadID coroutine;
};

/* The hook in place of qp_hook. */
void qp_step_hook(lua_State *L, lua_Debug *ar);

/* An instruction of the frame on top, which is a reported one. */
void qp_step_begin(struct qp_session *s, const struct qp_coroutine *co, struct qp_stack_frame *top);

#endif
