#include "place.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

char *qp_place_library(const char *name)
{
    static const char here;
    Dl_info module;
    const char *slash = NULL;
    if (!strpbrk(name, "./") && dladdr(&here, &module) && module.dli_fname)
        slash = strrchr(module.dli_fname, '/');
    if (!slash)
        return qp_text_format("%s", name);
    char *path = qp_text_format("%.*s/../../lib%s.so.0", (int)(slash - module.dli_fname), module.dli_fname, name);
    if (!path || access(path, R_OK) == 0)
        return path;
    free(path);
    return qp_text_format("%s", name);
}
