#include "bindings/python/follow/start.h"

#include <stdlib.h>

#include "bindings/python/inside/record.h"

/* A script and the code of -c run as a module without a caller; runpy runs modules (-m), directories and archives. */
bool qpy_start_is_program(PyFrameObject *frame)
{
    if (qpy_frame_caller(frame))
        return false;
    PyCodeObject *code = PyFrame_GetCode(frame);
    bool is_program = PyUnicode_CompareWithASCIIString(code->co_qualname, "<module>") == 0 ||
                      PyUnicode_CompareWithASCIIString(code->co_qualname, "_run_module_as_main") == 0;
    Py_DECREF(code);
    return is_program;
}

static void follow(struct qpy_stack *stack, PyFrameObject *frame)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    struct qpy_function *function = qpy_function_of_code(code, frame);
    Py_DECREF(code);
    if (function && !function->left_out)
        qpy_stack_follow(stack, qpy_record_of(frame), function);
}

void qpy_start_follow(struct qpy_stack *stack, PyFrameObject *newest)
{
    size_t depth = 0;
    for (PyFrameObject *frame = newest; frame; frame = qpy_frame_caller(frame))
        depth++;
    PyFrameObject **frames = depth ? malloc(depth * sizeof(PyFrameObject *)) : NULL;
    if (!frames)
        return;
    depth = 0;
    for (PyFrameObject *frame = newest; frame; frame = qpy_frame_caller(frame))
        frames[depth++] = frame;
    while (depth)
        follow(stack, frames[--depth]);
    free(frames);
}

/* Return the frame in which a thread began. */
static PyFrameObject *first_of(PyFrameObject *frame)
{
    for (PyFrameObject *caller = frame; caller; caller = qpy_frame_caller(caller))
        frame = caller;
    return frame;
}

/* Return the name of the thread that runs this frame, a new reference; NULL if it has none. A threading.Thread begins
 * with its method _bootstrap. */
static PyObject *name_of(PyFrameObject *frame)
{
    frame = first_of(frame);
    PyCodeObject *code = PyFrame_GetCode(frame);
    bool is_first = PyUnicode_CompareWithASCIIString(code->co_qualname, "Thread._bootstrap") == 0;
    PyObject *locals = is_first ? PyFrame_GetLocals(frame) : NULL; /* since CPython 3.13, this is no dictionary */
    PyObject *self = locals ? PyMapping_GetItemString(locals, "self") : NULL;
    PyObject *name = self ? PyObject_GetAttrString(self, "name") : NULL;
    Py_XDECREF(self);
    Py_XDECREF(locals);
    Py_DECREF(code);
    return name;
}

static int inherited; /* number of the context of threads that begin, 0 = none */

int qpy_start_inherit(int number)
{
    int before = inherited;
    inherited = number;
    return before;
}

/* A thread whose first event came late may have set its context itself. */
static void inherit_context(void)
{
    int before = inherited > 0 ? kit_library.qii.return_to_context(inherited) : 0;
    if (before > 0)
        kit_library.qii.return_to_context(before);
}

void qpy_start_thread(PyFrameObject *frame)
{
    inherit_context();
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    int collects = PyGC_Disable(); /* finalizers would run unseen in our callback */
    PyObject *name = name_of(frame);
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    if (text && kit_library.qii.set_thread_name)
        kit_library.qii.set_thread_name(text);
    Py_XDECREF(name);
    if (collects)
        PyGC_Enable();
    PyErr_Restore(type, value, traceback);
}
