#include "bindings/python/cover/counted.h"

#include "bindings/python/code/assemble.h"
#include "bindings/python/code/locations.h"
#include "bindings/python/code/operation.h"
#include "bindings/python/code/scratch.h"
#include "bindings/python/cover/counters.h"
#include "bindings/python/cover/monitored.h"
#include "bindings/python/cover/probes.h"
#include "bindings/python/cover/rewritten.h"
#include "bindings/python/functions/function.h"

#define OWNER 1 /* of all counters: there is one interpreter */

static bool has_begun;
static bool hits; /* store only that lines ran, not how often */

static PyCodeObject *counted(const struct qpy_counted_origin *origin, PyCodeObject *code);

/* ---- nested code objects ----------------------------------------------------------------------------------------- */

/* Return the constants of a code object with nested code objects in their counted form, NULL with an exception. */
static PyObject *nested(const struct qpy_counted_origin *origin, PyCodeObject *code)
{
    Py_ssize_t count = PyTuple_GET_SIZE(code->co_consts);
    PyObject *constants = PyTuple_New(count);
    for (Py_ssize_t i = 0; constants && i < count; i++) {
        PyObject *constant = PyTuple_GET_ITEM(code->co_consts, i);
        if (PyCode_Check(constant))
            constant = (PyObject *)counted(origin, (PyCodeObject *)constant);
        else
            Py_INCREF(constant);
        PyTuple_SET_ITEM(constants, i, constant);
    }
    return constants;
}

/* Return the code object with other constants; itself with an exception cleared if out of memory. */
static PyCodeObject *with_constants(PyCodeObject *code, PyObject *constants)
{
    PyObject *bytes = PyCode_GetCode(code);
    PyCodeObject *result = NULL;
    if (bytes)
        result = qpy_assemble(code, &(struct qpy_code_parts){bytes, constants, code->co_linetable,
                                                             code->co_exceptiontable, code->co_stacksize});
    Py_XDECREF(bytes);
    if (result)
        return result;
    PyErr_Clear();
    Py_INCREF(code);
    return code;
}

/* ---- one code object --------------------------------------------------------------------------------------------- */

/* Register a function with its lines. Return its counters, NULL if the library has no space for them. */
static int64_t *get_counters(struct qpy_function *function, const struct qpy_counters *wanted)
{
    qprof_BlockCounters counters = {.owner = OWNER,
                                    .stride = QPROF_COUNTER_NUMBER,
                                    .length = wanted->count,
                                    .term_count = wanted->term_count,
                                    .terms = wanted->terms};
    qpy_function_register(function);
    if (wanted->count == 0 || kit_library.qii.block_counters(function->known.id, &counters) != 0)
        return NULL;
    return counters.base;
}

/* Connect the probes of a rewritten code object with their counters. */
static void connect(PyCodeObject *code, const struct qpy_rewritten *rewritten, int first, int64_t *counters, int count)
{
    for (int i = 0; !hits && i < count; i++)
        qpy_probe_count(PyTuple_GET_ITEM(code->co_consts, first + i), counters + i);
    for (int i = 0; hits && i < rewritten->site_count; i++) {
        const struct qpy_site *site = &rewritten->sites[i];
        qpy_probe_hit(PyTuple_GET_ITEM(code->co_consts, first + i), counters + site->counter, first + i, site->units);
    }
}

/* Return the code object with probes, and with these constants before them. The function becomes a part of it. Return
 * NULL after an error. */
static PyCodeObject *insert(const struct qpy_code *code, const struct qpy_edges *edges, PyObject *constants,
                            struct qpy_function *function, const struct qpy_counters *counters)
{
    struct qpy_rewritten rewritten;
    PyCodeObject *result = NULL;
    PyObject *locations = NULL;
    PyObject *all = NULL;
    int64_t *base = get_counters(function, counters);
    int first = qpy_probes_after(constants);
    if (base && qpy_rewritten_init(&rewritten, code, edges, first, hits))
        locations = qpy_locations_move(code, rewritten.place);
    if (locations)
        all = qpy_probes_add(constants, hits ? rewritten.site_count : counters->count, function);
    if (!all)
        qpy_function_release(function);
    else
        result =
            qpy_assemble(code->object, &(struct qpy_code_parts){rewritten.bytes, all, locations, rewritten.handlers,
                                                                code->object->co_stacksize + 1});
    if (result)
        connect(result, &rewritten, first, base, counters->count);
    Py_XDECREF(locations);
    Py_XDECREF(all);
    if (base)
        qpy_rewritten_fini(&rewritten);
    return result;
}

/* Rewrite a code object. Return NULL if it cannot be rewritten, perhaps with an exception. */
static PyCodeObject *rewrite(const struct qpy_counted_origin *origin, const struct qpy_code *code, PyObject *constants)
{
    struct qpy_edges edges;
    struct qpy_counters counters;
    struct qpy_function *function = NULL;
    if (qpy_edges_init(&edges, code, kit_library.branches))
        function = qpy_function_new(code->object, origin->module, origin->source);
    if (!function)
        return NULL;
    if (!function->left_out && qpy_counters_init(&counters, code, &edges, function))
        return insert(code, &edges, constants, function, &counters);
    qpy_function_release(function);
    return NULL;
}

/* Return the counted form of a code object, or if that is impossible the code object itself; a new reference. */
static PyCodeObject *counted(const struct qpy_counted_origin *origin, PyCodeObject *code)
{
    struct qpy_code read;
    PyCodeObject *result = NULL;
    if (qpy_counted_is(code)) {
        Py_INCREF(code);
        return code;
    }
    PyObject *constants = nested(origin, code);
    qpy_scratch_reset(); /* the nested code objects are done */
    if (constants && qpy_code_init(&read, code, origin->map))
        result = rewrite(origin, &read, constants);
    PyErr_Clear();
    if (!result && constants)
        result = with_constants(code, constants);
    Py_XDECREF(constants);
    if (!result) {
        Py_INCREF(code);
        result = code;
    }
    return result;
}

/* ---- hits by sys.monitoring -------------------------------------------------------------------------------------- */

/* Return whether CPython stores hits for us. */
static bool monitors(void)
{
    return hits && PY_VERSION_HEX >= 0x030c0000;
}

static PyCodeObject *monitored(const struct qpy_counted_origin *origin, PyCodeObject *code)
{
    qpy_monitored_add(code, origin);
    Py_INCREF(code);
    return code;
}

bool qpy_counted_begin(bool only_hits)
{
    hits = only_hits;
    qpy_operation_begin();
    has_begun = qpy_probes_begin() && (!monitors() || qpy_monitored_begin());
    return has_begun;
}

bool qpy_counted_has_begun(void)
{
    return has_begun;
}

void qpy_counted_context_changed(void)
{
    if (!hits)
        return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (monitors())
        qpy_monitored_again();
    else
        qpy_probes_again();
    PyErr_Restore(type, value, traceback);
}

bool qpy_counted_restart(void)
{
    return !hits || (monitors() && qpy_monitored_restart());
}

/* The collector is off, because finalizers would run code that is rewritten, too. */
PyCodeObject *qpy_counted_of(PyCodeObject *code, const struct qpy_counted_origin *origin)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    int collects = PyGC_Disable();
    PyCodeObject *result = monitors() ? monitored(origin, code) : counted(origin, code);
    if (collects)
        PyGC_Enable();
    PyErr_Restore(type, value, traceback);
    return result;
}

bool qpy_counted_is(PyCodeObject *code)
{
    return monitors() ? qpy_monitored_is(code) : qpy_probes_first(code->co_consts) < PyTuple_GET_SIZE(code->co_consts);
}
