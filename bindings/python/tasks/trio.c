#include "bindings/python/tasks/trio.h"

#include "bindings/python/frames/coroutine.h"
#include "bindings/python/tasks/objects.h"

void qpy_trio_reschedule(PyFrameObject *frame)
{
    struct qpy_function *function;
    PyObject *task = qpy_argument(frame, 1, "task");
    PyObject *coroutine = task ? PyObject_GetAttrString(task, "coro") : NULL;
    qpy_record *outermost = coroutine ? qpy_coroutine_frame(coroutine, &function) : NULL;
    if (outermost)
        qpy_coroutine_ready(outermost, function, 0);
    Py_XDECREF(coroutine);
    Py_XDECREF(task);
    PyErr_Clear();
}
