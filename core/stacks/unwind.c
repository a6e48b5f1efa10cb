#include "core/stacks/unwind.h"

#include "base/attribute.h"
#include "core/stacks/libunwind.h"
#include "core/stacks/loader.h"
#include "core/stacks/stack.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

/* Maximum number of the recorder's own frames between the unwinder and the call site. There are 3 to 6 of these, and
 * more in a build without inlining. */
#define OWN_MOST 16

/* Maximum distance in bytes over which frame pointers are followed if the stack's bounds are unknown. */
#define REACH ((uintptr_t)8 << 20)

/* Bounds of return addresses. They exclude the first page and addresses above user space. */
#define LOWEST               4096u
#define HIGHEST              ((uint64_t)1 << 47)

#define FOLLOW_FRAME_POINTER ((uint64_t)QP_STEP_FRAME | 16u | (uint64_t)16 << QP_STEP_SAVED_SHIFT)

static _Thread_local struct {
    uint32_t ready;
    uint32_t in_libunwind; /* 1 = in libunwind, which a signal handler must not enter again */
} thread;

struct walk {
    struct qp_registers at;
    uint64_t highest; /* largest address that a frame pointer may have */
    bool use_libunwind;
    struct qp_stack_reader stack;
};

static bool is_code(uint64_t address)
{
    return address >= LOWEST && address < HIGHEST;
}

/* Return the highest address that a frame pointer may have from this frame on, 0 if the frame lies outside the thread's
 * stack. If the thread runs on another stack (a signal's, a coroutine's), or is not prepared, any frame may be
 * valid. */
static uint64_t highest_for(uint64_t frame, const void *here)
{
    struct qp_stack_bounds own = qp_stack_own;
    if (frame >= own.low && frame < own.high)
        return own.high;
    if ((uintptr_t)here >= own.low && (uintptr_t)here < own.high)
        return 0;
    return frame < UINT64_MAX - REACH ? frame + REACH : UINT64_MAX;
}

/* ---- steps -------------------------------------------------------------------------------------------------- */

/* Find a step with libunwind. Return the step to take, QP_STEP_UNWIND if libunwind has taken the step, or
 * QP_STEP_UNKNOWN if there is no step. */
static QP_COLD uint64_t find_step(struct walk *walk)
{
    struct qp_registers to = {0};
    if (!walk->use_libunwind || !qp_libunwind_is_whole())
        return FOLLOW_FRAME_POINTER;
    if (thread.in_libunwind || !thread.ready)
        return QP_STEP_UNKNOWN;
    thread.in_libunwind = 1;
    qp_fence_signal();
    uint64_t step = FOLLOW_FRAME_POINTER;
    if (qp_loader_enter()) {
        step = qp_libunwind_step(&walk->at, &to);
        qp_loader_leave();
    }
    qp_fence_signal();
    thread.in_libunwind = 0;
    if (qp_step_kind(step) == QP_STEP_UNWIND)
        walk->at = to;
    return step;
}

/* Take the registers from a ucontext_t at this address. */
static bool take_context(struct walk *walk, uint64_t context)
{
    struct qp_registers *at = &walk->at;
    at->exact = true;
    if (!qp_stack_read(&walk->stack, context + QP_CONTEXT_IP, &at->ip) ||
        !qp_stack_read(&walk->stack, context + QP_CONTEXT_SP, &at->sp) ||
        !qp_stack_read(&walk->stack, context + QP_CONTEXT_FP, &at->fp))
        return false;
    walk->highest = highest_for(at->sp, NULL);
    return is_code(at->ip);
}

static bool leave_signal(struct walk *walk)
{
    return take_context(walk, walk->at.sp);
}

static inline bool take_step(struct walk *walk, uint64_t step)
{
    struct qp_registers *at = &walk->at;
    bool follows = qp_step_kind(step) == QP_STEP_FRAME;
    uint64_t caller = (follows ? at->fp : at->sp) + qp_step_size(step);
    uint64_t saved = qp_step_saved(step);
    if (caller <= at->sp || (follows && at->fp >= walk->highest) || !qp_stack_read(&walk->stack, caller - 8, &at->ip) ||
        (saved != 0 && !qp_stack_read(&walk->stack, caller - saved, &at->fp)))
        return false;
    at->sp = caller;
    at->exact = false;
    return is_code(at->ip);
}

static QP_COLD bool advance_slow(struct walk *walk, uint64_t step)
{
    enum qp_step_kind kind = qp_step_kind(step);
    if (kind == QP_STEP_UNKNOWN || kind == QP_STEP_UNWIND) {
        step = find_step(walk);
        kind = qp_step_kind(step);
        if (kind == QP_STEP_UNWIND)
            return is_code(walk->at.ip);
    }
    if (kind == QP_STEP_SIGNAL)
        return leave_signal(walk);
    return (kind == QP_STEP_STACK || kind == QP_STEP_FRAME) && take_step(walk, step);
}

/* Go to the caller. Return false if the frame has no caller, or if the caller cannot be found. */
static inline bool advance(struct walk *walk)
{
    uint64_t step = qp_step_find(walk->at.ip, walk->at.exact);
    enum qp_step_kind kind = qp_step_kind(step);
    return QP_LIKELY(kind == QP_STEP_STACK || kind == QP_STEP_FRAME) ? take_step(walk, step) : advance_slow(walk, step);
}

static inline int collect(struct walk *walk, int skip, uint64_t *addresses, int most)
{
    int count = 0;
    do
        if (skip > 0)
            skip--;
        else
            addresses[count++] = walk->at.ip;
    while (count < most && advance(walk));
    return count;
}

/* ---- prepare ------------------------------------------------------------------------------------------------ */

void qp_unwind_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint64_t unused[1];
    int kept = errno;
    if (thread.ready || thread.in_libunwind)
        return;
    thread.in_libunwind = 1;
    qp_fence_signal();
    if (qp_loader_enter()) {
        pthread_once(&once, qp_libunwind_load);
        qp_loader_leave();
    }
    qp_stack_find_own();
    qp_fence_signal();
    thread.in_libunwind = 0;
    thread.ready = 1;
    qp_unwind_call_site(NULL, 0, unused, 1); /* so that libunwind allocates its memory for this thread */
    errno = kept;
}

bool qp_unwind_is_ready(void)
{
    return thread.ready;
}

/* ---- from a call site, from a frame ----------------------------------------------------------------------------- */

/* Start the walk at the call site itself, since the steps through the recorder's frames did not reach it. If
 * libunwind is missing, the recorder's own functions need not have frame pointers, so the chain of frame pointers may
 * begin in the frame of the function that contains the call site. The first step then leads to the second return
 * address. */
static QP_COLD int begin_at(struct walk *walk, const struct qp_registers *start, const void *call_site, int skip,
                            uint64_t *addresses, int most)
{
    walk->at = *start;
    walk->at.ip = (uint64_t)(uintptr_t)call_site;
    if (thread.ready && !qp_libunwind_is_whole())
        return collect(walk, skip, addresses, most);
    addresses[0] = walk->at.ip;
    return skip == 0;
}

/* Start the walk at this function's return address, since a function knows its own frame. */
__attribute__((noinline)) int qp_unwind_call_site(const void *call_site, int skip, uint64_t *addresses, int most)
{
    const uint64_t *frame = __builtin_frame_address(0);
    const struct qp_registers start = {(uint64_t)(uintptr_t)__builtin_return_address(0),
                                       (uint64_t)(uintptr_t)(frame + 2), *frame, 0};
    struct walk walk;
    walk.at = start;
    walk.highest = highest_for((uint64_t)(uintptr_t)frame, frame);
    walk.use_libunwind = true;
    qp_stack_begin(&walk.stack, frame);
    for (int own = 0; walk.at.ip != (uint64_t)(uintptr_t)call_site; own++)
        if (own == OWN_MOST || !advance(&walk))
            return begin_at(&walk, &start, call_site, skip, addresses, most);
    return collect(&walk, skip, addresses, most);
}

int qp_unwind_frame(const void *frame, int skip, uint64_t *addresses, int most, bool use_libunwind)
{
    uint64_t at = (uintptr_t)frame;
    struct walk walk;
    walk.at = (struct qp_registers){.sp = at + 16};
    walk.highest = highest_for(at, __builtin_frame_address(0));
    walk.use_libunwind = use_libunwind;
    qp_stack_begin(&walk.stack, __builtin_frame_address(0));
    if (at >= walk.highest || !qp_stack_read(&walk.stack, at + 8, &walk.at.ip) ||
        !qp_stack_read(&walk.stack, at, &walk.at.fp) || !is_code(walk.at.ip))
        return 0;
    return collect(&walk, skip, addresses, most);
}

int qp_unwind_context(const void *context, uint64_t *addresses, int most)
{
    struct walk walk;
    const void *here = __builtin_frame_address(0);
    walk.use_libunwind = true;
    qp_stack_begin(&walk.stack, here);
    if (!take_context(&walk, (uint64_t)(uintptr_t)context))
        return 0;
    if ((uintptr_t)here - qp_stack_own.low >= qp_stack_own.high - qp_stack_own.low) /* the handler has its own stack */
        qp_stack_begin(&walk.stack, (const void *)(uintptr_t)walk.at.sp);
    return collect(&walk, 0, addresses, most);
}
