#include "bindings/python/follow/await.h"

#include <opcode.h>

#include "bindings/python/frames/coroutine.h"

/* Return whether a frame is at an instruction that awaits. It is at SEND, or if an exception is thrown into the
 * innermost of several coroutines, still at the YIELD_VALUE with which it waits; since CPython 3.13 at the instruction
 * after it, RESUME, whose argument is at least 2 if the frame waits for another one. */
static bool is_waiting(qpy_record *record)
{
    struct qpy_instruction instruction = qpy_record_instruction(record);
    return instruction.code == SEND || instruction.code == YIELD_VALUE ||
           (instruction.code == RESUME && (instruction.argument & 3) >= 2);
}

/* Return the frame that awaits a coroutine's frame, NULL if none does. */
static qpy_record *awaiter_of(qpy_record *record)
{
    const int flags = CO_COROUTINE | CO_ASYNC_GENERATOR | CO_ITERABLE_COROUTINE | CO_GENERATOR;
    qpy_record *caller = qpy_record_caller(record);
    if (!caller || !(qpy_record_code(caller)->co_flags & flags))
        return NULL;
    return is_waiting(caller) ? caller : NULL;
}

bool qpy_is_awaited(qpy_record *record)
{
    return awaiter_of(record) != NULL;
}

static void resume(struct qpy_stack *stack, qpy_record *record, struct qpy_function *function)
{
    if (qpy_coroutine_resume(stack, record))
        return;
    qpy_record *outermost = record;
    for (qpy_record *awaiter = awaiter_of(record); awaiter; awaiter = awaiter_of(awaiter))
        outermost = awaiter;
    if (!qpy_coroutine_run(stack, outermost) || !qpy_coroutine_resume(stack, record))
        qpy_coroutine_follow(stack, record, function, outermost != record);
}

void qpy_await_resume(struct qpy_stack *stack, qpy_record *record, struct qpy_function *function, bool throws)
{
    resume(stack, record, function);
    if (throws)
        qpy_coroutine_thrown(stack, record);
}
