#include "bindings/python/cover/contexts.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/python/cover/counted.h"
#include "bindings/python/functions/function.h"

static bool has_begun;  /* the program has set a context */
static unsigned period; /* number of changes of the context so far */

/* ---- changes ----------------------------------------------------------------------------------------------------- */

/* The context has changed from one number to another one. */
static int changed(int before)
{
    if (before >= 0) {
        period++;
        qpy_counted_context_changed();
    }
    return before;
}

static void begin(void);

int qpy_contexts_set(const char *name)
{
    if (!kit_library.qii.context || !kit_library.qii.return_to_context)
        return -1;
    begin();
    return changed(kit_library.qii.context(name));
}

int qpy_contexts_return(int number)
{
    return changed(kit_library.qii.return_to_context(number));
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

/* File that was loaded in a context of its own. */
struct load {
    char *file;
    unsigned used; /* period in which a use of the file was reported last */
};

static struct kit_hashmap loads; /* by the hash of the file name */

static uint64_t key_of(const char *file)
{
    return kit_hash(file, strlen(file));
}

/* Add a file to those that were loaded in a context. Return false if out of memory. */
static bool add_load(const char *file)
{
    if (kit_hashmap_get(&loads, key_of(file)))
        return true;
    struct load *load = calloc(1, sizeof *load);
    if (load)
        load->file = strdup(file);
    if (load && load->file && kit_hashmap_put(&loads, key_of(file), load) == 0)
        return true;
    if (load)
        free(load->file);
    free(load);
    return false;
}

/* The running context uses a file. If the file was loaded in a context of its own, the load counts for the running
 * context, too. */
static void use_file(const char *file)
{
    struct load *load = kit_hashmap_get(&loads, key_of(file));
    if (!load || load->used == period)
        return;
    int before = kit_library.qii.context_load(load->file); /* the library stores in which context a load begins */
    if (before >= 0)
        kit_library.qii.return_to_context(before);
    load->used = period;
}

static void use_module(PyObject *module)
{
    PyObject *file =
        module && PyModule_Check(module) ? PyDict_GetItemString(PyModule_GetDict(module), "__file__") : NULL;
    const char *name = file && PyUnicode_Check(file) ? PyUnicode_AsUTF8(file) : NULL;
    if (name)
        use_file(name);
}

/* The running context uses all packages that contain a module; and the module itself, if `whole`. */
static void use_name(const char *name, bool whole)
{
    for (const char *end = strchr(name, '.'); end; end = strchr(end + 1, '.')) {
        PyObject *package = PyUnicode_DecodeUTF8(name, end - name, NULL);
        use_module(package ? PyDict_GetItem(PyImport_GetModuleDict(), package) : NULL);
        Py_XDECREF(package);
    }
    if (whole)
        use_module(PyDict_GetItemString(PyImport_GetModuleDict(), name));
}

/* Return the name of the module that has these globals, NULL if they are not those of a module: a program may execute
 * a file in a dictionary of its own. */
static const char *module_of(PyObject *globals)
{
    PyObject *name = globals && PyDict_Check(globals) ? PyDict_GetItemString(globals, "__name__") : NULL;
    PyObject *module = name && PyUnicode_Check(name) ? PyDict_GetItem(PyImport_GetModuleDict(), name) : NULL;
    return module && PyModule_Check(module) && PyModule_GetDict(module) == globals ? PyUnicode_AsUTF8(name) : NULL;
}

int qpy_contexts_load(PyObject *code, PyObject *globals)
{
    PyCodeObject *of = (PyCodeObject *)code;
    if (!has_begun || !kit_library.qii.context_load || !qpy_counted_is(of) || !qpy_function_loads(of))
        return -1;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    const char *module = module_of(globals);
    const char *file = module ? PyUnicode_AsUTF8(of->co_filename) : NULL;
    int before = -1;
    if (file && add_load(file)) {
        before = changed(kit_library.qii.context_load(file));
        use_name(module, false);
    }
    PyErr_Restore(type, value, traceback);
    return before;
}

/* ---- imports ----------------------------------------------------------------------------------------------------- */

static PyObject *import_of_python;

/* The running context has executed an import statement whose value is `imported`. A module that was loaded before is
 * used, too: its load could have failed. */
static void use_import(PyObject *name, PyObject *imported, PyObject *items)
{
    bool names_items = items && (PyTuple_Check(items) || PyList_Check(items)) && PySequence_Fast_GET_SIZE(items) > 0;
    PyObject *module = names_items && PyModule_Check(imported) ? PyModule_GetNameObject(imported) : Py_NewRef(name);
    const char *text = module && PyUnicode_Check(module) ? PyUnicode_AsUTF8(module) : NULL;
    if (text)
        use_name(text, true);
    for (Py_ssize_t i = 0; text && names_items && i < PySequence_Fast_GET_SIZE(items); i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(items, i);
        PyObject *submodule = PyUnicode_Check(item) ? PyUnicode_FromFormat("%s.%U", text, item) : NULL;
        use_module(submodule ? PyDict_GetItem(PyImport_GetModuleDict(), submodule) : NULL);
        Py_XDECREF(submodule);
    }
    Py_XDECREF(module);
    PyErr_Clear();
}

/* This is builtins.__import__(name, globals, locals, fromlist, level). */
static PyObject *import(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    (void)self;
    PyObject *imported = PyObject_Vectorcall(import_of_python, arguments, (size_t)count, names);
    if (imported && count > 0 && loads.count > 0 && kit_library.qii.is_running())
        use_import(arguments[0], imported, count > 3 ? arguments[3] : NULL);
    return imported;
}

static PyMethodDef import_def = {"__import__", (PyCFunction)(void (*)(void))import, METH_FASTCALL | METH_KEYWORDS,
                                 NULL};

static void begin(void)
{
    if (has_begun || !qpy_counted_has_begun())
        return;
    has_begun = true;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *builtins = PyEval_GetBuiltins();
    import_of_python = Py_XNewRef(PyDict_GetItemString(builtins, "__import__"));
    PyObject *module = PyUnicode_FromString("builtins");
    PyObject *ours = import_of_python && module ? PyCFunction_NewEx(&import_def, NULL, module) : NULL;
    if (ours)
        PyDict_SetItemString(builtins, "__import__", ours);
    Py_XDECREF(ours);
    Py_XDECREF(module);
    PyErr_Restore(type, value, traceback);
}
