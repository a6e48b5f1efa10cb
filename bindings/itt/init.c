/* init.c - the function by which the static parts of ITT initialize this library.
 *
 * Several static parts may live in one process: libomp, oneTBB and oneDNN have one each. Each calls __itt_api_init. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bindings/itt/functions.h"
#include "bindings/itt/series.h"
#include "bindings/itt/unmatched.h"
#include "bindings/native/start.h"

enum { MAJOR = 3, OLD_BUILD = 20101001 /* its table has no null functions */ };

static const struct itt_named *const lists[] = {itt_makers, itt_tasks,    itt_overlaps, itt_frames,  itt_marks,
                                                itt_waits,  itt_counters, itt_metadata, itt_controls};

static itt_function *find(const char *name)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct itt_named *known = lists[i]; known->name; known++)
            if (strcmp(known->name, name) == 0)
                return known->function;
    return NULL;
}

/* ---- OpenMP runtimes -------------------------------------------------------------------------------------------- */

/* The function by which OMPT finds its tool. Both native.so and a runtime may have it. */
extern void *ompt_start_tool(unsigned version, const char *runtime) __attribute__((weak));

/* Return whether two addresses are in the same loaded file. */
static bool same_file(const void *a, const void *b)
{
    Dl_info file_of_a, file_of_b;
    return a && b && dladdr(a, &file_of_a) && dladdr(b, &file_of_b) && file_of_a.dli_fbase == file_of_b.dli_fbase;
}

/* Return whether the static part belongs to an OpenMP runtime whose work native.so records by OMPT. */
static bool is_recorded_by_ompt(const struct itt_global *global)
{
    Dl_info file;
    if (!same_file((const void *)ompt_start_tool, lists) || !dladdr(global, &file))
        return false;
    void *runtime = dlopen(file.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    bool is = runtime && same_file(dlsym(runtime, "omp_get_num_threads"), global);
    if (runtime)
        dlclose(runtime);
    return is;
}

/* ---- initialization --------------------------------------------------------------------------------------------- */

/* Return whether the static part has the layout that this library knows. */
static bool is_known(const struct itt_global *global)
{
    static const unsigned char magic[] = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30};
    if (memcmp(global->magic, magic, sizeof magic) != 0) {
        fputs("qii run: a library has a table of ITT functions without ITT's mark; its tasks are not recorded\n",
              stderr);
        return false;
    }
    if (global->major != MAJOR || global->build <= OLD_BUILD) {
        fprintf(
            stderr,
            "qii run: a library has ITT functions of version %lu.%lu (%lu), and qii knows version %d; its tasks are "
            "not recorded\n",
            global->major, global->minor, global->build, MAJOR);
        return false;
    }
    return true;
}

void __itt_api_init(struct itt_global *global, int groups) __attribute__((visibility("default")));

void __itt_api_init(struct itt_global *global, int groups)
{
    if (!global || !native_is_launched() || !is_known(global) || !global->entries)
        return;
    if (is_recorded_by_ompt(global))
        groups = 0;
    for (struct itt_entry *entry = global->entries; entry->name; entry++) {
        itt_function *function = entry->group & groups ? find(entry->name) : NULL;
        if (entry->place)
            __atomic_store_n(entry->place, function ? function : entry->without, __ATOMIC_RELEASE);
    }
}

/* The library ends its run later, when it is unloaded. */
__attribute__((destructor)) static void unloaded(void)
{
    if (native_state == NATIVE_RECORDS) {
        itt_unmatched_finish();
        itt_series_finish();
    }
}
