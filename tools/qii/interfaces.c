#include "tools/qii/interfaces.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "tools/qii/command.h"
#include "tools/qii/library_path.h"
#include "tools/qii/program.h"

enum { MOST_FILES = 10000 }; /* a valid program has fewer */

static const struct {
    const char *name;
    bool recorded;
    const char *meaning;
} interfaces[QII_INTERFACES] = {
    [QII_HAS_INSTRUMENT] = {"-finstrument-functions", true, "calls of its functions"},
    [QII_HAS_OMPT] = {"OpenMP (OMPT)", true, "tasks, parallel regions, loops, waits"},
    [QII_HAS_OPENMP] = {"OpenMP", false, "not recorded: this runtime has no OMPT; link with clang's libomp"},
    [QII_HAS_ITT] = {"ITT", true, "tasks, frames, regions, waits"},
    [QII_HAS_JIT] = {"JIT profiling", true, "names of methods compiled at run time"},
    [QII_HAS_KOKKOS] = {"Kokkos Tools", true, "kernels, regions, fences, copies"},
    [QII_HAS_GPROF] = {"-pg", false, "not recorded: compile with -finstrument-functions instead"},
};

struct list {
    const char *command;
    struct qii_mapped **all; /* the program comes first */
    size_t count;
};

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void append(struct list *list, char *name, char *path, const struct qii_mapped *needed_by)
{
    struct qii_mapped *mapped = qii_checked(calloc(1, sizeof *mapped), list->command);
    *mapped = (struct qii_mapped){.name = name, .path = path, .needed_by = needed_by};
    if (path && qii_elf_file_read(&mapped->file, path, list->command) == 0 && mapped->file.is_elf)
        qii_elf_file_scan(&mapped->file, path);
    list->all = qii_checked(realloc(list->all, (list->count + 1) * sizeof(void *)), list->command);
    list->all[list->count++] = mapped;
}

static bool is_mapped(const struct list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->all[i]->name, name) == 0 ||
            (list->all[i]->file.soname && strcmp(list->all[i]->file.soname, name) == 0))
            return true;
    return false;
}

/* Append the libraries of all files, also those that are appended here. */
static void append_libraries(struct list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct qii_mapped *mapped = list->all[i];
        for (size_t k = 0; k < mapped->file.needed_count && list->count < MOST_FILES; k++) {
            const char *name = mapped->file.needed[k];
            if (!is_mapped(list, name))
                append(list, qii_format(list->command, "%s", name), qii_library_path(mapped, name, list->command),
                       mapped);
        }
    }
}

static void fini(struct list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        qii_elf_file_fini(&list->all[i]->file);
        free(list->all[i]->name);
        free(list->all[i]->path);
        free(list->all[i]);
    }
    free(list->all);
}

/* ---- table ------------------------------------------------------------------------------------------------------- */

/* Print the files with interfaces. Return whether one of them is recorded. */
static bool print_table(const struct list *list)
{
    bool any = false, recorded = false;
    size_t without = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct qii_mapped *mapped = list->all[i];
        without += mapped->path && !mapped->file.interfaces;
        for (int k = 0; k < QII_INTERFACES; k++) {
            if (!(mapped->file.interfaces & 1u << k))
                continue;
            if (!any)
                printf("%-24s%-66s%s\n", "interface", "what is recorded", "file");
            printf("%-24s%-66s%s\n", interfaces[k].name, interfaces[k].meaning, mapped->path);
            any = true;
            recorded = recorded || interfaces[k].recorded;
        }
    }
    if (without)
        printf("%s%zu %sfile%s without an interface\n", any ? "and " : "", without, any ? "more " : "",
               qp_number_plural(without));
    for (size_t i = 0; i < list->count; i++)
        if (!list->all[i]->path)
            printf("not found: %s, which %s needs\n", list->all[i]->name, list->all[i]->needed_by->path);
    return recorded;
}

static int list_program(const char *command, const char *name, const char *path)
{
    struct list list = {.command = command};
    struct qii_elf_file file;
    char *runtime;
    int error = qii_elf_file_read(&file, path, command);
    bool is_elf = file.is_elf;
    qii_elf_file_fini(&file);
    if (error || !is_elf) {
        fprintf(stderr, "%s: cannot read %s: %s\n", command, path, error ? strerror(error) : "it is no program");
        return QII_UNREADABLE;
    }
    char *refused = qii_program_refuses(command, path, &runtime);
    append(&list, qii_format(command, "%s", path), qii_format(command, "%s", path), NULL);
    append_libraries(&list);
    if (qii_program_is_script(command, name))
        printf("%s is a script, which this program runs: %s\n", name, path);
    bool recorded = print_table(&list);
    fini(&list);
    if (!recorded && !refused)
        puts("no interface: compile with -finstrument-functions, or take samples with --sample");
    if (runtime)
        printf("the sanitizer's runtime %s is loaded before the recorder\n", runtime);
    if (refused)
        printf("cannot be recorded: %s\n", refused);
    free(runtime);
    free(refused);
    return recorded && !refused ? QII_OK : QII_NO;
}

int qii_interfaces_list(const char *command, const char *name)
{
    char *path = qii_program_find(command, name);
    if (!path) {
        fprintf(stderr, "%s: there is no program %s\n", command, name);
        return QII_UNREADABLE;
    }
    int code = list_program(command, name, path);
    free(path);
    return qii_output_end(code);
}
