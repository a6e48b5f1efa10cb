#include "core/unwind.h"

#include "base/atomic.h"
#include "base/attribute.h"
#include "core/stack.h"
#include "core/step.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <ucontext.h>

/* Frames of the recorder's own between the unwinder and the place: 3 to 6, more when nothing is inlined. */
#define OWN_MOST 16

/* How far frame pointers are followed where the stack's bounds are not known. */
#define REACH ((uintptr_t)8 << 20)

/* No function returns to the first page, nor above user space. */
#define LOWEST  4096u
#define HIGHEST ((uint64_t)1 << 47)

static _Thread_local struct {
    uint32_t ready;
    uint32_t asking; /* libunwind, which must not be interrupted by itself */
} thread __attribute__((tls_model("initial-exec")));

static int is_code(uint64_t address)
{
    return address >= LOWEST && address < HIGHEST;
}

/* ---- libunwind ---------------------------------------------------------------------------------------------- */

#ifdef __x86_64__

/* Its interface, of which the ABI is what the file's name says: numbers of registers as in DWARF. */
#define RBP              6
#define RSP              7
#define RIP              16
#define SAVED_IN_MEMORY  1
#define AT_ITS_NEXT_STEP 1 /* UNW_INIT_SIGNAL_FRAME */

struct cursor {
    uint64_t words[256]; /* 127 are used */
};

struct saved {
    int kind;
    uint64_t address;
    uint64_t more;
};

struct procedure {
    uint64_t start;
    uint64_t end;
    uint64_t more[16];
};

static struct {
    int (*init)(struct cursor *cursor, ucontext_t *context, int flags);
    int (*step)(struct cursor *cursor);
    int (*get)(struct cursor *cursor, int number, uint64_t *value);
    int (*where)(struct cursor *cursor, int number, struct saved *saved);
    int (*is_signal)(struct cursor *cursor);
    int (*procedure)(struct cursor *cursor, struct procedure *procedure);
} unwinder;

static int unwinder_is_whole;

static void load(void)
{
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) {
        *(void **)&unwinder.init = dlsym(library, "_ULx86_64_init_local2");
        *(void **)&unwinder.step = dlsym(library, "_ULx86_64_step");
        *(void **)&unwinder.get = dlsym(library, "_ULx86_64_get_reg");
        *(void **)&unwinder.where = dlsym(library, "_ULx86_64_get_save_loc");
        *(void **)&unwinder.is_signal = dlsym(library, "_ULx86_64_is_signal_frame");
        *(void **)&unwinder.procedure = dlsym(library, "_ULx86_64_get_proc_info");
        unwinder_is_whole = unwinder.init != NULL && unwinder.step != NULL && unwinder.get != NULL &&
                            unwinder.where != NULL && unwinder.is_signal != NULL && unwinder.procedure != NULL;
    }
    dlerror(); /* a failure is not the host's */
}

/* ---- step by step --------------------------------------------------------------------------------------------- */

struct registers {
    uint64_t rip;
    uint64_t rsp;
    uint64_t rbp;
    int exact; /* rip is where a signal came */
};

/* Whether libunwind knows the code at the cursor: where it does not, it makes up a procedure of one byte. */
static int is_described(struct cursor *cursor)
{
    struct procedure procedure;
    return unwinder.procedure(cursor, &procedure) >= 0 && procedure.end > procedure.start + 1;
}

/* What kind of step led from one to the other. A frame that was aligned anew lies anywhere below its caller's. */
static uint64_t keep_step(struct cursor *cursor, const struct registers *from, const struct registers *to)
{
    struct saved rbp = {0};
    struct saved rip = {0};
    unwinder.where(cursor, RBP, &rbp);
    unwinder.where(cursor, RIP, &rip);
    int saved_here = rbp.kind == SAVED_IN_MEMORY && rbp.address >= from->rsp && rbp.address < to->rsp;
    uint64_t saved = saved_here ? to->rsp - rbp.address : 0;
    if (to->exact)
        return qp_step_put(from->rip, from->exact, QP_STEP_SIGNAL, 0, 0);
    if (rip.kind != SAVED_IN_MEMORY || rip.address != to->rsp - 8 || to->rsp <= from->rsp)
        return qp_step_put(from->rip, from->exact, QP_STEP_UNWIND, 0, 0);
    if (saved == 16 && from->rbp + 16 == to->rsp)
        return qp_step_put(from->rip, from->exact, QP_STEP_FRAME, 16, 16);
    if (saved_here && rbp.address == from->rbp)
        return qp_step_put(from->rip, from->exact, QP_STEP_UNWIND, 0, 0);
    return qp_step_put(from->rip, from->exact, QP_STEP_STACK, to->rsp - from->rsp, saved);
}

/* Let libunwind go one step. Code that it does not know is taken to have frame pointers. Returns. The step, which is
 * kept; *to is where it led for kinds that are no other way to be taken. */
static uint64_t ask(const struct registers *at, struct registers *to)
{
    struct cursor cursor;
    ucontext_t context;
    memset(&context.uc_mcontext.gregs, 0, sizeof context.uc_mcontext.gregs);
    context.uc_mcontext.gregs[REG_RIP] = (greg_t)at->rip;
    context.uc_mcontext.gregs[REG_RSP] = (greg_t)at->rsp;
    context.uc_mcontext.gregs[REG_RBP] = (greg_t)at->rbp;
    if (unwinder.init(&cursor, &context, at->exact ? AT_ITS_NEXT_STEP : 0) < 0)
        return QP_STEP_UNKNOWN;
    if (!is_described(&cursor))
        return qp_step_put(at->rip, at->exact, QP_STEP_FRAME, 16, 16);
    int result = unwinder.step(&cursor);
    if (result == 0)
        return qp_step_put(at->rip, at->exact, QP_STEP_LAST, 0, 0);
    to->exact = unwinder.is_signal(&cursor) > 0;
    if (result < 0 || unwinder.get(&cursor, RIP, &to->rip) < 0 || unwinder.get(&cursor, RSP, &to->rsp) < 0 ||
        unwinder.get(&cursor, RBP, &to->rbp) < 0)
        return QP_STEP_UNKNOWN;
    return keep_step(&cursor, at, to);
}

/* Returns. The step that is to be taken; QP_STEP_UNWIND when it was taken, QP_STEP_UNKNOWN when there is none. */
static QP_COLD uint64_t find_out(struct registers *at)
{
    struct registers to = {0};
    if (thread.asking || !thread.ready || !unwinder_is_whole)
        return QP_STEP_UNKNOWN;
    thread.asking = 1;
    qp_fence_signal();
    uint64_t step = ask(at, &to);
    qp_fence_signal();
    thread.asking = 0;
    if (qp_step_kind(step) == QP_STEP_UNWIND)
        *at = to;
    return step;
}

static int leave_signal(struct qp_stack *stack, struct registers *at)
{
    uint64_t registers = at->rsp + offsetof(ucontext_t, uc_mcontext.gregs);
    at->exact = 1;
    return qp_stack_read(stack, registers + REG_RIP * sizeof(greg_t), &at->rip) &&
           qp_stack_read(stack, registers + REG_RBP * sizeof(greg_t), &at->rbp) &&
           qp_stack_read(stack, registers + REG_RSP * sizeof(greg_t), &at->rsp);
}

static QP_COLD int advance_otherwise(struct qp_stack *stack, struct registers *at, uint64_t step);

/* Go to the caller. Returns. 0 when there is none, or none that could be found. */
static inline int take_step(struct qp_stack *stack, struct registers *at, uint64_t step)
{
    enum qp_step_kind kind = qp_step_kind(step);
    if (QP_UNLIKELY(kind != QP_STEP_STACK && kind != QP_STEP_FRAME))
        return advance_otherwise(stack, at, step);
    uint64_t caller = (kind == QP_STEP_STACK ? at->rsp : at->rbp) + qp_step_size(step);
    uint64_t saved = qp_step_saved(step);
    if (caller <= at->rsp || !qp_stack_read(stack, caller - 8, &at->rip) ||
        (saved != 0 && !qp_stack_read(stack, caller - saved, &at->rbp)))
        return 0;
    at->rsp = caller;
    at->exact = 0;
    return is_code(at->rip);
}

static int advance_otherwise(struct qp_stack *stack, struct registers *at, uint64_t step)
{
    switch (qp_step_kind(step)) {
    case QP_STEP_SIGNAL:
        return leave_signal(stack, at) && is_code(at->rip);
    case QP_STEP_UNKNOWN:
    case QP_STEP_UNWIND:
        step = find_out(at);
        if (qp_step_kind(step) == QP_STEP_UNWIND)
            return is_code(at->rip);
        return qp_step_kind(step) != QP_STEP_UNKNOWN && take_step(stack, at, step);
    default:
        return 0;
    }
}

static inline int advance(struct qp_stack *stack, struct registers *at)
{
    return take_step(stack, at, qp_step_find(at->rip, at->exact));
}

/* Begins where it returns to, so that its own frame is known. */
static __attribute__((noinline)) int walk(const void *place, int skip, uint64_t *addresses, int most)
{
    const uint64_t *frame = __builtin_frame_address(0);
    struct registers at = {(uint64_t)(uintptr_t)__builtin_return_address(0), (uint64_t)(uintptr_t)(frame + 2), *frame,
                           0};
    struct qp_stack stack;
    qp_stack_begin(&stack, frame);
    for (int own = 0; at.rip != (uint64_t)(uintptr_t)place; own++)
        if (own == OWN_MOST || !advance(&stack, &at))
            return -1;
    int count = 0;
    do {
        if (skip > 0)
            skip--;
        else
            addresses[count++] = at.rip;
    } while (count < most && advance(&stack, &at));
    return count;
}

#else /* other processors: frame pointers, which their compilers keep */

static const int unwinder_is_whole;

static void load(void)
{
}

static int walk(const void *place, int skip, uint64_t *addresses, int most)
{
    (void)place, (void)skip, (void)addresses, (void)most;
    return -1;
}

#endif

/* ---- prepare ------------------------------------------------------------------------------------------------ */

void qp_unwind_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint64_t unused[1];
    if (thread.asking)
        return;
    thread.asking = 1;
    qp_fence_signal();
    pthread_once(&once, load);
    qp_stack_find_own();
    qp_fence_signal();
    thread.asking = 0;
    thread.ready = 1;
    walk(NULL, 0, unused, 1); /* libunwind's memory for this thread */
}

int qp_unwind_is_ready(void)
{
    return (int)thread.ready;
}

/* ---- frame pointers ----------------------------------------------------------------------------------------- */

/* A frame outside of the stack that the thread runs on leads nowhere. On another stack than its own (a signal's, a
 * coroutine's), or on a thread that is not ready, any frame may be good. */
static struct qp_stack_bounds bounds_for(uintptr_t frame)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    struct qp_stack_bounds own = qp_stack_own;
    if (frame >= own.low && frame < own.high)
        return (struct qp_stack_bounds){frame, own.high};
    if (here >= own.low && here < own.high)
        return (struct qp_stack_bounds){0, 0};
    return (struct qp_stack_bounds){frame, frame < UINTPTR_MAX - REACH ? frame + REACH : UINTPTR_MAX};
}

int qp_unwind_frames(const void *first, int skip, uint64_t *addresses, int most)
{
    uint64_t frame = (uintptr_t)first;
    uint64_t address;
    struct qp_stack_bounds bounds = bounds_for(frame);
    struct qp_stack stack;
    int count = 0;
    qp_stack_begin(&stack, __builtin_frame_address(0));
    while (count < most && frame >= bounds.low && frame < bounds.high && bounds.high - frame >= 16) {
        bounds.low = frame + 16;
        if (!qp_stack_read(&stack, frame + 8, &address) || !is_code(address))
            break;
        if (skip > 0)
            skip--;
        else
            addresses[count++] = address;
        if (!qp_stack_read(&stack, frame, &frame))
            break;
    }
    return count;
}

/* Without an unwinder. Where the frames of ours have no frame pointers, the chain begins in the frame of the place's
 * function, with the return address that is the second. */
static int follow(const void *place, int skip, uint64_t *addresses, int most)
{
    uint64_t own[OWN_MOST];
    const void *frame = __builtin_frame_address(0);
    int count = qp_unwind_frames(frame, 0, own, OWN_MOST);
    for (int i = 0; i < count; i++)
        if (own[i] == (uint64_t)(uintptr_t)place)
            return qp_unwind_frames(frame, i + skip, addresses, most);
    if (skip > 0)
        return qp_unwind_frames(frame, skip, addresses, most);
    addresses[0] = (uint64_t)(uintptr_t)place;
    return 1 + qp_unwind_frames(frame, 1, addresses + 1, most - 1);
}

int qp_unwind_place(const void *place, int skip, uint64_t *addresses, int most)
{
    if (skip == 0 && most == 1) { /* no need to look */
        addresses[0] = (uint64_t)(uintptr_t)place;
        return 1;
    }
    int count = walk(place, skip, addresses, most);
    if (QP_LIKELY(count >= 0))
        return count;
    if (thread.ready && !unwinder_is_whole)
        return follow(place, skip, addresses, most);
    addresses[0] = (uint64_t)(uintptr_t)place;
    return skip == 0;
}
