#include "bindings/python/tasks/objects.h"

PyObject *qpy_imported(const char *name)
{
    PyObject *key = PyUnicode_FromString(name);
    PyObject *module = key ? PyImport_GetModule(key) : NULL;
    Py_XDECREF(key);
    if (!module)
        PyErr_Clear();
    return module;
}

PyObject *qpy_imported_attribute(const char *module, const char *attribute)
{
    PyObject *imported = qpy_imported(module);
    PyObject *value = imported ? PyObject_GetAttrString(imported, attribute) : NULL;
    Py_XDECREF(imported);
    if (!value)
        PyErr_Clear();
    return value;
}

#if PY_VERSION_HEX >= 0x030c0000

PyObject *qpy_argument(PyFrameObject *frame, int index, const char *name)
{
    (void)index;
    return PyFrame_GetVarString(frame, name);
}

#else

#define Py_BUILD_CORE 1
#include <internal/pycore_frame.h>

/* Return a local variable by the public interface, which makes a dictionary of all of them. */
static PyObject *local(PyFrameObject *frame, const char *name)
{
    PyObject *locals = PyFrame_GetLocals(frame);
    PyObject *value = locals ? PyDict_GetItemString(locals, name) : NULL;
    Py_XINCREF(value);
    Py_XDECREF(locals);
    return value;
}

/* CPython's record of a frame begins its variables with the arguments. That this is so is checked once, by comparison
 * with the public interface, which takes most of the time of a hook: with it, an echo server needs 10 % more time. */
PyObject *qpy_argument(PyFrameObject *frame, int index, const char *name)
{
    static enum { UNKNOWN, KNOWN, DIFFERENT } layout;
    if (layout == KNOWN)
        return Py_XNewRef(frame->f_frame->localsplus[index]);
    PyObject *value = local(frame, name);
    if (layout == UNKNOWN && value)
        layout = frame->f_frame->localsplus[index] == value ? KNOWN : DIFFERENT;
    return value;
}

#endif

static PyFrameObject *frame_of(PyObject *coroutine)
{
    PyObject *frame = PyObject_GetAttrString(coroutine, "cr_frame");
    Py_XDECREF(frame); /* the coroutine keeps it */
    return frame && PyFrame_Check(frame) ? (PyFrameObject *)frame : NULL;
}

qpy_record *qpy_coroutine_frame(PyObject *coroutine, struct qpy_function **function)
{
    PyFrameObject *frame = PyCoro_CheckExact(coroutine) ? frame_of(coroutine) : NULL;
    if (!frame)
        return NULL;
    PyCodeObject *code = PyFrame_GetCode(frame);
    *function = qpy_function_of_code(code, frame);
    Py_DECREF(code);
    return *function ? qpy_record_of(frame) : NULL;
}
