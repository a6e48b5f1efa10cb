#include "core/stacks/libunwind.h"

#include <dlfcn.h>
#include <string.h>

#ifdef __x86_64__

/* Interface of libunwind.so.8, with DWARF's register numbers. */
#define RBP             6
#define RSP             7
#define RIP             16
#define SAVED_IN_MEMORY 1
#define AT_SIGNAL_FRAME 1 /* UNW_INIT_SIGNAL_FRAME */

struct cursor {
    uint64_t words[256]; /* libunwind uses 127 of these */
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
    bool whole;
} libunwind;

/* Take a first step, so that libunwind initializes itself. This initialization is not thread-safe, so it must happen
 * here, in a function that only one thread calls. */
static void step_first(void)
{
    const uint64_t *frame = __builtin_frame_address(0);
    const struct qp_registers own = {(uint64_t)(uintptr_t)__builtin_return_address(0), (uint64_t)(uintptr_t)(frame + 2),
                                     *frame, 0};
    struct qp_registers unused;
    qp_libunwind_step(&own, &unused);
}

void qp_libunwind_load(void)
{
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library) {
        *(void **)&libunwind.init = dlsym(library, "_ULx86_64_init_local2");
        *(void **)&libunwind.step = dlsym(library, "_ULx86_64_step");
        *(void **)&libunwind.get = dlsym(library, "_ULx86_64_get_reg");
        *(void **)&libunwind.where = dlsym(library, "_ULx86_64_get_save_loc");
        *(void **)&libunwind.is_signal = dlsym(library, "_ULx86_64_is_signal_frame");
        *(void **)&libunwind.procedure = dlsym(library, "_ULx86_64_get_proc_info");
        libunwind.whole = libunwind.init && libunwind.step && libunwind.get && libunwind.where && libunwind.is_signal &&
                          libunwind.procedure;
    }
    dlerror(); /* clear the error, so that the host does not find it */
    if (libunwind.whole)
        step_first();
}

bool qp_libunwind_is_whole(void)
{
    return libunwind.whole;
}

/* Return true if the code at the cursor has unwind data. For code without unwind data, libunwind reports a procedure
 * of one byte. */
static bool is_described(struct cursor *cursor)
{
    struct procedure procedure;
    return libunwind.procedure(cursor, &procedure) >= 0 && procedure.end > procedure.start + 1;
}

/* Store the step between two frames in the table. A frame whose function realigned the stack has no fixed distance
 * from its caller's frame, so only libunwind can take such a step. */
static uint64_t keep_step(struct cursor *cursor, const struct qp_registers *from, const struct qp_registers *to)
{
    struct saved rbp = {0};
    struct saved rip = {0};
    libunwind.where(cursor, RBP, &rbp);
    libunwind.where(cursor, RIP, &rip);
    bool saved_here = rbp.kind == SAVED_IN_MEMORY && rbp.address >= from->sp && rbp.address < to->sp;
    uint64_t saved = saved_here ? to->sp - rbp.address : 0;
    if (to->exact)
        return qp_step_put(from->ip, from->exact, QP_STEP_SIGNAL, 0, 0);
    if (rip.kind != SAVED_IN_MEMORY || rip.address != to->sp - 8 || to->sp <= from->sp)
        return qp_step_put(from->ip, from->exact, QP_STEP_UNWIND, 0, 0);
    if (saved == 16 && from->fp + 16 == to->sp)
        return qp_step_put(from->ip, from->exact, QP_STEP_FRAME, 16, 16);
    if (saved_here && rbp.address == from->fp)
        return qp_step_put(from->ip, from->exact, QP_STEP_UNWIND, 0, 0);
    return qp_step_put(from->ip, from->exact, QP_STEP_STACK, to->sp - from->sp, saved);
}

uint64_t qp_libunwind_step(const struct qp_registers *from, struct qp_registers *to)
{
    struct cursor cursor;
    ucontext_t context;
    memset(&context.uc_mcontext.gregs, 0, sizeof context.uc_mcontext.gregs);
    context.uc_mcontext.gregs[REG_RIP] = (greg_t)from->ip;
    context.uc_mcontext.gregs[REG_RSP] = (greg_t)from->sp;
    context.uc_mcontext.gregs[REG_RBP] = (greg_t)from->fp;
    if (libunwind.init(&cursor, &context, from->exact ? AT_SIGNAL_FRAME : 0) < 0)
        return QP_STEP_UNKNOWN;
    if (!is_described(&cursor))
        return qp_step_put(from->ip, from->exact, QP_STEP_FRAME, 16, 16);
    int result = libunwind.step(&cursor);
    if (result == 0)
        return qp_step_put(from->ip, from->exact, QP_STEP_LAST, 0, 0);
    to->exact = libunwind.is_signal(&cursor) > 0;
    if (result < 0 || libunwind.get(&cursor, RIP, &to->ip) < 0 || libunwind.get(&cursor, RSP, &to->sp) < 0 ||
        libunwind.get(&cursor, RBP, &to->fp) < 0)
        return QP_STEP_UNKNOWN;
    return keep_step(&cursor, from, to);
}

#else

void qp_libunwind_load(void)
{
}

bool qp_libunwind_is_whole(void)
{
    return false;
}

uint64_t qp_libunwind_step(const struct qp_registers *from, struct qp_registers *to)
{
    (void)from, (void)to;
    return QP_STEP_UNKNOWN;
}

#endif
