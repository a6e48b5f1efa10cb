#include "bindings/python/selection/unloaded.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/python/text/source_text.h"

/* Hashes of the real paths of files that were loaded or found. Two paths have the same hash with a probability of
 * 2^-64. */
static struct kit_hashmap seen;

/* Mark a path. Return whether it is new. */
static bool is_new(const char *path)
{
    uint64_t key = kit_hash(path, strlen(path));
    if (kit_hashmap_get(&seen, key))
        return false;
    kit_hashmap_put(&seen, key, &seen);
    return true;
}

void qpy_unloaded_begin(void)
{
    kit_hashmap_fini(&seen);
    seen = (struct kit_hashmap){0};
}

void qpy_unloaded_mark(const char *path)
{
    is_new(path);
}

/* ---- directories ---------------------------------------------------------------------------------------------------
 */

/* Return whether a file's name is that of a module: no editor writes names with other characters for backups. */
static bool is_module(const char *name)
{
    size_t length = strlen(name);
    size_t end = length > 4 && strcmp(name + length - 4, ".pyw") == 0 ? length - 4 : length - 3;
    bool python = length > 3 && (end == length - 4 || strcmp(name + end, ".py") == 0);
    return python && strcspn(name, ".#~!$@%^&*()+=,") == end;
}

static bool is_package(const char *directory)
{
    char *name = kit_format("%s/__init__.py", directory);
    bool is = name && access(name, F_OK) == 0;
    free(name);
    return is;
}

/* Find the modules in a directory, and in those of its directories that are packages. */
static void walk(const char *directory, void (*found)(void *data, const char *path), void *data)
{
    char *const roots[] = {(char *)directory, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *entry; tree && (entry = fts_read(tree));) {
        if (entry->fts_info == FTS_D && entry->fts_level > 0 && !is_package(entry->fts_path))
            fts_set(tree, entry, FTS_SKIP);
        bool is_file = entry->fts_info == FTS_F || entry->fts_info == FTS_SL;
        char *path = is_file && is_module(entry->fts_name) ? realpath(entry->fts_path, NULL) : NULL;
        if (path && is_new(path))
            found(data, path);
        free(path);
    }
    if (tree)
        fts_close(tree);
}

/* Return the directory of a loaded package to be freed, NULL if it is a module or was not loaded. */
static char *directory_of(const char *package)
{
    PyObject *name = PyUnicode_DecodeFSDefault(package);
    PyObject *module = name ? PyImport_GetModule(name) : NULL;
    PyObject *file = module ? PyObject_GetAttrString(module, "__file__") : NULL;
    const char *text = file && PyUnicode_Check(file) ? PyUnicode_AsUTF8(file) : NULL;
    const char *slash = text ? strrchr(text, '/') : NULL;
    char *directory = slash && strncmp(slash, "/__init__.", 10) == 0 ? strndup(text, (size_t)(slash - text)) : NULL;
    char *path = directory ? realpath(directory, NULL) : NULL;
    free(directory);
    Py_XDECREF(file);
    Py_XDECREF(module);
    Py_XDECREF(name);
    PyErr_Clear();
    return path;
}

void qpy_unloaded_find(const struct qpy_settings *settings, void (*found)(void *data, const char *path), void *data)
{
    for (int i = 0; i < settings->files.count; i++)
        if (is_new(settings->files.items[i]))
            found(data, settings->files.items[i]);
    for (int i = 0; i < settings->packages.count; i++) {
        char *directory = directory_of(settings->packages.items[i]);
        if (directory)
            walk(directory, found, data);
        free(directory);
    }
    for (int i = 0; i < settings->folders.count; i++)
        walk(settings->folders.items[i], found, data);
    for (int i = 0; i < settings->sources.count; i++)
        walk(settings->sources.items[i], found, data);
}

/* ---- modules -------------------------------------------------------------------------------------------------------
 */

char *qpy_unloaded_name(const char *path)
{
    char *rest = strdup(path); /* the part of the path before the name */
    char *slash = rest ? strrchr(rest, '/') : NULL;
    char *name = slash ? strndup(slash + 1, strcspn(slash + 1, ".")) : NULL;
    while (name && slash) {
        *slash = '\0';
        slash = is_package(rest) ? strrchr(rest, '/') : NULL;
        if (!slash)
            break;
        char *longer = strcmp(name, "__init__") == 0 ? strdup(slash + 1) : kit_format("%s.%s", slash + 1, name);
        free(name);
        name = longer;
    }
    free(rest);
    return name;
}

/* ---- compilation ---------------------------------------------------------------------------------------------------
 */

/* Return the list of filters for warnings, a new reference, NULL if there is none. */
static PyObject *filters(void)
{
    PyObject *warnings = PyImport_ImportModule("_warnings");
    PyObject *list = warnings ? PyObject_GetAttrString(warnings, "filters") : NULL;
    Py_XDECREF(warnings);
    PyErr_Clear();
    return list;
}

PyObject *qpy_unloaded_compile(const char *path)
{
    PyObject *list = filters();
    PyObject *ignore = Py_BuildValue("(sOOOi)", "ignore", Py_None, PyExc_Warning, Py_None, 0);
    bool ignored = list && ignore && PyList_Check(list) && PyList_Insert(list, 0, ignore) == 0;
    PyObject *text = qpy_source_bytes(path);
    PyObject *name = PyUnicode_DecodeFSDefault(path);
    PyObject *compile = PyDict_GetItemString(PyEval_GetBuiltins(), "compile");
    PyObject *code = text && name && compile ? PyObject_CallFunction(compile, "OOsii", text, name, "exec", 0, 1) : NULL;
    Py_XDECREF(text);
    Py_XDECREF(name);
    if (ignored && PyList_GET_SIZE(list) > 0 && PyList_GET_ITEM(list, 0) == ignore)
        PySequence_DelItem(list, 0);
    Py_XDECREF(ignore);
    Py_XDECREF(list);
    return code;
}
