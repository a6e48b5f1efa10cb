#include "bindings/python/launched.h"

#include <fcntl.h>
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
static const char *begin_child(const struct kit_settings *settings)
{
    const char *wrong = qpy_recording_load(settings);
    if (wrong)
        return wrong;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere > 0 && kit_library.qii.redirect_messages)
        kit_library.qii.redirect_messages(nowhere);
    wrong = qpy_recording_begin(settings, false);
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

PyObject *qpy_launched(const char *text, bool is_child)
{
    if (is_child && PyInterpreterState_Get() != PyInterpreterState_Main())
        Py_RETURN_NONE; /* this is a subinterpreter of the program, which is recorded already */
    struct kit_settings settings = {0};
    const char *wrong = kit_settings_read(&settings, text) ? NULL : "invalid settings";
    PyObject *result = NULL;
    if (!wrong) {
        kit_settings_read_environment(&settings);
        wrong = is_child ? begin_child(&settings) : qpy_recording_begin(&settings, false);
    }
    if (wrong)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
    if (qpy_finder_begin())
        result = wrong || is_child ? Py_NewRef(Py_None) : settings_of_children(&settings);
    kit_settings_fini(&settings);
    return result;
}

/* Begin to record in an interpreter that does not load sitecustomize.py (start/preload.c). */
void qii_python_begin(const char *settings) __attribute__((visibility("default")));

void qii_python_begin(const char *settings)
{
    PyObject *result = qpy_launched(settings, false);
    Py_XDECREF(result);
    PyErr_Clear();
}
