#include "bindings/python/cover/hidden.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/cover/probes.h"

/* A tuple with probes has the same length as the one that Python code sees, because instructions have its indices. */
static PyObject *get_constants(PyObject *code, void *ignored)
{
    (void)ignored;
    PyObject *all = ((PyCodeObject *)code)->co_consts;
    Py_ssize_t count = PyTuple_GET_SIZE(all);
    Py_ssize_t first = qpy_probes_first(all);
    Py_INCREF(all);
    if (first == count)
        return all;
    PyObject *shown = PyTuple_New(count);
    for (Py_ssize_t i = 0; shown && i < count; i++) {
        PyObject *constant = i < first ? PyTuple_GET_ITEM(all, i) : Py_None;
        Py_INCREF(constant);
        PyTuple_SET_ITEM(shown, i, constant);
    }
    Py_DECREF(all);
    return shown;
}

static PyGetSetDef constants = {"co_consts", get_constants, NULL, NULL, NULL};

bool qpy_hidden_begin(void)
{
#if PY_VERSION_HEX < 0x030c0000
    PyObject *attributes = Py_NewRef(PyCode_Type.tp_dict);
#else
    PyObject *attributes = PyType_GetDict(&PyCode_Type);
#endif
    PyObject *descriptor = PyDescr_NewGetSet(&PyCode_Type, &constants);
    bool done = attributes && descriptor && PyDict_SetItemString(attributes, constants.name, descriptor) == 0;
    Py_XDECREF(descriptor);
    Py_XDECREF(attributes);
    PyType_Modified(&PyCode_Type);
    return done;
}
