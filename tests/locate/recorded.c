/* Inlined functions, an unloaded library and an interpreter. tests/locate/recorded expects these line numbers. */
#include "tests/locate/apart.h"
#include <VT.h>
#include <qprof.h>

#include <dlfcn.h>
#include <stdio.h>

static int state;

static APART void stack_here(void)
{
    int here = VT_NOSCL;
    VT_sclstack(NULL, NULL, 0, 15, &here);
    VT_enter(state, here);
    VT_leave(VT_NOSCL);
}

static inline __attribute__((always_inline)) int innermost(int x)
{
    VT_begin(state);
    VT_end(state);
    return x + 1;
}

APART int outer(int x)
{
    return innermost(x) * 2;
}

static APART int call_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    int (*shown)(void (*)(void)) = library ? (int (*)(void (*)(void)))dlsym(library, "shown") : NULL;
    if (!shown) {
        fprintf(stderr, "recorded: %s\n", dlerror());
        return 1;
    }
    int ok = shown(stack_here) == 2;
    dlclose(library);
    return ok ? 0 : 1;
}

static APART void interpret(void)
{
    qprof_record_fn_entry(2, 20);
    stack_here();
    qprof_record_fn_exit(20);
}

int main(int argc, char **argv)
{
    int failed = 0;
    VT_initialize(&argc, &argv);
    if (qprof_initialize("-quiet", NULL) < 0)
        return 1;
    VT_funcdef("work", VT_NOCLASS, &state);
    qprof_register_method_id(1, "main", NULL, QPROF_METHOD_FLAGS_NONE, "main.toy", NULL, 0);
    qprof_register_method_id(2, "step", "Solver", QPROF_METHOD_FLAGS_NONE, "solver.toy", NULL, 0);
    failed |= outer(argc) == 0;
    for (int i = 1; i < argc; i++)
        failed |= call_library(argv[i]);
    qprof_record_fn_entry(1, 10);
    interpret();
    qprof_record_fn_exit(10);
    qprof_shutdown();
    VT_finalize();
    return failed;
}
