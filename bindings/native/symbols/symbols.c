#include "bindings/native/symbols/symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/native/symbols/outlined.h"
#include "locate/debug_file.h"
#include "locate/image.h"

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
    native_outlined_rename(symbol, image, offset, begins);
    return 0;
}
