#define Py_BUILD_CORE_MODULE 1
#include "bindings/python/cover/probes.h"

#include <opcode.h>
#if PY_VERSION_HEX < 0x030c0000
#include <internal/pycore_frame.h>
#endif

#include "bindings/kit/strings.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/functions/unstable.h"

struct probe {
    PyObject_HEAD int64_t *counter;
    int index; /* of a probe for hits: number of the constant, and number of code units of its instructions */
    int units;
};

/* When the tuple of constants is freed, it releases its elements from the last one to the first: the owner after the
 * probes. */
struct owner {
    PyObject_VAR_HEAD struct qpy_function *function;
    struct probe probes[];
};

static void count(PyObject *self)
{
    ++*((struct probe *)self)->counter;
}

#if PY_VERSION_HEX < 0x030c0000

/* Instructions of a probe that were removed since the context changed. */
struct removed {
    PyObject *code; /* a reference */
    _Py_CODEUNIT *site;
    _Py_CODEUNIT unit; /* first one of the probe */
};

static bool inserts_again; /* the program sets contexts: each has hits of its own */
static struct removed *removed;
static size_t removed_count;

static void remember(PyCodeObject *code, _Py_CODEUNIT *site)
{
    struct removed *more = kit_array_more(removed, removed_count, sizeof *removed);
    if (!more)
        return;
    removed = more;
    removed[removed_count++] = (struct removed){Py_NewRef(code), site, *site};
}

/* Code objects that are freed with the last reference run no code in Python. */
void qpy_probes_again(void)
{
    inserts_again = true;
    while (removed_count > 0) {
        const struct removed *last = &removed[--removed_count];
        *last->site = last->unit;
        Py_DECREF(last->code);
    }
}

/* Remove the instructions of a probe that the newest frame runs. Several code objects may have the same constants,
 * because code.replace copies code. */
static void hit(PyObject *self)
{
    const struct probe *probe = (struct probe *)self;
    const struct _PyInterpreterFrame *frame = PyThreadState_Get()->cframe->current_frame;
    PyObject *constants = frame->f_code->co_consts;
    _Py_CODEUNIT *site = frame->prev_instr - (probe->units - 1);
    if (probe->index >= PyTuple_GET_SIZE(constants) || PyTuple_GET_ITEM(constants, probe->index) != self ||
        _Py_OPCODE(*frame->prev_instr) != POP_TOP)
        return;                                                /* marshal has released the probe */
    *probe->counter = inserts_again ? *probe->counter + 1 : 1; /* several probes may have this counter */
    if (inserts_again)
        remember(frame->f_code, site);
    *site = _Py_MAKECODEUNIT(JUMP_FORWARD, probe->units - 1);
}

#else

/* Hits are stored by sys.monitoring (monitored.h). */
static void hit(PyObject *self)
{
    (void)self;
}

void qpy_probes_again(void)
{
}

#endif

static void owner_freed(PyObject *self)
{
    struct owner *owner = (struct owner *)self;
    if (owner->function && !Py_IsFinalizing())
        qpy_function_release(owner->function);
    PyObject_Free(self);
}

/* As bytes, the objects are empty: so code with probes can be marshalled, and does not count when it is loaded. Nothing
 * but marshal sees them. It releases a probe once, which is no execution of the line. */
static int get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    if (Py_TYPE(self)->tp_dealloc == count)
        --*((struct probe *)self)->counter;
    return PyBuffer_FillInfo(view, self, "", 0, 1, flags);
}

static PyBufferProcs as_bytes = {.bf_getbuffer = get_buffer};

static PyTypeObject probe_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "qii.probe",
    .tp_doc = "A counter in code that qii has rewritten.",
    .tp_basicsize = sizeof(struct probe),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = count,
    .tp_as_buffer = &as_bytes,
};

static PyTypeObject hit_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "qii.probe",
    .tp_doc = "A mark in code that qii has rewritten.",
    .tp_basicsize = sizeof(struct probe),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = hit,
    .tp_as_buffer = &as_bytes,
};

static PyTypeObject owner_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "qii.probes",
    .tp_doc = "The counters in code that qii has rewritten.",
    .tp_basicsize = sizeof(struct owner),
    .tp_itemsize = sizeof(struct probe),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = owner_freed,
    .tp_as_buffer = &as_bytes,
};

bool qpy_probes_begin(void)
{
    return PyType_Ready(&probe_type) == 0 && PyType_Ready(&hit_type) == 0 && PyType_Ready(&owner_type) == 0;
}

PyObject *qpy_probes_add(PyObject *constants, int count, struct qpy_function *function)
{
    Py_ssize_t before = PyTuple_GET_SIZE(constants);
    struct owner *owner = PyObject_NewVar(struct owner, &owner_type, count);
    PyObject *all = owner ? PyTuple_New(before + 1 + count) : NULL;
    if (owner)
        owner->function = NULL;
    if (!all) {
        Py_XDECREF(owner);
        return NULL;
    }
    owner->function = function;
    for (Py_ssize_t i = 0; i < before; i++) {
        PyObject *constant = PyTuple_GET_ITEM(constants, i);
        Py_INCREF(constant);
        PyTuple_SET_ITEM(all, i, constant);
    }
    PyTuple_SET_ITEM(all, before, (PyObject *)owner);
    for (int i = 0; i < count; i++) {
        struct probe *probe = &owner->probes[i];
        *probe = (struct probe){0}; /* all zero is no reference, in all versions */
        Py_SET_TYPE(probe, &probe_type);
        PyTuple_SET_ITEM(all, before + 1 + i, (PyObject *)probe);
    }
    return all;
}

void qpy_probe_count(PyObject *probe, int64_t *counter)
{
    ((struct probe *)probe)->counter = counter;
}

void qpy_probe_hit(PyObject *object, int64_t *counter, int index, int units)
{
    struct probe *probe = (struct probe *)object;
    Py_SET_TYPE(object, &hit_type);
    probe->counter = counter;
    probe->index = index;
    probe->units = units;
}

/* Return whether an object is a probe. */
static bool is_probe(PyObject *object)
{
    return Py_IS_TYPE(object, &probe_type) || Py_IS_TYPE(object, &hit_type);
}

Py_ssize_t qpy_probes_first(PyObject *constants)
{
    Py_ssize_t first = PyTuple_GET_SIZE(constants);
    while (first > 0 && is_probe(PyTuple_GET_ITEM(constants, first - 1)))
        first--;
    if (first > 0 && Py_IS_TYPE(PyTuple_GET_ITEM(constants, first - 1), &owner_type))
        first--;
    return first;
}
