#include "bindings/python/follow/events.h"

#include <opcode.h>
#include <pthread.h>

#include "bindings/python/follow/await.h"
#include "bindings/python/follow/fork.h"
#include "bindings/python/follow/gil.h"
#include "bindings/python/follow/locks.h"
#include "bindings/python/follow/start.h"
#include "bindings/python/frames/coroutine.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/inside/pending.h"
#include "bindings/python/inside/record.h"
#include "bindings/python/tasks/greenlet.h"
#include "bindings/python/tasks/uvloop.h"

static bool begun; /* the program's own code has begun */

/* Define a callback of sys.monitoring. Its arguments are those that CPython documents for the event. */
#define CALLBACK(name)                                                                                                 \
    static PyObject *name(PyObject *self __attribute__((unused)), PyObject *const *arguments,                          \
                          size_t count __attribute__((unused)), PyObject *names __attribute__((unused)))

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static __thread struct qpy_stacks own_stacks;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t ends; /* its destructor runs when a thread ends */

static void thread_ends(void *stacks)
{
    qpy_stacks_here = NULL;
    qpy_gil_forget(stacks);
    qpy_stack_fini(&((struct qpy_stacks *)stacks)->own);
}

static void make_key(void)
{
    pthread_key_create(&ends, thread_ends);
}

/* Record the first event of the calling thread. If it is the call of `frame`, that frame is not open yet. */
static struct qpy_stack *arrive(bool is_call)
{
    PyFrameObject *frame = PyEval_GetFrame();
    if (!frame) {
        qpy_note_lost_call(); /* there was no memory for the frame's object */
        return NULL;
    }
    if (!begun && (!is_call || !qpy_start_is_program(frame)))
        return NULL;
    begun = true;
    if (own_stacks.own.bottom) /* the thread was in an earlier recording */
        qpy_stack_fini(&own_stacks.own);
    qpy_stack_init(&own_stacks.own, 0);
    own_stacks.current = &own_stacks.own;
    qpy_stacks_arrive(&own_stacks);
    pthread_setspecific(ends, &own_stacks);
    if (!qpy_stacks_here)
        return NULL;
    qpy_start_thread(frame);
    qpy_greenlet_thread_begins();
    PyFrameObject *caller = is_call ? PyFrame_GetBack(frame) : NULL;
    qpy_start_follow(own_stacks.current, is_call ? caller : frame);
    Py_XDECREF(caller);
    qpy_gil_held(&own_stacks);
    return own_stacks.current;
}

/* Return the stack of the calling thread, NULL if the program has not begun. A call that is the first event is not on
 * it yet. */
static inline struct qpy_stack *stack_here(bool is_call)
{
    struct qpy_stacks *stacks = qpy_stacks_here;
    if (__builtin_expect(stacks == NULL, false))
        return arrive(is_call);
    qpy_gil_held(stacks);
    return stacks->current;
}

/* ---- Python functions -------------------------------------------------------------------------------------------- */

static inline struct qpy_function *function_of(PyObject *code)
{
    struct qpy_function *function = qpy_function_known((PyCodeObject *)code);
    return __builtin_expect(function != NULL, true) ? function
                                                    : qpy_function_of_code((PyCodeObject *)code, PyEval_GetFrame());
}

/* Record the call of any function. */
static void enter(struct qpy_stack *stack, struct qpy_function *function)
{
    qpy_record *record = qpy_record_now();
    PyFrameObject *frame = function->hook && function->hook->called ? PyEval_GetFrame() : NULL;
    if (frame)
        function->hook->called(frame);
    if (function->kind >= QPY_AWAITABLE)
        qpy_coroutine_enter(stack, record, function, qpy_is_awaited(record));
    else if (!function->left_out || function->kind == QPY_CALLBACK_RESULT)
        qpy_stack_enter(stack, record, function);
}

/* Record that a generator or coroutine is resumed. */
static void resume(struct qpy_stack *stack, struct qpy_function *function, bool throws)
{
    if (function->kind >= QPY_AWAITABLE)
        qpy_await_resume(stack, qpy_record_now(), function, throws);
    else if (!function->left_out)
        qpy_stack_follow(stack, qpy_record_now(), function);
}

/* Record that a frame is left. It may be unknown: it was open when the recording began, or a signal handler raised an
 * exception before its entry was reported. */
static inline void leave(struct qpy_stack *stack, PyObject *code)
{
    qpy_record *record = qpy_record_now();
    if (__builtin_expect(stack->top->call == record, true)) {
        qpy_stack_leave(stack, record);
        return;
    }
    const struct qpy_function *function = qpy_function_known((PyCodeObject *)code);
    if (function && (!function->left_out || function->kind >= QPY_AWAITABLE))
        qpy_stack_leave(stack, record);
}

/* Return whether a coroutine that yields at this offset yields to its awaiter. What an asynchronous generator produces
 * is no such yield: the argument of the RESUME that follows is 1. */
static bool awaits(PyCodeObject *code, PyObject *offset)
{
    if (!(code->co_flags & CO_ASYNC_GENERATOR))
        return true;
    struct qpy_instruction next = qpy_instruction_at(code, (int)PyLong_AsLong(offset) + 2);
    return next.code == RESUME && (next.argument & 3) != 1;
}

CALLBACK(py_start)
{
    struct qpy_stack *stack = stack_here(true);
    struct qpy_function *function = stack ? function_of(arguments[0]) : NULL;
    if (!function)
        Py_RETURN_NONE;
    if (__builtin_expect(function->kind < QPY_AWAITABLE && !function->left_out && !function->hook, true))
        qpy_stack_enter(stack, qpy_record_now(), function);
    else
        enter(stack, function);
    Py_RETURN_NONE;
}

CALLBACK(py_resume)
{
    struct qpy_stack *stack = stack_here(true);
    struct qpy_function *function = stack ? function_of(arguments[0]) : NULL;
    if (function)
        resume(stack, function, false);
    Py_RETURN_NONE;
}

/* An exception is thrown into a generator or coroutine, which may not have begun. */
CALLBACK(py_throw)
{
    struct qpy_stack *stack = stack_here(true);
    struct qpy_function *function = stack ? function_of(arguments[0]) : NULL;
    if (function && PyLong_AsLong(arguments[1]) < function->start)
        enter(stack, function);
    else if (function)
        resume(stack, function, true);
    Py_RETURN_NONE;
}

CALLBACK(py_yield)
{
    struct qpy_stack *stack = stack_here(false);
    const struct qpy_function *function = stack ? qpy_function_known((PyCodeObject *)arguments[0]) : NULL;
    if (function && function->kind >= QPY_AWAITABLE && awaits((PyCodeObject *)arguments[0], arguments[1]))
        qpy_coroutine_yield(stack, qpy_record_now());
    else if (stack)
        leave(stack, arguments[0]);
    Py_RETURN_NONE;
}

/* A function returns or is left by an exception. */
CALLBACK(py_leave)
{
    struct qpy_stack *stack = stack_here(false);
    if (stack)
        leave(stack, arguments[0]);
    Py_RETURN_NONE;
}

/* ---- C functions ------------------------------------------------------------------------------------------------- */

/* Return the identity of the C function that the running frame calls. A frame calls one C function at a time. */
static inline const void *c_call(void)
{
    return (const char *)qpy_record_now() + 1;
}

static inline bool is_c_function(const PyObject *callable)
{
    return Py_IS_TYPE(callable, &PyCFunction_Type) || Py_IS_TYPE(callable, &PyCMethod_Type);
}

/* Record the call of a C function by a bound method, which is a rare object. If the arguments are a tuple, CPython
 * reports no return. */
static void enter_bound(struct qpy_stack *stack, PyObject *method, PyObject *code, PyObject *offset)
{
    PyObject *callable = PyMethod_GET_FUNCTION(method);
    if (!is_c_function(callable))
        return;
    struct qpy_function *function = qpy_function_of_c((PyCFunctionObject *)callable);
    struct qpy_instruction call = qpy_instruction_at((PyCodeObject *)code, (int)PyLong_AsLong(offset));
    if (function && !function->left_out && qpy_stack_enter(stack, c_call(), function) && call.code == CALL_FUNCTION_EX)
        qpy_stack_pop(stack);
}

static const PyMethodDef *set_profile; /* sys.setprofile */

/* The frame of the calling thread whose events are held back, and its thread state. */
static __thread struct held {
    PyThreadState *state;
    qpy_record *record;
} held;

/* An audit hook in Python may run before the return: then this comes too early. */
static int events_continue(void *data)
{
    struct held *ours = data;
    bool early = PyThreadState_Get() != ours->state || qpy_record_now() != ours->record;
    if (!early || !qpy_pending_add(ours->state->interp, events_continue, ours))
        PyThreadState_LeaveTracing(ours->state);
    return 0;
}

/* Record the call of sys.setprofile. Its return would be an event for the program's profile function, which does not
 * expect it: profile.py raises AssertionError. So all events are held back until CPython makes pending calls, right
 * after the return. */
static void enter_set_profile(struct qpy_stack *stack, PyObject *callable)
{
    struct qpy_function *function = qpy_function_of_c((PyCFunctionObject *)callable);
    if (function && !function->left_out && qpy_stack_enter(stack, c_call(), function))
        qpy_stack_pop(stack);
    held = (struct held){PyThreadState_Get(), qpy_record_now()};
    if (qpy_pending_add(held.state->interp, events_continue, &held))
        PyThreadState_EnterTracing(held.state);
}

CALLBACK(call)
{
    PyObject *callable = arguments[2];
    if (Py_IS_TYPE(callable, &PyFunction_Type))
        Py_RETURN_NONE;
    struct qpy_stack *stack = stack_here(false);
    struct qpy_function *function = NULL;
    if (!stack)
        Py_RETURN_NONE;
    if (is_c_function(callable) && ((PyCFunctionObject *)callable)->m_ml == set_profile)
        enter_set_profile(stack, callable);
    else if (is_c_function(callable))
        function = qpy_function_of_c((PyCFunctionObject *)callable);
    else if (Py_IS_TYPE(callable, &PyMethodDescr_Type) && PyObject_TypeCheck(arguments[3], PyDescr_TYPE(callable)))
        function = qpy_function_of_method((PyMethodDescrObject *)callable); /* else it raises TypeError at once */
    else if (Py_IS_TYPE(callable, &PyMethod_Type))
        enter_bound(stack, callable, arguments[0], arguments[1]);
    if (function)
        qpy_stack_enter(stack, c_call(), function);
    Py_RETURN_NONE;
}

/* A C function returns or raises an exception. */
CALLBACK(c_leave)
{
    (void)arguments;
    struct qpy_stack *stack = stack_here(false);
    if (stack && stack->top->call == c_call())
        qpy_stack_pop(stack);
    Py_RETURN_NONE;
}

/* ---- start ------------------------------------------------------------------------------------------------------- */

/* CPython calls objects of this type without making a tuple of the arguments, and faster than methods of a module. */
struct callback {
    PyObject_HEAD vectorcallfunc function;
};

static PyTypeObject callback_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "qii.recorder",
    .tp_doc = "A callback of qii for sys.monitoring.",
    .tp_basicsize = sizeof(struct callback),
    .tp_vectorcall_offset = offsetof(struct callback, function),
    .tp_call = PyVectorcall_Call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
};

static const struct {
    const char *name;
    vectorcallfunc function;
} events[] = {
    {"PY_START", py_start}, {"PY_RESUME", py_resume}, {"PY_THROW", py_throw},
    {"PY_YIELD", py_yield}, {"PY_RETURN", py_leave},  {"PY_UNWIND", py_leave},
    {"CALL", call},         {"C_RETURN", c_leave},    {"C_RAISE", c_leave},
};

static int tool = -1; /* our tool id, -1 = none */

/* Take a tool id that neither the standard library nor, by default, other tools use. Return it, -1 with a Python
 * exception if there is none. */
static int take_tool(PyObject *monitoring)
{
    for (int id = 4; id >= 3; id--) {
        PyObject *done = PyObject_CallMethod(monitoring, "use_tool_id", "is", id, "qii");
        Py_XDECREF(done);
        if (done)
            return id;
        if (id > 3)
            PyErr_Clear();
    }
    return -1;
}

static PyObject *new_callback(vectorcallfunc function)
{
    struct callback *callback = PyObject_New(struct callback, &callback_type);
    if (callback)
        callback->function = function;
    return (PyObject *)callback;
}

/* Register the callback of an event, or remove it if the function is NULL. Return the number of the event, 0 with a
 * Python exception after an error. */
static long register_callback(PyObject *monitoring, const char *name, vectorcallfunc function)
{
    PyObject *numbers = PyObject_GetAttrString(monitoring, "events");
    PyObject *number = numbers ? PyObject_GetAttrString(numbers, name) : NULL;
    PyObject *callback = function ? new_callback(function) : Py_NewRef(Py_None);
    PyObject *before = NULL;
    if (number && callback)
        before = PyObject_CallMethod(monitoring, "register_callback", "iOO", tool, number, callback);
    long result = before ? PyLong_AsLong(number) : 0;
    Py_XDECREF(before);
    Py_XDECREF(callback);
    Py_XDECREF(number);
    Py_XDECREF(numbers);
    return result;
}

static bool set_events(PyObject *monitoring, long numbers)
{
    PyObject *done = PyObject_CallMethod(monitoring, "set_events", "il", tool, numbers);
    Py_XDECREF(done);
    return done;
}

bool qpy_events_begin(bool runs)
{
    PyObject *monitoring = PySys_GetObject("monitoring");
    PyObject *function = PySys_GetObject("setprofile");
    if (function && is_c_function(function))
        set_profile = ((PyCFunctionObject *)function)->m_ml;
    if (!monitoring || PyType_Ready(&callback_type) != 0 || pthread_once(&once, make_key) != 0)
        return false;
    tool = take_tool(monitoring);
    long all = 0;
    for (size_t i = 0; tool >= 0 && i < sizeof events / sizeof *events; i++) {
        long event = register_callback(monitoring, events[i].name, events[i].function);
        if (!event)
            return false;
        all |= event;
    }
    begun = begun || runs;
    qpy_fork_begin();
    qpy_locks_begin();
    if (runs) {
        qpy_greenlets_begin();
        qpy_uvloop_begin();
    }
    return tool >= 0 && set_events(monitoring, all);
}

void qpy_events_stop(void)
{
    PyObject *monitoring = PySys_GetObject("monitoring");
    if (monitoring && tool >= 0) {
        set_events(monitoring, 0);
        for (size_t i = 0; i < sizeof events / sizeof *events; i++)
            register_callback(monitoring, events[i].name, NULL);
        PyObject *done = PyObject_CallMethod(monitoring, "free_tool_id", "i", tool);
        Py_XDECREF(done);
    }
    PyErr_Clear();
    tool = -1;
    qpy_gil_forget(NULL);
    qpy_stacks_forget();
    qpy_greenlets_end();
    qpy_coroutine_forget_all();
}

/* CPython reports no more events. */
void qpy_events_end(void)
{
}
