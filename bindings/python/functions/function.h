/* function.h - the functions of a Python program: its code objects and the C functions that it calls.
 *
 * A code object has a pointer to its function in its extra data (PEP 523), which CPython frees with the code object. A
 * C function is found by its PyMethodDef. All calls require the GIL. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/registry.h"

struct qpy_source;

/* Kinds of functions, by the result of a call. The order matters: events of the kinds before QPY_CALLBACK_RESULT change
 * only the stack, and the kinds from QPY_AWAITABLE on can be awaited. */
enum qpy_kind {
    QPY_RESULT, /* an ordinary function, or a C function */
    QPY_GENERATOR,
    QPY_CALLBACK_RESULT, /* ordinary function with the role QPY_CALLBACK: its end is an event (ended.h) */
    QPY_AWAITABLE,       /* asynchronous generator, or generator with the decorator types.coroutine */
    QPY_COROUTINE        /* async def */
};

/* Roles of certain functions of event loops. Functions with a role from QPY_DISPATCH on are not called by the program.
 */
enum qpy_role {
    QPY_INTERNAL, /* part of the event loop's library: its callers create and wake tasks */
    QPY_SCHEDULE, /* puts a callback into the event loop's queue: never itself the cause */
    QPY_TRAP,     /* yields to the event loop for all functions that wait: its awaiter is shown as waiting */
    QPY_DISPATCH, /* the event loop calls callbacks */
    QPY_CALLBACK  /* the event loop calls one callback, or notices the end of a task */
};

struct qpy_hook {
    const char *module;   /* for a C function, with its class */
    const char *qualname; /* NULL = all functions of the module and its submodules */
    enum qpy_role role;
    void (*called)(PyFrameObject *frame); /* called at each call of the function, with its frame; raises no exception;
                                           * may be NULL */
};

/* Branches of a function, in one block of memory. */
struct qpy_branches {
    qprof_BranchInfo *items;
    int count;
    int *targets; /* by outcome: line to which it leads, -LINE = out of code that begins on LINE */
    int target_count;
};

struct qpy_function {
    struct kit_function known;
    int start; /* offset of the instruction at which a call begins; a later offset is a resumed generator */
    enum qpy_kind kind;
    bool left_out;               /* the user's patterns exclude the function, or it is the recorder's own */
    const struct qpy_hook *hook; /* NULL = an ordinary function of the program */
    bool loads;                  /* the code runs when its file is loaded */
    int waiting;          /* QPROF_METHOD_FLAGS of a C function that waits or blocks, 0 for all other functions */
    const char *def_name; /* name in the PyMethodDef of a C function, to notice that another one is at its address */
    PyCFunction def_function;      /* function in the PyMethodDef */
    char *class_name;              /* module and class; NULL = none */
    struct qpy_source *source;     /* NULL for a C function */
    struct qpy_branches *branches; /* owned; NULL = none */
    struct qpy_function *next;     /* next function in the list of those that may be used again */
    struct qpy_function *earlier;  /* next function in the list of all functions */
};

/* Patterns of the names to record and not to record (filter.h); NULL = none. */
struct qpy_selection {
    char *filter;
    char *exclude;
};

/* Prepare to record functions, possibly again, with another selection. The selection's strings are freed later, by
 * another call of this function. The hooks, which end with one whose module is NULL, stay in use; the first one that
 * matches a function applies to it. Return NULL or an error message. */
const char *qpy_functions_begin(const struct qpy_selection *selection, const struct qpy_hook *hooks);

/* Note in the data file that something is missing from the recording. */
static inline void qpy_note_lost(const char *what, const char *why)
{
    if (kit_library.qii.exclude_method)
        kit_library.qii.exclude_method(what, why);
}

/* Note that memory for a call was refused, so that the call is not recorded. */
static inline void qpy_note_lost_call(void)
{
    qpy_note_lost("calls", "not enough memory");
}

/* Return the function of a code object that runs in this frame, which is NULL if there was no memory for its object.
 * Return NULL, and note a lost call, if out of memory. No Python exception is raised, and one that is set stays set. */
struct qpy_function *qpy_function_of_code(PyCodeObject *code, PyFrameObject *frame);

/* Return whether a code object runs when its file is loaded: that of a module, or of a class in it. */
bool qpy_function_loads(const PyCodeObject *code);

/* Return a new function for a code object of this module (a str, or NULL), without lines and not registered. If
 * `source` is NULL, it is the code's file. Return NULL if out of memory. */
struct qpy_function *qpy_function_new(PyCodeObject *code, PyObject *module, struct qpy_source *source);

/* Retire a function, and use its struct for another one. */
void qpy_function_release(struct qpy_function *function);

/* Extra data of a code object. It is private to CPython, so the layout is checked at the start. */
struct qpy_extra {
#ifdef QPY_MOVE_EXTRA /* for a test: the check must notice this */
    void *moved;
#endif
    Py_ssize_t count;
    void *pointers[];
};

extern Py_ssize_t qpy_function_extra; /* index of our pointer in the extra data */

/* Return the function of a code object that was entered before, NULL if there is none. */
static inline struct qpy_function *qpy_function_known(const PyCodeObject *code)
{
    const struct qpy_extra *extra = (const struct qpy_extra *)code->co_extra;
    return extra && extra->count > qpy_function_extra ? (struct qpy_function *)extra->pointers[qpy_function_extra]
                                                      : NULL;
}

/* Return the caller of an open frame, NULL if there is none. It is open, too, so it needs no reference of ours. */
static inline PyFrameObject *qpy_frame_caller(PyFrameObject *frame)
{
    PyFrameObject *caller = PyFrame_GetBack(frame);
    Py_XDECREF(caller);
    return caller;
}

/* Return the function of a C function, NULL if out of memory; then a lost call is noted. */
struct qpy_function *qpy_function_of_c(PyCFunctionObject *callable);

extern struct kit_hashmap qpy_functions_in_c; /* by PyMethodDef, or for __new__ by class */

/* Return the function with this key. A PyMethodDef may be freed with its function, and another one may be at its
 * address later: then return NULL. */
static inline struct qpy_function *qpy_function_find_c(const PyMethodDef *def, const void *key)
{
    struct qpy_function *function = (struct qpy_function *)kit_hashmap_get(&qpy_functions_in_c, (uintptr_t)key);
    return function && function->def_name == def->ml_name && function->def_function == def->ml_meth ? function : NULL;
}

struct qpy_function *qpy_function_create_of_method(PyMethodDescrObject *method);

/* Return the function of a method that a C class defines, NULL if out of memory. */
static inline struct qpy_function *qpy_function_of_method(PyMethodDescrObject *method)
{
    struct qpy_function *function = qpy_function_find_c(method->d_method, method->d_method);
    return __builtin_expect(function != NULL, true) ? function : qpy_function_create_of_method(method);
}

/* Return the name as reports show it, to be freed; NULL if out of memory. */
char *qpy_function_whole_name(const struct qpy_function *function);

/* Name a virtual thread after a function. */
void qpy_function_name_thread(const struct qpy_function *function, VthreadID thread);

/* Register a function with the library. */
void qpy_function_register(struct qpy_function *function);

/* Register a function that is about to be entered, unless it is registered already. */
static inline void qpy_function_define(struct qpy_function *function)
{
    if (__builtin_expect(!kit_function_is_registered(&function->known), false))
        qpy_function_register(function);
}
