/* preload.c - starts the recorder in an interpreter with the option -E, -I or -S, which ignores PYTHONPATH or does not
 * import sitecustomize. `qii python` names this library in LD_PRELOAD.
 *
 * The library is loaded before the interpreter begins. It loads the recorder for the interpreter's version, and sets an
 * audit hook, which CPython calls when the program is about to run. The environment is restored before the interpreter
 * reads it. Programs that run before the interpreter, such as a shell script that selects it, pass the variables on. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/preloaded.h"

static char *settings; /* NULL = the recorder has begun */
static void (*begin)(const char *settings);

/* The hook cannot be removed, so it must be quick. */
static int audit(const char *event, void *arguments, void *data)
{
    (void)arguments;
    (void)data;
    if (settings && strncmp(event, "cpython.run_", 12) == 0) {
        char *own = settings;
        settings = NULL;
        begin(own);
        free(own);
    }
    return 0;
}

static void give_up(const char *message, const char *detail)
{
    fprintf(stderr, "qii python: %s%s\n", message, detail);
    _exit(125);
}

/* Load the module _qii for an interpreter with this version, such as "3.11.2 (main, ...". The module is in the folder
 * pythonVERSION, beside the folder python, in which is the folder of this library. */
static void load(const char *library, const char *version)
{
    char path[4096], number[16];
    const char *start = strstr(library, "/python/start/");
    snprintf(number, sizeof number, "%.*s", (int)strcspn(strchr(version, '.') + 1, ".") + 2, version);
    if (!start || strstr(version, "free-threading"))
        give_up("qii has no module for CPython ", version);
    snprintf(path, sizeof path, "%.*s/python%s/_qii.so", (int)(start - library), library, number);
    if (access(path, R_OK) != 0)
        give_up("qii has no module for CPython ", number);
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *address = module ? dlsym(module, "qii_python_begin") : NULL;
    if (!address)
        give_up("cannot load the recorder: ", dlerror());
    memcpy(&begin, &address, sizeof begin);
}

__attribute__((constructor)) static void loaded(void)
{
    int (*add_hook)(int (*hook)(const char *, void *, void *), void *data);
    const char *(*version)(void);
    void *addresses[] = {dlsym(RTLD_DEFAULT, "PySys_AddAuditHook"), dlsym(RTLD_DEFAULT, "Py_GetVersion")};
    static const char here;
    Dl_info library;
    if (!addresses[0] || !addresses[1] || !dladdr(&here, &library))
        return; /* this is no interpreter */
    settings = kit_preloaded_take("QII_PYTHON_SETTINGS");
    if (!settings)
        return;
    memcpy(&add_hook, &addresses[0], sizeof add_hook);
    memcpy(&version, &addresses[1], sizeof version);
    load(library.dli_fname, version());
    add_hook(audit, NULL);
}
