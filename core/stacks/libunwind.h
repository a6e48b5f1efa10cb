/* libunwind.h - libunwind, loaded on demand and used for one step at a time.
 *
 * A step reads no memory that it has not checked. libunwind is used only on x86-64. On other processors compilers keep
 * frame pointers, which are followed instead. */
#pragma once

#include "core/stacks/step.h"

#include <stdbool.h>
#include <ucontext.h>

/* Registers at the start of a step. */
struct qp_registers {
    uint64_t ip;
    uint64_t sp;
    uint64_t fp;
    bool exact; /* true if a signal interrupted the code at `ip`, so `ip` is no return address */
};

/* Load libunwind. Call this once per process, and not in a signal handler. */
void qp_libunwind_load(void);

/* Return true if libunwind was found with all functions that are used. */
bool qp_libunwind_is_whole(void);

/* Find the step from these registers to the caller's, put it into the table of step.h and return it. Return
 * QP_STEP_UNKNOWN if libunwind fails. Code without unwind data is assumed to have frame pointers. If only libunwind can
 * take the step (QP_STEP_UNWIND), set *to to the caller's registers. */
uint64_t qp_libunwind_step(const struct qp_registers *from, struct qp_registers *to);

/* Offsets of the registers in the ucontext_t of a signal, in bytes. */
#ifdef __x86_64__
#define QP_CONTEXT_IP (offsetof(ucontext_t, uc_mcontext.gregs) + REG_RIP * sizeof(greg_t))
#define QP_CONTEXT_SP (offsetof(ucontext_t, uc_mcontext.gregs) + REG_RSP * sizeof(greg_t))
#define QP_CONTEXT_FP (offsetof(ucontext_t, uc_mcontext.gregs) + REG_RBP * sizeof(greg_t))
#else /* these offsets are not used, because no step is QP_STEP_SIGNAL here */
#define QP_CONTEXT_IP 0
#define QP_CONTEXT_SP 0
#define QP_CONTEXT_FP 0
#endif
