#include "bindings/python/functions/replaced.h"

PyCFunction qpy_replaced(PyObject *function, const char *name, int flags, PyCFunction ours)
{
    if (!function || !PyCFunction_Check(function) || PyCFunction_GET_FLAGS(function) != flags) {
        PyErr_Format(PyExc_RuntimeError, "%s has an unknown form", name);
        return NULL;
    }
    PyMethodDef *def = ((PyCFunctionObject *)function)->m_ml;
    PyCFunction before = def->ml_meth;
    def->ml_meth = ours;
    return before;
}
