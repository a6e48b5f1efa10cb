#include "bindings/python/launched.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/python/finder.h"
#include "bindings/python/recording.h"

/* Begin to record a child process without messages of the library. */
static const char *begin_child(struct kit_settings *settings)
{
    const char *wrong = qpy_recording_load(settings);
    if (wrong)
        return wrong;
    qpy_recording_mute(true);
    wrong = qpy_recording_begin(settings, false);
    qpy_recording_mute(false);
    return wrong;
}

/* Return the settings of child processes, None if they are not followed. Their data files have the names that those of
 * forked children would have, and the processes print no table. */
static PyObject *settings_of_children(struct kit_settings *settings)
{
    const struct qii *qii = &kit_library.qii;
    const char *name = qii->get_option("data-file");
    if (!qii->get_option("follow-child-processes") || !name)
        Py_RETURN_NONE;
    kit_settings_follow_children(settings, name);
    char *text = kit_settings_write(settings);
    PyObject *result = text ? PyUnicode_DecodeFSDefault(text) : PyErr_NoMemory();
    free(text);
    return result;
}

PyObject *qpy_launched(const char *text, bool is_child)
{
    if (is_child && PyInterpreterState_Get() != PyInterpreterState_Main())
        Py_RETURN_NONE; /* this is a subinterpreter of the program, which is recorded already */
    struct kit_settings settings = {0};
    const char *wrong = kit_settings_read(&settings, text) ? NULL : "invalid settings";
    if (!wrong) {
        kit_settings_read_environment(&settings);
        wrong = is_child ? begin_child(&settings) : qpy_recording_begin(&settings, false);
    }
    if (wrong)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
    if (!qpy_finder_begin()) {
        PyErr_Clear();
        fputs("qii: the program cannot import qii\n", stderr);
    }
    PyObject *result = wrong || is_child ? Py_NewRef(Py_None) : settings_of_children(&settings);
    kit_settings_fini(&settings);
    return result;
}

/* ---- without sitecustomize --------------------------------------------------------------------------------------- */

static PyObject *launch(PyObject *self, PyObject *text)
{
    (void)self;
    PyObject *children = qpy_launched(PyBytes_AS_STRING(text), false);
    Py_XDECREF(children); /* they are not followed: they ignore PYTHONPATH, too */
    return children ? Py_NewRef(Py_None) : NULL;
}

static PyMethodDef launch_method = {"launch", launch, METH_O, NULL};

/* Begin to record in an interpreter that does not import sitecustomize (start/preload.c). No code in Python runs yet,
 * but the recorder checks how CPython stores the frame that runs. So it is begun by code in Python. */
void qii_python_begin(const char *settings) __attribute__((visibility("default")));

void qii_python_begin(const char *settings)
{
    PyObject *code = Py_CompileString("launch(settings)", "<qii>", Py_file_input);
    PyObject *function = code ? PyCFunction_New(&launch_method, NULL) : NULL;
    PyObject *globals = function ? Py_BuildValue("{sNsy}", "launch", function, "settings", settings) : NULL;
    PyObject *result = globals ? PyEval_EvalCode(code, globals, globals) : NULL;
    if (!result)
        PyErr_WriteUnraisable(NULL);
    Py_XDECREF(result);
    Py_XDECREF(globals);
    Py_XDECREF(code);
}
