/* module.c - the Python module _qii, which the start of `qii python` (start/sitecustomize.py) imports.
 *
 *     _qii.start(SETTINGS, READ)   begin to record; SETTINGS is a text of kit_settings_write, and READ is the function
 *                                  `read` of start/coverage_settings.py
 *     _qii.counted(CODE)           for tests: the counted form of a code object (cover/counted.h) */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdio.h>
#include <string.h>

#include "bindings/kit/library.h"
#include "bindings/kit/settings.h"
#include "bindings/python/cover/counted.h"
#include "bindings/python/cover/cover.h"
#include "bindings/python/follow/events.h"
#include "bindings/python/follow/sampling.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/inside/record.h"
#include "bindings/python/selection/selection.h"
#include "bindings/python/tasks/hooks.h"

#if PY_VERSION_HEX < 0x030b0000 || PY_VERSION_HEX >= 0x030f0000
#error "The versions of CPython whose events are known are 3.11 to 3.14."
#endif
#ifdef Py_GIL_DISABLED
#error "The recorder relies on the global interpreter lock."
#endif

static const char *lacks(const struct qii *qii)
{
    if (!qii->enter_method || !qii->leave_method || !qii->follow_method)
        return "the library lacks qprof_enter_method, qprof_leave_method or qprof_follow_method";
    if (!qii->vthread_switch || !qii->vthread_suspend || !qii->vthread_resume || !qii->vthread_wake ||
        !qii->set_thread_name_vt)
        return "the library lacks functions for virtual threads";
    return NULL;
}

static void ends(void)
{
    qpy_sampling_end();
    qpy_events_end();
}

static const struct kit_binding binding = {.virtual_threads = true, .lacks = lacks, .ends = ends};

/* Return the number of samples per second that the user wants, 0 = report each call. */
static unsigned sample_rate(void)
{
    const struct qii *qii = &kit_library.qii;
    bool can = qii->record_sample && qii->record_sample_vt && qii->begin_sample && kit_library.times;
    return can ? (unsigned)(uintptr_t)qii->get_option("sample") : 0;
}

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

static bool covers; /* count lines, and record no calls */

/* Begin to record. Return NULL or an error message. */
static const char *begin(const struct kit_settings *settings)
{
    struct qpy_selection selection = {copy(settings->texts[KIT_FILTER]), copy(settings->texts[KIT_EXCLUDE])};
    const char *wrong = qpy_records_check();
    if (!wrong)
        wrong = qpy_functions_begin(&selection, qpy_task_hooks);
    if (!wrong)
        wrong = kit_library_join(&binding, settings, settings->cover == KIT_COVER_BRANCHES);
    covers = !wrong && kit_library.lines && !kit_library.times;
    if (!wrong && kit_library.lines && kit_library.times)
        fputs("qii: lines of Python programs are not timed\n", stderr);
    return wrong;
}

static PyObject *start(PyObject *self, PyObject *arguments)
{
    (void)self;
    PyObject *argument, *read;
    if (!PyArg_ParseTuple(arguments, "UO", &argument, &read))
        return NULL;
    PyObject *text = PyUnicode_EncodeFSDefault(argument); /* the bytes of the environment variable */
    struct kit_settings settings = {0};
    if (!text)
        return NULL;
    const char *wrong = kit_settings_read(&settings, PyBytes_AS_STRING(text)) ? NULL : "invalid settings";
    Py_DECREF(text);
    if (!wrong) {
        kit_settings_read_environment(&settings);
        bool selected = settings.cover >= KIT_COVER_HITS;
        if (selected && !qpy_selection_begin(&settings, read))
            return NULL;
        wrong = begin(&settings);
        if (covers && !selected && !qpy_selection_begin(&settings, read)) /* options of the library request lines */
            return NULL;
    }
    unsigned rate = wrong || covers ? 0 : sample_rate();
    bool begun = true;
    if (rate)
        wrong = qpy_sampling_begin(rate);
    if (wrong)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
    else if (!rate)
        begun = covers ? qpy_cover_begin(&settings) : qpy_events_begin();
    kit_settings_fini(&settings);
    if (!begun)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *counted(PyObject *self, PyObject *code)
{
    (void)self;
    if (!PyCode_Check(code) || !covers) {
        PyErr_SetString(PyExc_TypeError, "no code object, or lines are not counted");
        return NULL;
    }
    return (PyObject *)qpy_counted_of((PyCodeObject *)code, &(struct qpy_counted_origin){0});
}

static PyMethodDef functions[] = {
    {"counted", counted, METH_O, "Return the counted form of a code object."},
    {"start", start, METH_VARARGS, "Begin to record the program with these settings."},
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
    return PyModule_Create(&module);
}
