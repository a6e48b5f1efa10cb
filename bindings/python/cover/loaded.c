#include "bindings/python/cover/loaded.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/python/cover/counted.h"
#include "bindings/python/cover/mapped.h"
#include "bindings/python/functions/source.h"
#include "bindings/python/functions/unstable.h"
#include "bindings/python/selection/selection.h"

/* Our extra data of a code object. */
struct loaded {
    PyObject *counted;         /* its counted form, a reference; NULL = none */
    struct qpy_source *source; /* of a text that is in no file; NULL = the code's file */
    bool is_tried;             /* a counted form was wanted; if there is none, the code cannot be rewritten */
};

static Py_ssize_t extra = -1;
static PyInterpreterState *interpreter;
static bool program_runs; /* before, the interpreter runs its own code */

static void code_freed(void *pointer)
{
    struct loaded *loaded = pointer;
    if (loaded)
        Py_XDECREF(loaded->counted);
    free(loaded);
}

bool qpy_loaded_begin(bool hits)
{
    interpreter = PyInterpreterState_Get();
    extra = PyUnstable_Eval_RequestCodeExtraIndex(code_freed);
    if (extra < 0)
        PyErr_SetString(PyExc_RuntimeError, "CPython has no space for another profiler's data in code objects");
    return extra >= 0 && qpy_counted_begin(hits);
}

void qpy_loaded_begin_program(void)
{
    program_runs = true;
}

bool qpy_loaded_is_here(void)
{
    return program_runs && PyInterpreterState_Get() == interpreter;
}

static struct loaded *find(PyObject *code)
{
    void *loaded = NULL;
    PyUnstable_Code_GetExtra(code, extra, &loaded);
    return loaded;
}

/* Return the data of a code object, NULL if out of memory. */
static struct loaded *get(PyObject *code)
{
    struct loaded *loaded = find(code);
    if (loaded)
        return loaded;
    loaded = calloc(1, sizeof *loaded);
    if (loaded && PyUnstable_Code_SetExtra(code, extra, loaded) == 0)
        return loaded;
    PyErr_Clear();
    free(loaded);
    return NULL;
}

void qpy_loaded_set_source(PyObject *code, struct qpy_source *source)
{
    struct loaded *loaded = get(code);
    if (loaded)
        loaded->source = source;
}

bool qpy_loaded_caller_is_counted(void)
{
    PyFrameObject *frame = PyEval_GetFrame();
    PyCodeObject *code = frame ? PyFrame_GetCode(frame) : NULL;
    bool is_counted = code && qpy_counted_is(code);
    Py_XDECREF(code);
    return is_counted;
}

/* Get the text of a module in an archive from its loader. A loader of the program is not called, because it may be
 * counted code itself. */
static void find_text(PyCodeObject *code, PyObject *globals, PyObject *module)
{
    PyObject *loader = module ? PyDict_GetItemString(globals, "__loader__") : NULL;
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    struct qpy_source *source = file ? qpy_source_of(file) : NULL;
    if (!source || !loader || strcmp(Py_TYPE(loader)->tp_name, "zipimporter") != 0 || qpy_source_is_file(source))
        return;
    PyObject *text = PyObject_CallMethod(loader, "get_source", "O", module);
    Py_ssize_t size = 0;
    const char *characters = text && PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    if (characters)
        qpy_source_set_text(source, characters, (size_t)size);
    Py_XDECREF(text);
}

static void rewrite(PyObject *code, struct loaded *loaded, PyObject *globals)
{
    PyObject *type, *value, *traceback;
    loaded->is_tried = true;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *module = globals && PyDict_Check(globals) ? PyDict_GetItemString(globals, "__name__") : NULL;
    if (!loaded->source)
        find_text((PyCodeObject *)code, globals, module);
    const char *file = PyUnicode_AsUTF8(((PyCodeObject *)code)->co_filename);
    struct qpy_source *source = loaded->source ? loaded->source : file ? qpy_source_of(file) : NULL;
    const struct qpy_counted_origin origin = {
        .module = module, .source = loaded->source, .map = source ? qpy_mapped_of(source, globals) : NULL};
    PyErr_Clear();
    PyObject *counted = (PyObject *)qpy_counted_of((PyCodeObject *)code, &origin);
    if (counted != code)
        loaded->counted = counted;
    else
        Py_DECREF(counted);
    PyErr_Restore(type, value, traceback);
}

/* Return whether coverage includes the file of code. A text without a file has no place in the settings. */
static bool covers(PyCodeObject *code, PyObject *globals, bool always)
{
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    PyErr_Clear();
    if (!file || qpy_source_is_own(file))
        return false;
    return *file == '<' ? always : qpy_selection_covers(file, globals);
}

PyObject *qpy_loaded_counted(PyObject *code, PyObject *globals, bool always)
{
    struct loaded *loaded = find(code);
    if (loaded && loaded->is_tried)
        return loaded->counted;
    if (qpy_counted_is((PyCodeObject *)code) ||
        (!(loaded && loaded->source) && !covers((PyCodeObject *)code, globals, always)))
        return NULL;
    loaded = get(code);
    if (loaded)
        rewrite(code, loaded, globals);
    return loaded ? loaded->counted : NULL;
}
