#include "bindings/python/tasks/objects.h"

PyObject *qpy_local(PyFrameObject *frame, const char *name)
{
    PyObject *locals = PyFrame_GetLocals(frame);
    PyObject *value = locals ? PyDict_GetItemString(locals, name) : NULL;
    Py_XINCREF(value);
    Py_XDECREF(locals);
    return value;
}

PyFrameObject *qpy_coroutine_frame(PyObject *coroutine, struct qpy_function **function)
{
    PyObject *frame = PyCoro_CheckExact(coroutine) ? PyObject_GetAttrString(coroutine, "cr_frame") : NULL;
    Py_XDECREF(frame); /* the coroutine keeps it */
    if (!frame || !PyFrame_Check(frame))
        return NULL;
    PyCodeObject *code = PyFrame_GetCode((PyFrameObject *)frame);
    *function = qpy_function_of_code(code, (PyFrameObject *)frame);
    Py_DECREF(code);
    return *function ? (PyFrameObject *)frame : NULL;
}
