/* module.c - the Python module _qii. The start of `qii python` (start/sitecustomize.py) imports it and calls
 *
 *     _qii.start(SETTINGS, IS_CHILD)     begin to record; SETTINGS is a text of kit_settings_write
 *
 * The module qii (library/qii.py), which a program imports, calls the other functions. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/kit/settings.h"
#include "bindings/kit/strings.h"
#include "bindings/python/follow/profile.h"
#include "bindings/python/follow/sampling.h"
#include "bindings/python/frames/coroutine.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/options.h"
#include "bindings/python/tasks/hooks.h"

#if PY_VERSION_HEX < 0x030b0000 || PY_VERSION_HEX >= 0x030c0000
#error "The profile function's events are those of CPython 3.11."
#endif

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

static bool records; /* a recording is running */
static bool follows; /* events are recorded; false while a recording that starts paused has never been resumed */

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
    qpy_profile_end();
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

static bool is_main_interpreter(void)
{
    return PyInterpreterState_Get() == PyInterpreterState_Main();
}

static bool is_running(void)
{
    return records && kit_library.qii.is_running();
}

/* Stop following events, and end the run of this interpreter. */
static void end(void)
{
    if (follows)
        qpy_profile_stop();
    follows = false;
    kit_library_leave(0);
    records = false;
}

/* Begin to record. Return NULL or an error message. */
static const char *begin(const struct kit_settings *settings)
{
    if (!is_main_interpreter())
        return "only the main interpreter can be recorded";
    if (is_running())
        return "a recording is running already";
    if (records)
        end(); /* this is a forked child, in which the parent's recording does not continue */
    struct qpy_selection selection = {copy(settings->texts[KIT_FILTER]), copy(settings->texts[KIT_EXCLUDE])};
    const char *wrong = qpy_functions_begin(&selection, qpy_task_hooks);
    if (!wrong)
        wrong = kit_library_join(&binding, settings, false);
    records = !wrong;
    if (!wrong && kit_library.lines)
        fputs("qii: lines of Python programs are not recorded\n", stderr);
    return wrong;
}

/* Follow the program's events, unless they are followed already. A recording that starts paused costs nothing until it
 * is resumed for the first time. Return false with a Python exception after an error. */
static bool follow(bool program_runs)
{
    if (!follows && kit_library.qii.is_recording_data())
        follows = qpy_profile_begin(program_runs);
    return !PyErr_Occurred();
}

/* ---- the launcher ------------------------------------------------------------------------------------------------ */

/* Begin to record a child process that is followed. Return NULL or an error message. The library prints no messages,
 * for example about the name of the data file, because the program may read the child's standard error. */
static const char *begin_child(const struct kit_settings *settings)
{
    const char *wrong = kit_library_load(&binding, settings);
    if (wrong)
        return wrong;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere > 0 && kit_library.qii.redirect_messages)
        kit_library.qii.redirect_messages(nowhere);
    wrong = begin(settings);
    if (kit_library.qii.redirect_messages)
        kit_library.qii.redirect_messages(0);
    if (nowhere > 0)
        close(nowhere);
    return wrong;
}

/* Return the settings of child processes, None if they are not followed. Their data files have the names that those of
 * forked children would have, and the processes print no table. */
static PyObject *settings_of_children(struct kit_settings *settings)
{
    const struct qii *qii = &kit_library.qii;
    const char *name = qii->get_option("data-file");
    char directory[PATH_MAX];
    if (!qii->get_option("follow-child-processes") || !name || !getcwd(directory, sizeof directory))
        Py_RETURN_NONE;
    if (*name != '/' && strcmp(name, "none") != 0) {
        char *path = kit_format("%s/%s", directory, name);
        kit_settings_add_option(settings, "data-file", path ? path : name);
        free(path);
    }
    kit_settings_add_text(settings, "-replace-data-file=no -quiet");
    char *text = kit_settings_write(settings);
    PyObject *result = text ? PyUnicode_DecodeFSDefault(text) : PyErr_NoMemory();
    free(text);
    return result;
}

static PyObject *start(PyObject *self, PyObject *arguments)
{
    (void)self;
    PyObject *text; /* the bytes of the environment variable */
    int is_child;
    struct kit_settings settings = {0};
    if (!PyArg_ParseTuple(arguments, "O&p", PyUnicode_FSConverter, &text, &is_child))
        return NULL;
    const char *wrong = kit_settings_read(&settings, PyBytes_AS_STRING(text)) ? NULL : "invalid settings";
    Py_DECREF(text);
    if (is_child && !is_main_interpreter()) { /* a subinterpreter of the program, which is recorded already */
        kit_settings_fini(&settings);
        Py_RETURN_NONE;
    }
    if (!wrong) {
        kit_settings_read_environment(&settings);
        wrong = is_child ? begin_child(&settings) : begin(&settings);
    }
    unsigned rate = wrong ? 0 : sample_rate();
    if (rate)
        wrong = qpy_sampling_begin(rate);
    PyObject *result = NULL;
    if (wrong)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
    if (wrong || is_child)
        result = Py_NewRef(Py_None);
    else
        result = settings_of_children(&settings);
    kit_settings_fini(&settings);
    if (result && !wrong && !rate && !follow(false))
        Py_CLEAR(result);
    return result;
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
        wrong = begin(&settings);
    }
    kit_settings_fini(&settings);
    if (!read || (!wrong && !follow(true)))
        return NULL;
    return Py_BuildValue("z", wrong);
}

static PyObject *stop(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    bool ran = is_running();
    if (records)
        end();
    return PyBool_FromLong(ran);
}

static PyObject *pause_recording(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    return PyBool_FromLong(is_running() && kit_library.qii.stop_recording_data());
}

static PyObject *resume_recording(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    bool done = is_running() && kit_library.qii.start_recording_data();
    return done && !follow(true) ? NULL : PyBool_FromLong(done);
}

static PyObject *is_recording(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    return PyBool_FromLong(is_running() && kit_library.qii.is_recording_data());
}

static PyObject *data_file(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    char path[PATH_MAX];
    if (!is_running() || !kit_library.qii.data_file || !kit_library.qii.data_file(path, sizeof path))
        Py_RETURN_NONE;
    return PyUnicode_DecodeFSDefault(path);
}

static PyObject *save(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    if (!is_running())
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
    if (!is_running())
        Py_RETURN_FALSE;
    return PyBool_FromLong(name && qii->new_phase_named ? qii->new_phase_named(name) : qii->new_phase());
}

static PyObject *annotate(PyObject *self, PyObject *argument)
{
    (void)self;
    const char *text = PyUnicode_AsUTF8(argument);
    return text ? PyBool_FromLong(is_running() && kit_library.qii.add_annotation(text)) : NULL;
}

static PyObject *name_thread(PyObject *self, PyObject *argument)
{
    (void)self;
    const char *name = PyUnicode_AsUTF8(argument);
    if (!name)
        return NULL;
    if (!is_running())
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
    {"record", record, METH_O, "Begin to record with these options. Return None or an error message."},
    {"stop", stop, METH_NOARGS, NULL},
    {"pause", pause_recording, METH_NOARGS, NULL},
    {"resume", resume_recording, METH_NOARGS, NULL},
    {"is_recording", is_recording, METH_NOARGS, NULL},
    {"data_file", data_file, METH_NOARGS, NULL},
    {"save", save, METH_NOARGS, NULL},
    {"phase", phase, METH_O, NULL},
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
    PyObject *self = PyModule_Create(&module);
    if (self && PyModule_AddStringConstant(self, "version", QPROF_VERSION) != 0)
        Py_CLEAR(self);
    return self;
}
