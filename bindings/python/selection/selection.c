#include "bindings/python/selection/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/settings.h"
#include "bindings/kit/strings.h"
#include "bindings/python/selection/settings.h"
#include "bindings/python/selection/unloaded.h"
#include "bindings/python/text/source_text.h"

static struct qpy_settings settings;

/* ---- modules ----------------------------------------------------------------------------------------------------- */

/* Return a text in a dictionary or of an attribute as a copy, NULL if there is none. */
static char *text_of(PyObject *object)
{
    const char *text = object && PyUnicode_Check(object) ? PyUnicode_AsUTF8(object) : NULL;
    PyErr_Clear();
    return text ? strdup(text) : NULL;
}

/* Return the name of the file without directory and suffix. */
static char *name_of_script(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    return strndup(name, strcspn(name, "."));
}

/* Return the name under which the module can be imported, to be freed; NULL if unknown. That of a program is in its
 * loader (-m), or is the name of its file. */
static char *module_of(const char *file, PyObject *globals)
{
    char *name = globals ? text_of(PyDict_GetItemString(globals, "__name__")) : NULL;
    if (name && strcmp(name, "__main__") != 0)
        return name;
    free(name);
    PyObject *loader = globals ? PyDict_GetItemString(globals, "__loader__") : NULL;
    PyObject *attribute = loader ? PyObject_GetAttrString(loader, "name") : NULL;
    name = text_of(attribute);
    Py_XDECREF(attribute);
    PyErr_Clear();
    if (name && strcmp(name, "__main__") != 0)
        return name;
    free(name);
    return name_of_script(file);
}

static bool is_in_package(const char *file, PyObject *globals)
{
    char *module = settings.packages.count ? module_of(file, globals) : NULL;
    bool is = module && qpy_names_contain_module(&settings.packages, module);
    free(module);
    return is;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Return whether a file belongs to an installed package or program. coverage.py asks sysconfig for the directories;
 * their names on all systems are these, and importing it would add 10 ms to each start. */
static bool is_installed(const char *path)
{
    return strstr(path, "/site-packages/") || strstr(path, "/dist-packages/") ||
           qpy_names_contain_path(&settings.programs, path);
}

static bool is_installed_source(void)
{
    for (int i = 0; i < settings.sources.count; i++) {
        const char *source = settings.sources.items[i];
        size_t length = strlen(source);
        if (is_installed(source) || (length > 14 && (strcmp(source + length - 14, "/site-packages") == 0 ||
                                                     strcmp(source + length - 14, "/dist-packages") == 0)))
            return true;
    }
    return false;
}

/* Return whether --include names a file. */
static bool is_named(const char *path)
{
    bool named = qpy_names_contain_path(&settings.folders, path);
    for (int i = 0; !named && i < settings.files.count; i++)
        named = strcmp(settings.files.items[i], path) == 0;
    return named;
}

/* Return whether a file is inside of what the settings select. */
static bool is_selected(const char *file, const char *path, PyObject *globals)
{
    if (is_named(path))
        return true;
    if (settings.sources.count || settings.packages.count) {
        bool in_source =
            qpy_names_contain_path(&settings.sources, path) && (!is_installed(path) || is_installed_source());
        return in_source || is_in_package(file, globals);
    }
    if (settings.include)
        return qpy_settings_match(settings.include, path);
    /* Debian's sitecustomize.py is a link to a file in /etc. */
    bool in_library =
        qpy_names_contain_path(&settings.library, path) || qpy_names_contain_path(&settings.library, file);
    return !in_library && !is_installed(path);
}

static bool is_left_out(const char *path)
{
    return (settings.omit && qpy_settings_match(settings.omit, path)) ||
           (settings.report && !qpy_settings_match(settings.report, path));
}

/* Return the real path of a file, or the absolute path if there is no such file. */
static char *path_of(const char *file)
{
    char *path = realpath(file, NULL);
    if (path || *file == '/')
        return path ? path : strdup(file);
    char *directory = getcwd(NULL, 0);
    path = directory ? kit_format("%s/%s", directory, file) : NULL;
    free(directory);
    return path;
}

/* ---- files asked about
 * -------------------------------------------------------------------------------------------------
 */

static struct kit_hashmap known; /* by the hash of a file's name: `yes` or `no` */
static char yes, no;

/* Return whether a file may contain Python source. Template engines compile other files. */
static bool is_python(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return !dot || strncmp(dot, ".py", 3) == 0;
}

/* Return whether a file is covered that is asked about for the first time. */
static bool decide(const char *name, PyObject *globals)
{
    char *path = path_of(name);
    if (path)
        qpy_unloaded_mark(path);
    bool covers =
        path && *name && *name != '<' && is_python(path) && is_selected(name, path, globals) && !is_left_out(path);
    free(path);
    return covers;
}

bool qpy_selection_covers(const char *name, PyObject *globals)
{
    uint64_t key = kit_hash(name, strlen(name));
    const char *answer = kit_hashmap_get(&known, key);
    if (answer)
        return answer == &yes;
    bool covers = decide(name, globals);
    kit_hashmap_put(&known, key, covers ? &yes : &no);
    return covers;
}

struct qpy_statements *qpy_selection_statements(const char *name, PyObject *globals)
{
    PyObject *text = qpy_source_text(name, globals);
    struct qpy_statements *statements =
        text ? qpy_statements_read(PyBytes_AS_STRING(text), (size_t)PyBytes_GET_SIZE(text), &settings.exclusions)
             : NULL;
    Py_XDECREF(text);
    return statements;
}

const struct qpy_exclusions *qpy_selection_exclusions(void)
{
    return &settings.exclusions;
}

/* ---- begin ------------------------------------------------------------------------------------------------------- */

bool qpy_selection_begin(struct kit_settings *options, PyObject *read)
{
    settings = (struct qpy_settings){0};
    kit_hashmap_fini(&known);
    known = (struct kit_hashmap){0};
    qpy_unloaded_begin();
    const char *files = options->texts[KIT_FILES];
    bool selects = !files || strcmp(files, "all") != 0;
    PyObject *dictionary =
        PyObject_CallFunction(read, "zzi", options->texts[KIT_CONFIGURATION], options->texts[KIT_INCLUDE], selects);
    bool is_read = dictionary && qpy_settings_read(&settings, dictionary);
    Py_XDECREF(dictionary);
    if (settings.branches && options->cover == KIT_COVER_LINES)
        options->cover = KIT_COVER_BRANCHES;
    return is_read;
}

/* ---- files that were not loaded ---------------------------------------------------------------------------------- */

/* Print the exception that is set, and clear it. */
static void report_failure(const char *path)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    PyObject *text = value ? PyObject_Str(value) : NULL;
    const char *why = text ? PyUnicode_AsUTF8(text) : NULL;
    fprintf(stderr, "qii: %s is left out, since it cannot be compiled: %s\n", path, why ? why : "?");
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    PyErr_Clear();
}

static void add_unloaded(void *data, const char *path)
{
    qpy_unloaded_module *add = *(qpy_unloaded_module **)data;
    if (is_left_out(path))
        return;
    PyObject *code = qpy_unloaded_compile(path);
    char *name = qpy_unloaded_name(path);
    if (code && PyCode_Check(code))
        add(path, name ? name : "?", (PyCodeObject *)code);
    else
        report_failure(path);
    free(name);
    Py_XDECREF(code);
}

bool qpy_selection_has_unloaded(void)
{
    return settings.sources.count || settings.packages.count || settings.folders.count || settings.files.count;
}

void qpy_selection_unloaded(qpy_unloaded_module *add)
{
    qpy_unloaded_find(&settings, add_unloaded, &add);
}
