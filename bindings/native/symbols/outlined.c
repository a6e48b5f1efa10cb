#include "bindings/native/symbols/outlined.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#include "locate/name.h"
#include "locate/scopes.h"

/* The function around a line. */
struct search {
    const char *file;
    int line;
    int begin; /* line at which the function found begins */
    Dwarf_Die found;
};

/* Return where the compiler's part of a name begins. Names are ".omp_outlined..3" in clang 14 and
 * "main.omp_outlined.3" in later ones. Return NULL if the name is the programmer's. */
static char *suffix(char *name)
{
    char *part = strstr(name, ".omp_");
    return part ? part : strstr(name, ".omp.");
}

static bool is_own(Dwarf_Die *function)
{
    const char *name = dwarf_diename(function);
    return name && !strstr(name, ".omp") && !dwarf_hasattr(function, DW_AT_artificial);
}

static int visit(Dwarf_Die *function, void *data)
{
    struct search *search = data;
    int line = 0;
    const char *file = qp_scopes_file(function);
    if (dwarf_decl_line(function, &line) == 0 && line <= search->line && line > search->begin && file &&
        strcmp(file, search->file) == 0 && is_own(function)) {
        search->begin = line;
        search->found = *function;
    }
    return DWARF_CB_OK;
}

/* Return the name of the function around a line, NULL if it is unknown. */
static const char *name_around(const char *file, int line, struct qp_image *image, uint64_t offset)
{
    struct search search = {.file = file, .line = line};
    Dwarf_Addr bias;
    Dwarf_Die *unit = qp_image_unit(image, offset, &bias);
    if (!unit || dwarf_getfuncs(unit, visit, &search, 0) != 0 || search.begin == 0)
        return NULL;
    return qp_name_of_function(&image->names, &search.found, NULL);
}

void native_outlined_rename(char *name, size_t size, const char *file, int line, struct qp_image *image,
                            uint64_t offset, bool part)
{
    char own[512];
    char *compiler = suffix(name);
    if (!compiler)
        return;
    snprintf(own, sizeof own, "%s", compiler);
    const char *around = compiler == name ? name_around(file, line, image, offset) : NULL;
    if (around)
        snprintf(name, size, "%s", around);
    else if (compiler != name)
        *compiler = '\0';
    else
        return;
    size_t length = strlen(name);
    if (part)
        snprintf(name + length, size - length, " (%s)", own);
}
