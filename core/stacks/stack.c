#include "core/stacks/stack.h"

#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

_Thread_local struct qp_stack_bounds qp_stack_own;

void qp_stack_find_own(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (qp_stack_own.high != 0 || pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0)
        qp_stack_own = (struct qp_stack_bounds){(uintptr_t)low, (uintptr_t)low + size};
    pthread_attr_destroy(&attributes);
}

void qp_stack_begin(struct qp_stack_reader *stack, const void *here)
{
    uintptr_t low = (uintptr_t)here;
    bool own = low >= qp_stack_own.low && low < qp_stack_own.high;
    stack->low = own ? low : sizeof(uint64_t);
    stack->high = own ? qp_stack_own.high : sizeof(uint64_t);
    stack->size = 0;
}

bool qp_stack_read_far(struct qp_stack_reader *stack, uint64_t address, uint64_t *word)
{
    if (address % sizeof *word != 0)
        return false;
    if (stack->size == 0 || address < stack->start || address - stack->start >= stack->size) {
        struct iovec here = {stack->words, sizeof stack->words};
        struct iovec there = {(void *)(uintptr_t)address, sizeof stack->words};
        ssize_t size = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
        stack->start = address;
        stack->size = size < 0 ? 0 : (size_t)size / sizeof *word * sizeof *word;
        if (stack->size == 0)
            return false;
    }
    *word = stack->words[(address - stack->start) / sizeof *word];
    return true;
}
