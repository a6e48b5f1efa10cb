#include "vtmpi/foreign.h"

#include "core/store/message.h"
#include "core/thread/run.h"

#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION_SIZE (8192 + 1) /* of MPICH; that of Open MPI is shorter */

typedef int get_version(char *version, int *length);

/* The libraries that are made from these sources. The version text of an MPI begins with its name. */
static const struct library {
    const char *name;
    const char *mpi;
} libraries[] = {{"libvtmpi", "Open MPI"}, {"libvtmpi-mpich", "MPICH"}};

#ifdef OPEN_MPI
static const struct library *const own = &libraries[0];
#else
static const struct library *const own = &libraries[1];
#endif

bool vtmpi_is_foreign;

static bool is_version_of(const struct library *library, const char *version)
{
    return strncmp(version, library->mpi, strlen(library->mpi)) == 0;
}

/* Find a loaded MPI library that is not of our MPI, and get its version. PMPI_Get_library_version may be called before
 * MPI_Init, and takes no handle. Its name alone may find our own MPI, which is always loaded, too. */
static bool find_other(char version[VERSION_SIZE])
{
    struct link_map *map = NULL;
    void *program = dlopen(NULL, RTLD_LAZY | RTLD_NOLOAD);
    if (!program || dlinfo(program, RTLD_DI_LINKMAP, &map) != 0)
        return false;
    for (; map; map = map->l_next) {
        void *object = *map->l_name ? dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD) : NULL;
        if (!object)
            continue;
        get_version *get = (get_version *)dlsym(object, "PMPI_Get_library_version");
        int length = 0;
        bool is_other = get && get(version, &length) == MPI_SUCCESS && !is_version_of(own, version);
        dlclose(object);
        if (is_other)
            return true;
    }
    return false;
}

static void warn(char *version)
{
    const char *used = version, *comma = "", *fitting = "";
    version[strcspn(version, "\r\n")] = '\0';
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (is_version_of(&libraries[i], version))
            used = libraries[i].mpi, comma = ", which needs ", fitting = libraries[i].name;
    qp_message(QP_VT, "%s was built for %s, but this program uses %.60s%s%s: its MPI calls are not recorded", own->name,
               own->mpi, used, comma, fitting);
}

void vtmpi_foreign_check(void)
{
    char version[VERSION_SIZE];
    if (vtmpi_is_foreign || !find_other(version))
        return;
    vtmpi_is_foreign = true;
    qp_store_relaxed(&qp_run_awaited, 0);
    warn(version);
}

/* Remove this library from LD_PRELOAD. Return false if it is not there. */
static bool remove_preload(void)
{
    char list[4096], kept[sizeof list] = "", *rest = list;
    const char *variable = getenv("LD_PRELOAD");
    size_t length = strlen(own->name);
    bool removed = false;
    if (!variable || strlen(variable) >= sizeof list)
        return false;
    strcpy(list, variable);
    for (char *item; (item = strsep(&rest, ": "));) {
        const char *slash = strrchr(item, '/'), *file = slash ? slash + 1 : item;
        if (strncmp(file, own->name, length) == 0 && strncmp(file + length, ".so", 3) == 0) {
            removed = true;
            continue;
        }
        strcat(kept, *kept ? ":" : "");
        strcat(kept, item);
    }
    return removed && setenv("LD_PRELOAD", kept, 1) == 0;
}

/* Passing calls on would not suffice, because handles of Open MPI are pointers and those of MPICH are integers, and
 * because our own MPI may come before the program's where the loader searches. */
void vtmpi_foreign_leave(char **arguments)
{
    vtmpi_foreign_check();
    if (vtmpi_is_foreign && remove_preload())
        execv("/proc/self/exe", arguments);
}
