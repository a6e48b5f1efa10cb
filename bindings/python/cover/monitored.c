#include "bindings/python/cover/monitored.h"

#include <stdlib.h>

#include "bindings/kit/library.h"
#include "bindings/python/code/lines.h"
#include "bindings/python/code/scratch.h"
#include "bindings/python/cover/counters.h"
#include "bindings/python/functions/unstable.h"

/* A counter, which counts once in each recording, or between two changes of the context: the library never resets
 * counters. */
struct hit {
    int64_t *counter;
    unsigned run;   /* last run in which the counter was incremented (kit_library.run) */
    unsigned again; /* value of `again` in that moment */
};

/* Our extra data of a code object, which it may share with copies that code.replace has made. */
struct monitored {
    unsigned references;
    struct qpy_function *function;
    struct hit *hits;    /* of each block, and of calls */
    struct hit *calls;   /* last element of `hits` */
    struct hit *begins;  /* hit of the line with which calls begin; NULL = none */
    int first;           /* first line of the code */
    int span;            /* number of lines */
    struct hit *lines[]; /* by line - first; NULL = the line is not counted */
};

static Py_ssize_t extra = -1;
static PyObject *monitoring; /* module sys.monitoring */
static PyObject *disable;    /* its DISABLE */
static PyObject *tool;       /* our number of a tool */
static PyObject *wanted;     /* the events LINE and PY_START */
static unsigned again;       /* number of times that hits are stored again */
static bool is_disabled;     /* an event was disabled since then */

static void free_monitored(struct monitored *monitored)
{
    if (monitored)
        free(monitored->hits);
    free(monitored);
}

static void code_freed(void *pointer)
{
    struct monitored *monitored = pointer;
    if (!monitored || --monitored->references > 0)
        return;
    if (!Py_IsFinalizing())
        qpy_function_release(monitored->function);
    free_monitored(monitored);
}

static struct monitored *find(PyCodeObject *code)
{
    void *monitored = NULL;
    PyUnstable_Code_GetExtra((PyObject *)code, extra, &monitored);
    return monitored;
}

bool qpy_monitored_is(PyCodeObject *code)
{
    return find(code);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void store(struct hit *hit)
{
    unsigned run = __atomic_load_n(&kit_library.run, __ATOMIC_RELAXED);
    if (!hit || (hit->run == run && hit->again == again))
        return;
    hit->run = run;
    hit->again = again;
    ++*hit->counter;
}

static PyObject *line_runs(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    (void)self;
    (void)count;
    struct monitored *monitored = find((PyCodeObject *)arguments[0]);
    long offset = monitored ? PyLong_AsLong(arguments[1]) - monitored->first : -1;
    if (offset >= 0 && offset < monitored->span)
        store(monitored->lines[offset]);
    is_disabled = true;
    return Py_NewRef(disable);
}

/* A line event may be missing where a call begins: if the line is that of the function's first line, and the event of
 * the call is disabled. */
static PyObject *call_begins(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    (void)self;
    (void)count;
    struct monitored *monitored = find((PyCodeObject *)arguments[0]);
    if (monitored) {
        store(monitored->calls);
        store(monitored->begins);
    }
    is_disabled = true;
    return Py_NewRef(disable);
}

static PyMethodDef callbacks[] = {
    {"LINE", (PyCFunction)(void (*)(void))line_runs, METH_FASTCALL, NULL},
    {"PY_START", (PyCFunction)(void (*)(void))call_begins, METH_FASTCALL, NULL},
};

/* Register a callback. Return its event, 0 with a Python exception after an error. */
static long register_callback(PyObject *events, PyMethodDef *callback)
{
    PyObject *event = PyObject_GetAttrString(events, callback->ml_name);
    PyObject *function = event ? PyCFunction_New(callback, NULL) : NULL;
    PyObject *before =
        function ? PyObject_CallMethod(monitoring, "register_callback", "OOO", tool, event, function) : NULL;
    long result = before ? PyLong_AsLong(event) : 0;
    Py_XDECREF(before);
    Py_XDECREF(function);
    Py_XDECREF(event);
    return result;
}

/* Take the first free number of a tool. Those for profilers and coverage are left to the program. */
static bool take_tool(void)
{
    static const int numbers[] = {4, 3};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        PyErr_Clear();
        PyObject *done = PyObject_CallMethod(monitoring, "use_tool_id", "is", numbers[i], "qii");
        Py_XDECREF(done);
        if (done) {
            tool = PyLong_FromLong(numbers[i]);
            return tool;
        }
    }
    return false;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static _PyCFunctionFastWithKeywords replace_of_python;

/* Let CPython report events of a code object, and store our data with it. Return false after an error. */
static bool follow(PyObject *code, struct monitored *monitored)
{
    if (PyUnstable_Code_SetExtra(code, extra, monitored) != 0)
        return false;
    monitored->references++;
    PyObject *done = PyObject_CallMethod(monitoring, "set_local_events", "OOO", tool, code, wanted);
    Py_XDECREF(done);
    return true;
}

/* Take the place of code.replace, for example when types.coroutine replaces a function's code by a copy. */
static PyObject *replace(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    PyObject *copy = replace_of_python(self, arguments, count, names);
    struct monitored *monitored = copy ? find((PyCodeObject *)self) : NULL;
    if (monitored && !follow(copy, monitored))
        PyErr_Clear();
    return copy;
}

static void replace_replace(const char *name)
{
    PyObject *method = PyObject_GetAttrString((PyObject *)&PyCode_Type, name);
    if (method && Py_IS_TYPE(method, &PyMethodDescr_Type)) {
        PyMethodDef *def = ((PyMethodDescrObject *)method)->d_method;
        if (def->ml_flags == (METH_FASTCALL | METH_KEYWORDS) && def->ml_meth != (PyCFunction)(void (*)(void))replace) {
            replace_of_python = (_PyCFunctionFastWithKeywords)(void (*)(void))def->ml_meth;
            def->ml_meth = (PyCFunction)(void (*)(void))replace;
        }
    }
    Py_XDECREF(method);
    PyErr_Clear();
}

bool qpy_monitored_begin(void)
{
    extra = PyUnstable_Eval_RequestCodeExtraIndex(code_freed);
    monitoring = Py_XNewRef(PySys_GetObject("monitoring"));
    PyObject *events = monitoring ? PyObject_GetAttrString(monitoring, "events") : NULL;
    disable = monitoring ? PyObject_GetAttrString(monitoring, "DISABLE") : NULL;
    long all = 0;
    if (extra >= 0 && events && disable && take_tool())
        for (size_t i = 0; i < sizeof callbacks / sizeof *callbacks; i++)
            all |= register_callback(events, &callbacks[i]);
    Py_XDECREF(events);
    wanted = PyLong_FromLong(all);
    replace_replace("replace");
    replace_replace("__replace__");
    if (all == 0 && !PyErr_Occurred())
        PyErr_SetString(PyExc_RuntimeError, "sys.monitoring is not available");
    return all != 0;
}

bool qpy_monitored_restart(void)
{
    PyObject *done = PyObject_CallMethod(monitoring, "restart_events", NULL);
    Py_XDECREF(done);
    PyErr_Clear();
    return done;
}

void qpy_monitored_again(void)
{
    if (!is_disabled)
        return;
    is_disabled = false;
    again++;
    qpy_monitored_restart();
}

/* ---- code objects ------------------------------------------------------------------------------------------------ */

/* Return the hit of a line, NULL if it is not counted. */
static struct hit *hit_of(const struct monitored *monitored, int line)
{
    int block = kit_function_block(&monitored->function->known, line);
    return block < 0 ? NULL : monitored->hits + block;
}

static struct monitored *new_monitored(const struct qpy_code *code, const struct qpy_counted_origin *origin,
                                       struct qpy_function *function, int64_t *counters)
{
    struct qpy_lines lines;
    int first = code->object->co_firstlineno;
    int last = first;
    qpy_lines_begin(&lines, code->object);
    for (int i = 0; i < code->count; i++) {
        int line = qpy_lines_get(&lines, code->instructions[i].at);
        first = line && line < first ? line : first;
        last = line > last ? line : last;
    }
    size_t span = (size_t)(last - first) + 1;
    size_t blocks = (size_t)function->known.line_count;
    struct monitored *monitored = malloc(sizeof *monitored + span * sizeof *monitored->lines);
    struct hit *hits = calloc(blocks + 1, sizeof *hits);
    if (!monitored || !hits) {
        free(monitored);
        free(hits);
        return NULL;
    }
    *monitored = (struct monitored){
        .function = function, .hits = hits, .calls = hits + blocks, .first = first, .span = (int)span};
    for (size_t i = 0; i <= blocks; i++)
        hits[i].counter = counters + i;
    for (size_t i = 0; i < span; i++)
        monitored->lines[i] = hit_of(monitored, qpy_line_map_get(origin->map, first + (int)i));
    monitored->begins = hit_of(monitored, code->entry + 1 < code->count ? code->instructions[code->entry + 1].line : 0);
    return monitored;
}

/* Register a function. Return its counters, one for each block and one for calls; NULL if the library has no space. */
static int64_t *get_counters(struct qpy_function *function)
{
    qprof_BlockCounters counters = {.owner = 1, .stride = QPROF_COUNTER_NUMBER};
    qpy_function_register(function);
    return kit_library.qii.block_counters(function->known.id, &counters) == 0 ? counters.base : NULL;
}

static void add(PyCodeObject *code, const struct qpy_counted_origin *origin)
{
    struct qpy_code read;
    struct qpy_edges edges;
    struct qpy_counters ignored;
    qpy_scratch_reset();
    if (!qpy_code_init(&read, code, origin->map) || !qpy_edges_init(&edges, &read, false))
        return;
    struct qpy_function *function = qpy_function_new(code, origin->module, origin->source);
    if (!function)
        return;
    bool counts = !function->left_out && qpy_counters_init(&ignored, &read, &edges, function);
    int64_t *counters = counts ? get_counters(function) : NULL;
    struct monitored *monitored = counters ? new_monitored(&read, origin, function, counters) : NULL;
    if (monitored && follow((PyObject *)code, monitored))
        return;
    free_monitored(monitored);
    qpy_function_release(function);
}

void qpy_monitored_add(PyCodeObject *code, const struct qpy_counted_origin *origin)
{
    if (qpy_monitored_is(code))
        return;
    add(code, origin);
    PyErr_Clear();
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(code->co_consts); i++) {
        PyObject *constant = PyTuple_GET_ITEM(code->co_consts, i);
        if (PyCode_Check(constant))
            qpy_monitored_add((PyCodeObject *)constant, origin);
    }
}
