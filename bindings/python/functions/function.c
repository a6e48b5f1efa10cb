#include "bindings/python/functions/function.h"

#include <opcode.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/filter.h"
#include "bindings/kit/strings.h"
#include "bindings/python/functions/naming.h"
#include "bindings/python/functions/source.h"
#include "bindings/python/functions/unstable.h"
#include "bindings/python/functions/waiting.h"

Py_ssize_t qpy_function_extra = -1;
static struct qpy_selection selection;
static const struct qpy_hook *hooks;
struct kit_hashmap qpy_functions_in_c;

/* ---- creation and end -------------------------------------------------------------------------------------------- */

static struct qpy_function *unused; /* functions whose code was freed */
static struct qpy_function *newest; /* all functions, those without a code object included */

/* Make a function available for other code. Its id stays with it, because each new id needs memory in the library. */
static void release(struct qpy_function *function)
{
    qprof_MethodID id = function->known.id;
    free(function->known.blocks);
    free(function->known.name);
    free(function->class_name);
    free(function->branches);
    *function = (struct qpy_function){.known.id = id, .next = unused, .earlier = function->earlier};
    unused = function;
}

/* Return a function without a name, NULL if out of memory. */
static struct qpy_function *take(void)
{
    struct qpy_function *function = unused;
    if (function) {
        unused = function->next;
        function->next = NULL;
        return function;
    }
    kit_library_lock();
    function = kit_function_new(sizeof *function);
    kit_library_unlock();
    if (function) {
        function->earlier = newest;
        newest = function;
    }
    return function;
}

void qpy_function_release(struct qpy_function *function)
{
    kit_library_lock();
    if (kit_function_is_registered(&function->known) && kit_library.qii.retire_method_id)
        kit_library.qii.retire_method_id(function->known.id);
    kit_library_unlock();
    release(function);
}

static struct qpy_function probe; /* compares the layout of extra data, and stands for no function */

/* A code object is freed, and our pointer with it. If the same code is loaded again, the library continues to count for
 * the retired method. When the interpreter ends, all code objects are freed, and retiring them would help nobody. */
static void code_freed(void *pointer)
{
    if (pointer && pointer != &probe && !Py_IsFinalizing())
        qpy_function_release(pointer);
}

/* Return whether the extra data of the running code is where we look for it. */
static bool layout_is_known(void)
{
    PyFrameObject *frame = PyEval_GetFrame();
    PyCodeObject *code = frame ? PyFrame_GetCode(frame) : NULL;
    bool result = code && PyUnstable_Code_SetExtra((PyObject *)code, qpy_function_extra, &probe) == 0 &&
                  qpy_function_known(code) == &probe;
    if (code)
        PyUnstable_Code_SetExtra((PyObject *)code, qpy_function_extra, NULL);
    PyErr_Clear();
    Py_XDECREF(code);
    return result;
}

static char *whole_name(const char *class_name, const char *name)
{
    return class_name ? kit_format("%s.%s", class_name, name) : strdup(name);
}

char *qpy_function_whole_name(const struct qpy_function *function)
{
    return whole_name(function->class_name, function->known.name);
}

void qpy_function_name_thread(const struct qpy_function *function, VthreadID thread)
{
    char *whole = qpy_function_whole_name(function);
    if (whole)
        kit_library.qii.set_thread_name_vt(whole, thread);
    free(whole);
}

/* Return whether the user wants to record a function. */
static bool is_selected(const struct qpy_function *function)
{
    if (!selection.filter && !selection.exclude)
        return true;
    char *whole = qpy_function_whole_name(function);
    bool selected = whole && (!selection.filter || kit_filter_matches(selection.filter, whole)) &&
                    !kit_filter_matches(selection.exclude, whole);
    free(whole);
    return selected;
}

/* Return whether a function belongs to the recorder. */
static bool is_own(const struct qpy_function *function)
{
    return function->source ? qpy_source_is_own(qpy_source_file(function->source))
                            : function->class_name && strcmp(function->class_name, "_qii") == 0;
}

static void select_function(struct qpy_function *function)
{
    function->left_out = is_own(function) || !is_selected(function);
}

const char *qpy_functions_begin(const struct qpy_selection *selected, const struct qpy_hook *wanted)
{
    free(selection.filter);
    free(selection.exclude);
    selection = *selected;
    hooks = wanted;
    for (struct qpy_function *function = newest; function; function = function->earlier)
        if (function->known.name)
            select_function(function);
    if (qpy_function_extra < 0)
        qpy_function_extra = PyUnstable_Eval_RequestCodeExtraIndex(code_freed);
    if (qpy_function_extra < 0)
        return "CPython has no space for another profiler's data in code objects";
    return layout_is_known() ? NULL : "the code objects of this CPython have an unknown layout";
}

/* Return a new function, NULL if out of memory. The name becomes a part of it, or is freed. */
static struct qpy_function *create(struct qpy_name name, struct qpy_source *source)
{
    struct qpy_function *function = name.name ? take() : NULL;
    if (!function) {
        free(name.name);
        free(name.class_name);
        return NULL;
    }
    function->known.name = name.name;
    function->class_name = name.class_name;
    function->source = source;
    select_function(function);
    return function;
}

void qpy_function_register(struct qpy_function *function)
{
    struct kit_definition definition = {.class_name = function->class_name,
                                        .flags = function->waiting | (function->loads ? QPROF_METHOD_FLAGS_LOADS : 0)};
    if (function->branches && kit_library.branches) {
        definition.branches = function->branches->items;
        definition.branch_count = function->branches->count;
        definition.targets = function->branches->targets;
        definition.target_count = function->branches->target_count;
    }
    kit_library_lock();
    if (function->source) {
        qpy_source_define(function->source);
        definition.file = qpy_source_file(function->source);
    }
    kit_function_register(&function->known, &definition);
    kit_library_unlock();
}

/* ---- code objects ------------------------------------------------------------------------------------------------ */

/* Read a signed number in the variable-length form of location tables: six bits a byte, least significant first. */
static int read_signed(const unsigned char *at)
{
    unsigned value = *at & 63;
    for (int shift = 6; *at & 64; shift += 6)
        value |= (*++at & 63u) << shift;
    return value & 1 ? -(int)(value >> 1) : (int)(value >> 1);
}

/* Return the lines of a code object as an array to be freed, NULL if out of memory. Each entry of its location table
 * begins with a byte whose bit 7 is set, and bits 3 to 6 say how the line changes. co_lines(), which makes a tuple for
 * each line, took a third of a program's start. */
static int *lines_of(const PyCodeObject *code, int *count)
{
    enum { ONE_LINE = 10, NO_COLUMNS = 13, LONG = 14 };
    const unsigned char *table = (const unsigned char *)PyBytes_AS_STRING(code->co_linetable);
    Py_ssize_t size = PyBytes_GET_SIZE(code->co_linetable);
    int *lines = malloc(((size_t)size + 1) * sizeof *lines);
    int line = code->co_firstlineno;
    for (Py_ssize_t at = 0; lines && at < size; at++) {
        int form = table[at] >> 3 & 15;
        if (!(table[at] & 128))
            continue;
        int before = line;
        if (form >= ONE_LINE && form < NO_COLUMNS)
            line += form - ONE_LINE;
        else if (form == NO_COLUMNS || form == LONG)
            line += read_signed(table + at + 1);
        if (line != before || *count == 0)
            lines[(*count)++] = line;
    }
    return lines;
}

/* Set the lines of a function: all of them if samples are taken, which have lines; otherwise the first and the last,
 * because finding the blocks of all lines would take as long as the rest of a function's registration. */
static void set_lines(struct kit_function *known, const PyCodeObject *code)
{
    int count = 0;
    int *lines = lines_of(code, &count);
    if (lines && count > 0 && !kit_library.qii.get_option("sample")) {
        for (int i = 1; i < count; i++)
            lines[1] = lines[i] > lines[1] ? lines[i] : lines[1];
        lines[0] = code->co_firstlineno;
        count = count > 2 ? 2 : count;
    }
    kit_function_set_lines(known, lines, lines ? count : 0);
    free(lines);
}

/* Return the offset of the instruction at which calls of a generator's code begin. It is created by instructions before
 * it and resumed after it. */
static int start_of(PyCodeObject *code)
{
    PyObject *bytes = PyCode_GetCode(code); /* the instructions before they were specialized or instrumented */
    Py_ssize_t size = bytes ? PyBytes_GET_SIZE(bytes) : 0;
    Py_ssize_t at = 0;
    while (at < size && (unsigned char)PyBytes_AS_STRING(bytes)[at] != RESUME)
        at += 2;
    Py_XDECREF(bytes);
    PyErr_Clear();
    return at < size ? (int)at : 0;
}

static enum qpy_kind kind_of(const PyCodeObject *code)
{
    if (code->co_flags & CO_COROUTINE)
        return QPY_COROUTINE;
    if (code->co_flags & (CO_ASYNC_GENERATOR | CO_ITERABLE_COROUTINE))
        return QPY_AWAITABLE;
    return code->co_flags & CO_GENERATOR ? QPY_GENERATOR : QPY_RESULT;
}

/* Return whether a module has this name, or is a submodule of the one that has it. */
static bool is_in(const char *module, const char *name)
{
    size_t length = strlen(name);
    return strncmp(module, name, length) == 0 && (module[length] == '\0' || module[length] == '.');
}

static const struct qpy_hook *hook_of(const char *module, const char *qualname)
{
    for (const struct qpy_hook *hook = hooks; module && qualname && hook->module; hook++)
        if (hook->qualname ? strcmp(module, hook->module) == 0 && strcmp(qualname, hook->qualname) == 0
                           : is_in(module, hook->module))
            return hook;
    return NULL;
}

static const struct qpy_hook *hook_of_code(PyCodeObject *code, PyObject *module)
{
    const char *name = module && PyUnicode_Check(module) ? PyUnicode_AsUTF8(module) : NULL;
    const char *qualname = PyUnicode_AsUTF8(code->co_qualname);
    PyErr_Clear();
    return hook_of(name, qualname);
}

/* Code of functions has local variables in its frame. */
bool qpy_function_loads(const PyCodeObject *code)
{
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    const char *qualname = PyUnicode_AsUTF8(code->co_qualname);
    PyErr_Clear();
    return !(code->co_flags & CO_OPTIMIZED) && file && *file != '<' && qualname && !strstr(qualname, "<locals>");
}

struct qpy_function *qpy_function_new(PyCodeObject *code, PyObject *module, struct qpy_source *source)
{
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    PyErr_Clear();
    bool is_file = !source;
    if (!source)
        source = qpy_source_of(file ? file : "?");
    struct qpy_function *function = source ? create(qpy_naming_of_code(code->co_qualname, module), source) : NULL;
    if (function)
        function->loads = is_file && qpy_function_loads(code);
    return function;
}

static struct qpy_function *create_of_code(PyCodeObject *code, PyFrameObject *frame)
{
    static PyObject *name;
    if (!name)
        name = PyUnicode_InternFromString("__name__");
    PyObject *globals = PyFrame_GetGlobals(frame);
    PyObject *module = name ? PyDict_GetItemWithError(globals, name) : NULL;
    struct qpy_function *function = qpy_function_new(code, module, NULL);
    if (function)
        function->hook = hook_of_code(code, module);
    Py_DECREF(globals);
    if (!function)
        return NULL;
    set_lines(&function->known, code);
    function->kind = kind_of(code);
    if (function->kind != QPY_RESULT)
        function->start = start_of(code);
    else if (function->hook && function->hook->role == QPY_CALLBACK)
        function->kind = QPY_CALLBACK_RESULT;
    if (PyUnstable_Code_SetExtra((PyObject *)code, qpy_function_extra, function) == 0)
        return function;
    release(function);
    return NULL;
}

/* The collector is off while a function is created, because finalizers would run unseen in our callback. */
struct qpy_function *qpy_function_of_code(PyCodeObject *code, PyFrameObject *frame)
{
    struct qpy_function *function = qpy_function_known(code);
    if (function)
        return function;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    int collects = PyGC_Disable();
    function = frame ? create_of_code(code, frame) : NULL;
    PyErr_Clear();
    if (collects)
        PyGC_Enable();
    PyErr_Restore(type, value, traceback);
    if (!function)
        qpy_note_lost_call();
    return function;
}

/* ---- C functions ------------------------------------------------------------------------------------------------- */

/* Return the address that identifies a C function. All classes share one PyMethodDef for __new__, so there it is the
 * class. */
static void *c_key(PyCFunctionObject *callable)
{
    PyObject *self = PyCFunction_GET_SELF(callable);
    bool is_new = self && PyType_Check(self) && strcmp(callable->m_ml->ml_name, "__new__") == 0;
    return is_new ? (void *)self : (void *)callable->m_ml;
}

static struct qpy_name name_of_c(PyObject *callable)
{
    return PyCFunction_Check(callable) ? qpy_naming_of_c((PyCFunctionObject *)callable)
                                       : qpy_naming_of_method((PyMethodDescrObject *)callable);
}

/* If this function creates subinterpreters, note that their code is not recorded. */
static void note_subinterpreters(const struct qpy_function *function)
{
    const char *module = function->class_name ? function->class_name : "";
    if (strcmp(function->known.name, "create") == 0 &&
        (strcmp(module, "_interpreters") == 0 || strcmp(module, "_xxsubinterpreters") == 0))
        qpy_note_lost("code of subinterpreters", "only the main interpreter is recorded");
}

/* Return the new function of a C function or a method. */
static struct qpy_function *create_of_c(PyObject *callable, const PyMethodDef *def, void *key)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    int collects = PyGC_Disable();
    struct qpy_function *function = create(name_of_c(callable), NULL);
    PyErr_Clear();
    if (collects)
        PyGC_Enable();
    PyErr_Restore(type, value, traceback);
    if (!function) {
        qpy_note_lost_call();
        return NULL;
    }
    note_subinterpreters(function);
    function->hook = hook_of(function->class_name, function->known.name);
    function->waiting = qpy_waiting_flags(function->class_name, function->known.name);
    function->def_name = def->ml_name;
    function->def_function = def->ml_meth;
    if (kit_hashmap_put(&qpy_functions_in_c, (uintptr_t)key, function) == 0) {
        if (key != (void *)def)
            Py_INCREF(key); /* so that no other class is at this address */
        return function;
    }
    release(function);
    qpy_note_lost_call();
    return NULL;
}

struct qpy_function *qpy_function_of_c(PyCFunctionObject *callable)
{
    void *key = c_key(callable);
    struct qpy_function *function = qpy_function_find_c(callable->m_ml, key);
    return function ? function : create_of_c((PyObject *)callable, callable->m_ml, key);
}

struct qpy_function *qpy_function_create_of_method(PyMethodDescrObject *method)
{
    return create_of_c((PyObject *)method, method->d_method, method->d_method);
}
