#include <opcode.h>
#include <stdbool.h>

#include "bindings/python/follow/interrupt.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/inside/pending.h"
#include "bindings/python/inside/record.h"

static PyInterpreterState *interpreter;
static void (*interrupted)(PyFrameObject *frame); /* NULL = none; written atomically */
static bool waits;                                /* the interpreter has not called us yet; written atomically */

/* A frame that is about to begin has not run. */
static PyFrameObject *newest(void)
{
    PyFrameObject *frame = PyEval_GetFrame();
    struct qpy_instruction at = frame ? qpy_record_instruction(qpy_record_of(frame)) : (struct qpy_instruction){0, 0};
    return frame && at.code == RESUME && (at.argument & 3) == 0 ? qpy_frame_caller(frame) : frame;
}

static int called(void *unused)
{
    (void)unused;
    __atomic_store_n(&waits, false, __ATOMIC_RELAXED);
    void (*function)(PyFrameObject *) = __atomic_load_n(&interrupted, __ATOMIC_RELAXED);
    if (function)
        function(newest());
    return 0;
}

const char *qpy_interrupts_begin(void (*function)(PyFrameObject *frame))
{
    interpreter = PyInterpreterState_Get();
    __atomic_store_n(&interrupted, function, __ATOMIC_RELAXED);
    return NULL;
}

void qpy_interrupt(void)
{
    if (__atomic_exchange_n(&waits, true, __ATOMIC_RELAXED))
        return;
    if (!qpy_pending_add(interpreter, called, NULL))
        __atomic_store_n(&waits, false, __ATOMIC_RELAXED);
}

void qpy_interrupts_end(void)
{
    __atomic_store_n(&interrupted, NULL, __ATOMIC_RELAXED);
}
