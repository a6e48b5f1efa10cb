#include "bindings/python/recording.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/python/cover/cover.h"
#include "bindings/python/exits.h"
#include "bindings/python/follow/events.h"
#include "bindings/python/follow/sampling.h"
#include "bindings/python/follow/start.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/functions/source.h"
#include "bindings/python/inside/record.h"
#include "bindings/python/selection/selection.h"
#include "bindings/python/tasks/hooks.h"

#if PY_VERSION_HEX < 0x030b0000 || PY_VERSION_HEX >= 0x030f0000
#error "The versions of CPython whose events are known are 3.11 to 3.14."
#endif
#ifdef Py_GIL_DISABLED
#error "The recorder relies on the global interpreter lock."
#endif

static bool has_begun; /* true until the recording ends, also in a forked child */
static bool covers;    /* lines are counted, and no calls are recorded */
static pid_t process;  /* process that began the recording; a forked child that is followed continues it */
static bool follows;   /* events are recorded; false while a recording that starts paused has never been resumed */

static const char *lacks(const struct qii *qii)
{
    if (!qii->enter_method || !qii->leave_method || !qii->follow_method)
        return "the library lacks qprof_enter_method, qprof_leave_method or qprof_follow_method";
    if (!qii->vthread_switch || !qii->vthread_suspend || !qii->vthread_resume || !qii->vthread_wake ||
        !qii->set_thread_name_vt)
        return "the library lacks functions for virtual threads";
    if (!qii->enter_method_since || !qii->vthread_wake_since)
        return "the library lacks qprof_enter_method_since or qprof_vthread_wake_since";
    return NULL;
}

void qpy_recording_mute(bool muted)
{
    static int nowhere = -1;
    if (muted && nowhere < 0)
        nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0 || !kit_library.qii.redirect_messages)
        return;
    kit_library.qii.redirect_messages(muted ? nowhere : 0);
    if (muted)
        return;
    close(nowhere);
    nowhere = -1;
}

static void ends(void)
{
    if (getpid() != process)
        qpy_recording_mute(true); /* a forked child prints no table */
    qpy_sampling_end();
    qpy_events_end();
}

static const struct kit_binding binding = {.virtual_threads = true, .lacks = lacks, .ends = ends};

const char *qpy_recording_load(const struct kit_settings *settings)
{
    return kit_library_load(&binding, settings);
}

bool qpy_recording_covers(void)
{
    return covers;
}

bool qpy_recording_runs(void)
{
    return has_begun && kit_library.qii.is_running();
}

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

/* Follow the program's events, unless they are followed already. A recording that starts paused costs nothing until it
 * is resumed for the first time. Return NULL or an error message. */
static const char *follow(bool program_runs)
{
    if (covers || follows || !kit_library.qii.is_recording_data())
        return NULL;
    const char *wrong = NULL;
    unsigned rate = sample_rate();
    qpy_start_inherit(0); /* numbers of contexts are those of an earlier recording */
    if (rate)
        wrong = qpy_sampling_begin(rate);
    else if (!qpy_events_begin(program_runs))
        wrong = "CPython does not report the program's events";
    PyErr_Clear();
    follows = !wrong;
    return wrong;
}

static void end(void)
{
    if (follows)
        qpy_events_stop();
    follows = false;
    kit_library_leave(0);
    qpy_recording_mute(false);
    has_begun = false;
}

/* End the recording before os._exit, except in a forked child that is not followed. */
static void process_exits(void)
{
    if (qpy_recording_runs())
        end();
}

/* Return the function `read` of start/coverage_settings.py, NULL with a Python exception on failure. The file is run
 * here, since a module that is imported could be found by the program. */
static PyObject *settings_reader(void)
{
    const char *folder = qpy_source_own_folder();
    char *name = folder ? kit_format("%sstart/coverage_settings.py", folder) : NULL;
    FILE *file = name ? fopen(name, "r") : NULL;
    PyObject *globals = file ? Py_BuildValue("{ssss}", "__name__", "coverage_settings", "__file__", name) : NULL;
    PyObject *done = NULL;
    if (globals && PyDict_SetItemString(globals, "__builtins__", PyEval_GetBuiltins()) == 0)
        done = PyRun_File(file, name, Py_file_input, globals, globals);
    else if (!PyErr_Occurred())
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, name ? name : "coverage_settings.py");
    PyObject *result = done ? Py_XNewRef(PyDict_GetItemString(globals, "read")) : NULL;
    if (file)
        fclose(file);
    free(name);
    Py_XDECREF(done);
    Py_XDECREF(globals);
    return result;
}

/* Choose the files that are covered. Return NULL or an error message. */
static const char *select_files(struct kit_settings *settings)
{
    PyObject *reader = settings_reader();
    bool done = reader && qpy_selection_begin(settings, reader);
    Py_XDECREF(reader);
    if (done)
        return NULL;
    PyErr_Print();
    return "the settings for coverage cannot be read";
}

const char *qpy_recording_begin(struct kit_settings *settings, bool program_runs)
{
    if (PyInterpreterState_Get() != PyInterpreterState_Main())
        return "only the main interpreter can be recorded";
    if (qpy_recording_runs())
        return "a recording is running already";
    if (has_begun)
        end(); /* this is a forked child, in which the parent's recording does not continue */
    struct qpy_selection selection = {copy(settings->texts[KIT_FILTER]), copy(settings->texts[KIT_EXCLUDE])};
    const char *wrong = qpy_records_check();
    bool selected = settings->cover >= KIT_COVER_HITS; /* or else, options of the library may request lines */
    if (!wrong && selected)
        wrong = qpy_cover_check(settings); /* before there is a data file */
    if (!wrong && selected)
        wrong = select_files(settings);
    if (!wrong)
        wrong = qpy_functions_begin(&selection, qpy_task_hooks);
    if (!wrong)
        wrong = kit_library_join(&binding, settings, settings->cover == KIT_COVER_BRANCHES);
    if (wrong)
        return wrong;
    has_begun = true;
    process = getpid();
    covers = kit_library.lines && !kit_library.times;
    if (kit_library.lines && kit_library.times)
        fputs("qii: lines of Python programs are not timed\n", stderr);
    if (covers && !selected)
        wrong = select_files(settings);
    if (!wrong)
        wrong = covers ? qpy_cover_begin(settings, program_runs) : follow(program_runs);
    if (wrong)
        end();
    else
        qpy_exits_begin(process_exits);
    return wrong;
}

bool qpy_recording_resume(void)
{
    return qpy_recording_runs() && kit_library.qii.start_recording_data() && !follow(true);
}

bool qpy_recording_end(void)
{
    bool ran = qpy_recording_runs();
    if (ran && covers)
        qpy_cover_end();
    if (has_begun)
        end();
    return ran;
}
