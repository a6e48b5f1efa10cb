#include "bindings/native/symbols/symbols.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "locate/debug_file.h"
#include "locate/image.h"
#include "locate/name.h"

struct opened {
    struct opened *next;
    unsigned char build_id[64];
    struct qp_image image;
};

static struct opened *files;
static char *debug_path;

native_symbols_find qii_symbols_find __attribute__((visibility("default")));

static struct qp_image *open_file(const struct native_file *file)
{
    struct opened *opened = files;
    while (opened && (opened->image.id.size != file->build_id_size || strcmp(opened->image.path, file->path) != 0 ||
                      memcmp(opened->build_id, file->build_id, file->build_id_size) != 0))
        opened = opened->next;
    if (opened)
        return &opened->image;
    debug_path = debug_path ? debug_path : qp_debug_path(getenv("QII_DEBUG_DIR"));
    opened = calloc(1, sizeof *opened);
    char *path = strdup(file->path);
    if (!opened || !path || !debug_path || file->build_id_size > sizeof opened->build_id) {
        free(opened);
        free(path);
        return NULL;
    }
    opened->next = files;
    memcpy(opened->build_id, file->build_id, file->build_id_size);
    struct qp_image_id id = {.bytes = opened->build_id, .size = file->build_id_size, .seen_ns = UINT64_MAX};
    qp_image_open(&opened->image, path, &id, &debug_path);
    files = opened;
    return &opened->image;
}

static void copy(char *to, size_t size, struct qp_text text)
{
    snprintf(to, size, "%.*s", (int)text.length, text.length ? text.bytes : "");
}

/* ---- functions that clang makes of parts of other functions, for OpenMP: bodies of regions and tasks ---------------
 */

/* The function around a line. */
struct search {
    Dwarf_Files *files;
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

/* Return the file that declares a function. libdw's dwarf_decl_file does not accept the number 0, which DWARF 5 uses.
 */
static const char *file_of(Dwarf_Die *function, Dwarf_Files *names)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    if (!dwarf_attr_integrate(function, DW_AT_decl_file, &attribute) || dwarf_formudata(&attribute, &number) != 0)
        return NULL;
    return dwarf_filesrc(names, number, NULL, NULL);
}

static int visit(Dwarf_Die *function, void *data)
{
    struct search *search = data;
    int line = 0;
    const char *file = file_of(function, search->files);
    if (dwarf_decl_line(function, &line) == 0 && line <= search->line && line > search->begin && file &&
        strcmp(file, search->file) == 0 && is_own(function)) {
        search->begin = line;
        search->found = *function;
    }
    return DWARF_CB_OK;
}

/* Return the name of the function around a line, NULL if it is unknown. */
static const char *name_around(const struct native_symbol *symbol, struct qp_image *image, uint64_t offset)
{
    struct search search = {.file = symbol->file, .line = symbol->line};
    Dwarf_Addr bias;
    Dwarf_Die *unit = qp_image_unit(image, offset, &bias);
    if (!unit || dwarf_getsrcfiles(unit, &search.files, NULL) != 0 || dwarf_getfuncs(unit, visit, &search, 0) != 0 ||
        search.begin == 0)
        return NULL;
    return qp_name_of_function(&image->names, &search.found, NULL);
}

/* If a function is such a part, replace its name by that of the function that contains it in the source text. If
 * `part`, append the part's own name in parentheses. Without debug information, clang 14's names stay as they are. */
static void rename_outlined(struct native_symbol *symbol, struct qp_image *image, uint64_t offset, bool part)
{
    char own[sizeof symbol->name];
    char *compiler = suffix(symbol->name);
    if (!compiler)
        return;
    snprintf(own, sizeof own, "%s", compiler);
    const char *name = compiler == symbol->name ? name_around(symbol, image, offset) : NULL;
    if (name)
        snprintf(symbol->name, sizeof symbol->name, "%s", name);
    else if (compiler != symbol->name)
        *compiler = '\0';
    else
        return;
    size_t length = strlen(symbol->name);
    if (part)
        snprintf(symbol->name + length, sizeof symbol->name - length, " (%s)", own);
}

/* ---- the interface
 * --------------------------------------------------------------------------------------------------- */

int qii_symbols_find(struct native_symbol *symbol, const struct native_file *file, uint64_t offset, int begins)
{
    struct qp_image *image = open_file(file);
    const struct qp_located_stack *stack = image && image->module ? qp_image_frames(image, offset) : NULL;
    const struct qp_located *frame = stack && stack->count ? &stack->frames[0] : NULL;
    if (!frame || !frame->function.length || (begins && frame->into))
        return -1;
    copy(symbol->name, sizeof symbol->name, frame->function);
    copy(symbol->file, sizeof symbol->file, frame->file);
    symbol->line = frame->line;
    rename_outlined(symbol, image, offset, begins);
    return 0;
}
