#include "bindings/native/hint.h"

#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OpenMP runtimes among the loaded libraries. */
struct runtimes {
    bool gcc;
    bool llvm;
};

static int visit(struct dl_phdr_info *info, size_t size, void *data)
{
    struct runtimes *runtimes = data;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash ? slash + 1 : info->dlpi_name;
    (void)size;
    runtimes->gcc |= strncmp(name, "libgomp.so", strlen("libgomp.so")) == 0;
    runtimes->llvm |=
        strncmp(name, "libomp", strlen("libomp")) == 0 || strncmp(name, "libiomp", strlen("libiomp")) == 0;
    return 0;
}

void native_hint(void)
{
    struct runtimes runtimes = {.gcc = false};
    const char *tool = getenv("OMP_TOOL");
    dl_iterate_phdr(visit, &runtimes);
    const char *hint = "the program used no interface that qii records; compile it with -finstrument-functions";
    if (runtimes.llvm && tool && strcasecmp(tool, "disabled") == 0)
        hint = "OMP_TOOL=disabled switches OpenMP's tool interface off, so nothing was recorded";
    else if (runtimes.gcc && !runtimes.llvm)
        hint =
            "this program uses libgomp, which has no OMPT; use clang's libomp, or compile with -finstrument-functions";
    fprintf(stderr, "qii run: %s\n", hint);
}
