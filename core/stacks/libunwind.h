/* libunwind.h - libunwind, loaded when it is needed, asked for one step at a time.
 *
 * Its step reads no memory that it has not checked. Only known on x86-64: elsewhere there is none, and frame pointers
 * are followed, which the compilers of those keep. */
#ifndef QP_STACKS_LIBUNWIND_H
#define QP_STACKS_LIBUNWIND_H

#include "core/stacks/step.h"

#include <stdbool.h>
#include <ucontext.h>

/* The registers that a step begins with. */
struct qp_registers {
    uint64_t ip;
    uint64_t sp;
    uint64_t fp;
    bool exact; /* ip is where a signal came, not a return address */
};

/* Once, not from signal handlers. */
void qp_libunwind_load(void);

/* Whether libunwind was found, with all its functions. */
bool qp_libunwind_is_whole(void);

/* The step from there, which is put into the table; QP_STEP_UNKNOWN when it cannot tell. Code that it does not know is
 * taken to have frame pointers. For a step that only libunwind can take
 * (QP_STEP_UNWIND), *to is where it leads. */
uint64_t qp_libunwind_ask(const struct qp_registers *from, struct qp_registers *to);

/* Where a signal's ucontext_t keeps the registers, in bytes. */
#ifdef __x86_64__
#define QP_CONTEXT_IP (offsetof(ucontext_t, uc_mcontext.gregs) + REG_RIP * sizeof(greg_t))
#define QP_CONTEXT_SP (offsetof(ucontext_t, uc_mcontext.gregs) + REG_RSP * sizeof(greg_t))
#define QP_CONTEXT_FP (offsetof(ucontext_t, uc_mcontext.gregs) + REG_RBP * sizeof(greg_t))
#else /* no step says QP_STEP_SIGNAL */
#define QP_CONTEXT_IP 0
#define QP_CONTEXT_SP 0
#define QP_CONTEXT_FP 0
#endif

#endif
