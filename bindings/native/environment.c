/* environment.c - variables in which interfaces of libraries look for a tool.
 *
 * The libraries find them by this getenv, which precedes that of the C library. They are not in the environment, so
 * neither the program nor its children see them. A variable that the user has set keeps its value. */
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/native/beside.h"
#include "bindings/native/start.h"

/* A variable and the file that it names, which is beside this library. */
struct answer {
    const char *variable;
    const char *file;
    const char *newer; /* variable that replaces this one, NULL = none */
};

static const struct answer answers[] = {
    {"INTEL_LIBITTNOTIFY64", "native.so", NULL},
    {"INTEL_JIT_PROFILER64", "jit.so", NULL},
    {"KOKKOS_TOOLS_LIBS", "native.so", NULL},
    {"KOKKOS_PROFILE_LIBRARY", "native.so", "KOKKOS_TOOLS_LIBS"},
};

static char *variable_of_user(const char *name)
{
    size_t length = strlen(name);
    for (char **variable = environ; variable && *variable; variable++)
        if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=')
            return *variable + length + 1;
    return NULL;
}

/* The constants of a file, in which a text is sought. */
struct constants {
    uintptr_t address; /* address in the file's code */
    const char *text;
    bool found;
};

static int search_constants(struct dl_phdr_info *info, size_t size, void *data)
{
    struct constants *search = data;
    bool contains = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        contains =
            contains || (info->dlpi_phdr[i].p_type == PT_LOAD &&
                         search->address - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr < info->dlpi_phdr[i].p_memsz);
    for (int i = 0; contains && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & (PF_R | PF_W)) == PF_R)
            search->found = search->found || memmem((const char *)info->dlpi_addr + segment->p_vaddr, segment->p_memsz,
                                                    search->text, strlen(search->text) + 1);
    }
    return contains;
}

/* Return whether the variable is left to the user, who has set the newer one, or to a later look-up: a library that
 * knows the newer variable warns about this one. */
static bool is_replaced(const struct answer *answer, const void *caller)
{
    struct constants search = {(uintptr_t)caller, answer->newer, false};
    if (!answer->newer)
        return false;
    if (variable_of_user(answer->newer))
        return true;
    dl_iterate_phdr(search_constants, &search);
    return search.found;
}

/* Return our value of a variable, NULL if it has none. */
static char *value_of(const struct answer *answer, const void *caller)
{
    static char paths[sizeof answers / sizeof *answers][4096];
    char *path = paths[answer - answers];
    if (is_replaced(answer, caller) || !native_beside(path, sizeof paths[0], answer->file) || access(path, R_OK) != 0)
        return NULL;
    return path;
}

/* The user's own tool gets the events of this interface. */
static void report_other(const char *name)
{
    static bool reported;
    if (!__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "qii run: %s names another tool, so qii does not record this interface\n", name);
}

__attribute__((visibility("default"))) char *getenv(const char *name)
{
    char *value = variable_of_user(name);
    if (name[0] != 'I' && name[0] != 'K')
        return value;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (strcmp(name, answers[i].variable) != 0 || !native_is_launched() || native_sampling())
            continue;
        if (!value)
            return value_of(&answers[i], __builtin_return_address(0));
        report_other(name);
    }
    return value;
}
