#include "bindings/python/tasks/greenlet.h"

#include <stdbool.h>
#include <stdlib.h>

#include "bindings/kit/hashmap.h"
#include "bindings/python/frames/ended.h"
#include "bindings/python/tasks/objects.h"

static struct kit_hashmap stacks; /* stacks of greenlets by address, except those of the main greenlets */
static PyObject *library;         /* the module greenlet, NULL = the program does not use greenlets */

/* ---- greenlets --------------------------------------------------------------------------------------------------- */

/* Return the class Hub of gevent, NULL if the program does not use gevent. */
static PyObject *hub_class(void)
{
    static PyObject *class;
    if (!class)
        class = qpy_imported_attribute("gevent.hub", "Hub");
    return class;
}

/* Return a new stack for a greenlet, NULL if out of memory. */
static struct qpy_stack *create(PyObject *greenlet)
{
    struct qpy_stack *stack = malloc(sizeof *stack);
    PyObject *hub = hub_class();
    bool is_hub = hub && PyObject_IsInstance(greenlet, hub) == 1;
    if (!stack)
        return NULL;
    qpy_stack_init(stack, is_hub ? 0 : kit_library_new_thread());
    if (kit_hashmap_put(&stacks, (uintptr_t)greenlet, stack) != 0) {
        free(stack);
        return NULL;
    }
    if (!is_hub)
        kit_library.qii.thread_create_vt(stack->thread, stack->thread);
    return stack;
}

/* Return the greenlet to which a greenlet returns, a borrowed reference; NULL for the main greenlet of a thread. */
static PyObject *parent_of(PyObject *greenlet)
{
    PyObject *parent = PyObject_GetAttrString(greenlet, "parent");
    Py_XDECREF(parent); /* the greenlet has another reference */
    return parent == Py_None ? NULL : parent;
}

static struct qpy_stack *stack_of(PyObject *greenlet, PyObject *parent)
{
    struct qpy_stack *stack = kit_hashmap_get(&stacks, (uintptr_t)greenlet);
    if (stack)
        return stack;
    return parent ? create(greenlet) : &qpy_stacks_here->own;
}

static bool has_ended(PyObject *greenlet)
{
    PyObject *dead = PyObject_GetAttrString(greenlet, "dead");
    Py_XDECREF(dead);
    return dead == Py_True;
}

static void end(PyObject *greenlet, struct qpy_stack *stack)
{
    if (stack == &qpy_stacks_here->own)
        return;
    kit_hashmap_remove(&stacks, (uintptr_t)greenlet);
    if (stack->thread)
        kit_library.qii.thread_destroy_vt(stack->thread);
    qpy_ended_forget_stack(stack);
    qpy_stack_fini(stack);
    free(stack);
}

/* ---- switches ---------------------------------------------------------------------------------------------------- */

/* The trace function: greenlet calls it in `to` after a switch. */
static PyObject *switched(PyObject *self, PyObject *arguments)
{
    (void)self;
    PyObject *event, *from, *to;
    PyObject *type, *value, *traceback;
    if (!PyArg_ParseTuple(arguments, "O(OO)", &event, &from, &to) || !library || !qpy_stacks_here) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    PyErr_Fetch(&type, &value, &traceback);
    struct qpy_stack *left = qpy_stacks_here->current;
    PyObject *parent = parent_of(to);
    struct qpy_stack *stack = stack_of(to, parent);
    if (stack && stack != left) {
        qpy_switch_stacks(qpy_stacks_here, stack, parent == from);
        if (has_ended(from))
            end(from, left);
    }
    PyErr_Restore(type, value, traceback);
    Py_RETURN_NONE;
}

static PyMethodDef trace = {"switched", switched, METH_VARARGS, NULL};

/* If the recording begins in a greenlet that runs already, its frames are on its own stack. */
static void enter_running(void)
{
    PyObject *running = PyObject_CallMethod(library, "getcurrent", NULL);
    PyObject *parent = running ? parent_of(running) : NULL;
    struct qpy_stack *stack = parent ? stack_of(running, parent) : NULL;
    if (stack && stack != qpy_stacks_here->current)
        qpy_switch_stacks(qpy_stacks_here, stack, false);
    Py_XDECREF(running);
}

void qpy_greenlet_thread_begins(void)
{
    if (!library || !qpy_stacks_here)
        return;
    PyObject *function = PyCFunction_New(&trace, NULL);
    PyObject *before = function ? PyObject_CallMethod(library, "settrace", "O", function) : NULL;
    Py_XDECREF(before);
    Py_XDECREF(function);
    enter_running();
    PyErr_Clear();
}

/* The module's part in C is imported already, because the program could switch before we see another event. */
void qpy_greenlet_loaded(PyFrameObject *frame)
{
    (void)frame;
    library = PyImport_ImportModule("greenlet._greenlet");
    PyErr_Clear();
    qpy_greenlet_thread_begins();
}

/* ---- begin and end in the middle --------------------------------------------------------------------------------- */

void qpy_greenlets_begin(void)
{
    library = qpy_imported("greenlet._greenlet");
}

void qpy_greenlets_end(void)
{
    for (size_t i = 0; i < stacks.room; i++) {
        struct qpy_stack *stack = stacks.slots[i].value;
        if (stack)
            qpy_stack_fini(stack);
        free(stack);
    }
    kit_hashmap_fini(&stacks);
    Py_CLEAR(library);
}
