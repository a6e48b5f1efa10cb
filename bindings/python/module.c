/* module.c - the Python module _qii. The start of `qii python` (start/sitecustomize.py) imports it and calls
 *
 *     _qii.start(SETTINGS[, IS_CHILD])   begin to record (launched.h)
 *     _qii.counted(CODE)                 for tests: the counted form of a code object (cover/counted.h)
 *
 * The module qii (library/qii.py), which a program imports, calls the other functions. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <limits.h>

#include "bindings/kit/library.h"
#include "bindings/kit/settings.h"
#include "bindings/python/cover/contexts.h"
#include "bindings/python/cover/counted.h"
#include "bindings/python/follow/start.h"
#include "bindings/python/frames/coroutine.h"
#include "bindings/python/launched.h"
#include "bindings/python/options.h"
#include "bindings/python/recording.h"

static PyObject *start(PyObject *self, PyObject *arguments)
{
    (void)self;
    PyObject *text; /* the bytes of the environment variable */
    int is_child = 0;
    if (!PyArg_ParseTuple(arguments, "O&|p", PyUnicode_FSConverter, &text, &is_child))
        return NULL;
    PyObject *result = qpy_launched(PyBytes_AS_STRING(text), is_child);
    Py_DECREF(text);
    return result;
}

static PyObject *counted(PyObject *self, PyObject *code)
{
    (void)self;
    if (!PyCode_Check(code) || !qpy_recording_covers()) {
        PyErr_SetString(PyExc_TypeError, "no code object, or lines are not counted");
        return NULL;
    }
    return (PyObject *)qpy_counted_of((PyCodeObject *)code, &(struct qpy_counted_origin){0});
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* Start a recording with a dictionary of options. Return None or an error message. */
static PyObject *record(PyObject *self, PyObject *options)
{
    (void)self;
    struct kit_settings settings = {0};
    const char *wrong = NULL;
    bool read = qpy_options_read(options, &settings);
    if (read) {
        kit_settings_read_environment(&settings);
        wrong = qpy_recording_begin(&settings, true);
    }
    kit_settings_fini(&settings);
    return read ? Py_BuildValue("z", wrong) : NULL;
}

static PyObject *stop(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    return PyBool_FromLong(qpy_recording_end());
}

static PyObject *pause_recording(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    return PyBool_FromLong(qpy_recording_runs() && kit_library.qii.stop_recording_data());
}

static PyObject *resume_recording(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    return PyBool_FromLong(qpy_recording_resume());
}

static PyObject *is_recording(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    return PyBool_FromLong(qpy_recording_runs() && kit_library.qii.is_recording_data());
}

static PyObject *data_file(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    char path[PATH_MAX];
    if (!qpy_recording_runs() || !kit_library.qii.data_file || !kit_library.qii.data_file(path, sizeof path))
        Py_RETURN_NONE;
    return PyUnicode_DecodeFSDefault(path);
}

static PyObject *save(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    if (!qpy_recording_runs())
        Py_RETURN_FALSE;
    int done;
    Py_BEGIN_ALLOW_THREADS /* a large file takes a while to copy */
        done = kit_library.qii.save_data();
    Py_END_ALLOW_THREADS return PyBool_FromLong(done);
}

static PyObject *phase(PyObject *self, PyObject *argument)
{
    (void)self;
    const struct qii *qii = &kit_library.qii;
    const char *name = argument == Py_None ? NULL : PyUnicode_AsUTF8(argument);
    if (PyErr_Occurred())
        return NULL;
    if (!qpy_recording_runs())
        Py_RETURN_FALSE;
    return PyBool_FromLong(name && qii->new_phase_named ? qii->new_phase_named(name) : qii->new_phase());
}

/* Return a number, None if it is -1. */
static PyObject *number_or_none(int number)
{
    if (number < 0)
        Py_RETURN_NONE;
    return PyLong_FromLong(number);
}

static PyObject *context(PyObject *self, PyObject *argument)
{
    (void)self;
    const char *name = argument == Py_None ? "" : PyUnicode_AsUTF8(argument);
    return name ? number_or_none(qpy_recording_runs() ? qpy_contexts_set(name) : -1) : NULL;
}

static PyObject *return_to_context(PyObject *self, PyObject *argument)
{
    (void)self;
    long number = PyLong_AsLong(argument);
    if (PyErr_Occurred())
        return NULL;
    bool is_valid = number >= 0 && number <= INT_MAX && qpy_recording_runs();
    return number_or_none(is_valid ? qpy_contexts_return((int)number) : -1);
}

/* Threads that begin have this context, or if it is None, that of the running thread. Return the number of their
 * context before, None if it does not matter: lines that are counted belong to the process. */
static PyObject *inherit_context(PyObject *self, PyObject *argument)
{
    (void)self;
    const struct qii *qii = &kit_library.qii;
    if (!qpy_recording_runs() || qpy_recording_covers() || !qii->return_to_context)
        Py_RETURN_NONE;
    long number = argument == Py_None ? qii->return_to_context(0) : PyLong_AsLong(argument);
    if (PyErr_Occurred())
        return NULL;
    if (argument == Py_None && number > 0)
        qii->return_to_context((int)number);
    return number_or_none(qpy_start_inherit((int)number));
}

static PyObject *context_within(PyObject *self, PyObject *arguments)
{
    (void)self;
    const char *name, *outer;
    if (!PyArg_ParseTuple(arguments, "ss", &name, &outer))
        return NULL;
    const struct qii *qii = &kit_library.qii;
    return PyBool_FromLong(qpy_recording_runs() && qii->context_within && qii->context_within(name, outer) == 0);
}

static PyObject *annotate(PyObject *self, PyObject *argument)
{
    (void)self;
    const char *text = PyUnicode_AsUTF8(argument);
    return text ? PyBool_FromLong(qpy_recording_runs() && kit_library.qii.add_annotation(text)) : NULL;
}

static PyObject *name_thread(PyObject *self, PyObject *argument)
{
    (void)self;
    const char *name = PyUnicode_AsUTF8(argument);
    if (!name)
        return NULL;
    if (!qpy_recording_runs())
        Py_RETURN_FALSE;
    if (qpy_stacks_here)
        qpy_coroutine_name_running(qpy_stacks_here->current, name);
    else
        kit_library.qii.set_thread_name(name);
    Py_RETURN_TRUE;
}

/* ---- the module -------------------------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"start", start, METH_VARARGS, "Begin to record the program. Return the settings of its children, or None."},
    {"counted", counted, METH_O, "Return the counted form of a code object."},
    {"record", record, METH_O, "Begin to record with these options. Return None or an error message."},
    {"stop", stop, METH_NOARGS, NULL},
    {"pause", pause_recording, METH_NOARGS, NULL},
    {"resume", resume_recording, METH_NOARGS, NULL},
    {"is_recording", is_recording, METH_NOARGS, NULL},
    {"data_file", data_file, METH_NOARGS, NULL},
    {"save", save, METH_NOARGS, NULL},
    {"phase", phase, METH_O, NULL},
    {"context", context, METH_O, NULL},
    {"return_to_context", return_to_context, METH_O, NULL},
    {"inherit_context", inherit_context, METH_O, NULL},
    {"context_within", context_within, METH_VARARGS, NULL},
    {"annotate", annotate, METH_O, NULL},
    {"thread", name_thread, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_qii",
    .m_doc = "The recorder of qii python.",
    .m_size = -1,
    .m_methods = functions,
};

/* PyMODINIT_FUNC declares the function as exported. */
PyMODINIT_FUNC PyInit__qii(void);

PyMODINIT_FUNC PyInit__qii(void)
{
    if (Py_Version >> 16 != PY_VERSION_HEX >> 16)
        return PyErr_Format(PyExc_ImportError, "it is for CPython %d.%d", PY_MAJOR_VERSION, PY_MINOR_VERSION);
    PyObject *self = PyModule_Create(&module);
    if (self && PyModule_AddStringConstant(self, "version", QPROF_VERSION) != 0)
        Py_CLEAR(self);
    return self;
}
