#include "bindings/python/functions/naming.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

/* Return the text of a string object, NULL for other objects and for texts that UTF-8 cannot encode. */
static const char *text_of(PyObject *object)
{
    const char *text = object && PyUnicode_Check(object) ? PyUnicode_AsUTF8(object) : NULL;
    PyErr_Clear();
    return text;
}

/* Return "FIRST.SECOND", or only one of them if the other is NULL or empty; NULL if there is neither, or if out of
 * memory. */
static char *join(const char *first, const char *second)
{
    if (!first || !*first)
        return second && *second ? strdup(second) : NULL;
    return second && *second ? kit_format("%s.%s", first, second) : strdup(first);
}

/* Return the length of the class in a qualified name, 0 if the function belongs to no class. The name of a function in
 * another function contains "<locals>", which is no class. */
static size_t class_length(const char *qualname)
{
    static const char locals[] = "<locals>";
    const size_t end = sizeof locals - 1;
    const char *dot = strrchr(qualname, '.');
    size_t length = dot ? (size_t)(dot - qualname) : 0;
    bool in_function = length >= end && strncmp(dot - end, locals, end) == 0;
    return in_function ? 0 : length;
}

/* Return the name of a module as reports show it, NULL for none. */
static const char *module_name_of(PyObject *module)
{
    const char *name = text_of(module);
    if (!name || strcmp(name, "__main__") == 0) /* almost all functions of a script are there */
        return NULL;
    if (strcmp(name, "__mp_main__") == 0) /* the same in children of multiprocessing that are not forked */
        return NULL;
    /* These modules get their final names when a program imports importlib, possibly in the middle of the run. */
    if (strcmp(name, "_frozen_importlib") == 0)
        return "importlib._bootstrap";
    return strcmp(name, "_frozen_importlib_external") == 0 ? "importlib._bootstrap_external" : name;
}

struct qpy_name qpy_naming_of_code(PyObject *qualname, PyObject *module)
{
    const char *whole = text_of(qualname);
    const char *module_name = module_name_of(module);
    if (!whole)
        whole = "?";
    size_t length = class_length(whole);
    char *class_name = strndup(whole, length);
    struct qpy_name result = {join(module_name, class_name), strdup(length ? whole + length + 1 : whole)};
    free(class_name);
    return result;
}

/* ---- C functions ------------------------------------------------------------------------------------------------- */

/* Return the attributes of a class itself, a new reference. Since 3.12, tp_dict of the interpreter's own classes is
 * NULL. */
static PyObject *attributes(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030c0000
    return PyType_GetDict(type);
#else
    return Py_XNewRef(type->tp_dict);
#endif
}

/* Return whether a class defines this method itself. */
static bool defines(PyTypeObject *type, const PyMethodDef *def)
{
    PyObject *dict = attributes(type);
    PyObject *name = dict ? PyUnicode_FromString(def->ml_name) : NULL;
    PyObject *found = name ? PyDict_GetItemWithError(dict, name) : NULL;
    bool is_method = found && (Py_IS_TYPE(found, &PyMethodDescr_Type) || Py_IS_TYPE(found, &PyClassMethodDescr_Type));
    bool result = is_method && ((PyMethodDescrObject *)found)->d_method == def;
    Py_XDECREF(name);
    Py_XDECREF(dict);
    return result;
}

/* Return the class in the method resolution order that defines a method, NULL if none does. */
static PyTypeObject *definer(PyTypeObject *type, const PyMethodDef *def)
{
    for (Py_ssize_t i = 0; type->tp_mro && i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (defines(base, def))
            return base;
    }
    return NULL;
}

/* Return "MODULE.CLASS" of a class, or only the class if its module is builtins; NULL if out of memory. */
static char *type_name(PyTypeObject *type)
{
    PyObject *qualname = PyType_GetQualName(type);
    PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");
    PyErr_Clear();
    const char *module_name = text_of(module);
    const char *class_name = text_of(qualname);
    bool is_builtin = module_name && strcmp(module_name, "builtins") == 0;
    char *result = join(is_builtin ? NULL : module_name, class_name);
    Py_XDECREF(module);
    Py_XDECREF(qualname);
    return result;
}

struct qpy_name qpy_naming_of_c(PyCFunctionObject *callable)
{
    const PyMethodDef *def = callable->m_ml;
    PyObject *self = PyCFunction_GET_SELF(callable);
    struct qpy_name result = {NULL, strdup(def->ml_name)};
    if (!self || PyModule_Check(self)) {
        result.class_name = join(text_of(callable->m_module), NULL);
        return result;
    }
    PyTypeObject *type = PyType_Check(self) ? definer((PyTypeObject *)self, def) : NULL;
    if (!type)
        type = definer(Py_TYPE(self), def);
    /* __new__ is in no table of methods; its object belongs to the class that it creates. */
    if (!type)
        type = PyType_Check(self) ? (PyTypeObject *)self : Py_TYPE(self);
    result.class_name = type_name(type);
    return result;
}

struct qpy_name qpy_naming_of_method(PyMethodDescrObject *method)
{
    return (struct qpy_name){type_name(method->d_common.d_type), strdup(method->d_method->ml_name)};
}
