#include "bindings/native/symbols/symbols.h"

#include <semaphore.h>
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
native_symbols_frames qii_symbols_frames __attribute__((visibility("default")));
native_symbols_lines qii_symbols_lines __attribute__((visibility("default")));
native_symbols_create_thread qii_symbols_create_thread __attribute__((visibility("default")));
native_symbols_join_thread qii_symbols_join_thread __attribute__((visibility("default")));

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

/* Take the name and place of a frame at an offset. If `part`, parts of functions keep their own names, too
 * (outlined.h). */
static void take(struct native_symbol *symbol, const struct qp_located *frame, struct qp_image *image, uint64_t offset,
                 bool part)
{
    copy(symbol->name, sizeof symbol->name, frame->function);
    copy(symbol->file, sizeof symbol->file, frame->file);
    symbol->line = frame->line;
    native_outlined_rename(symbol->name, sizeof symbol->name, symbol->file, symbol->line, image, offset, part);
}

int qii_symbols_find(struct native_symbol *symbol, const struct native_file *file, uint64_t offset, int begins)
{
    struct qp_image *image = open_file(file);
    const struct qp_located_stack *stack = image && image->module ? qp_image_frames(image, offset) : NULL;
    const struct qp_located *frame = stack && stack->count ? &stack->frames[0] : NULL;
    if (!frame || !frame->function.length || (begins && frame->into))
        return -1;
    take(symbol, frame, image, offset, begins);
    return 0;
}

int qii_symbols_frames(struct native_symbol *symbols, int most, const struct native_file *file, uint64_t offset)
{
    struct qp_image *image = open_file(file);
    const struct qp_located_stack *stack = image && image->module ? qp_image_frames(image, offset) : NULL;
    int count = 0;
    for (uint32_t i = 0; stack && i < stack->count && count < most; i++)
        if (stack->frames[i].function.length)
            take(&symbols[count++], &stack->frames[i], image, offset, true);
    return count;
}

int qii_symbols_lines(const struct native_file *file, uint64_t offset, int index, int *first, int *last)
{
    struct qp_image *image = open_file(file);
    return image && image->module && qp_image_lines(image, offset, index, first, last) ? 0 : -1;
}

/* ---- a thread of this namespace ---------------------------------------------------------------------------------- */

struct start {
    void *(*function)(void *);
    void *data;
    sem_t ready;
};

/* The dynamic loader allocates a thread's variables of libelf and libdw when they are first used, by the program's
 * malloc. So use them before the program continues. */
static void *run_thread(void *data)
{
    struct start *start = data;
    void *(*function)(void *) = start->function;
    void *argument = start->data;
    elf_errno();
    dwarf_errno();
    dwfl_errno();
    sem_post(&start->ready);
    return function(argument);
}

int qii_symbols_create_thread(pthread_t *thread, void *(*function)(void *), void *data)
{
    struct start start = {.function = function, .data = data};
    struct qp_texts names = {0};
    qp_name_of_symbol(&names, "_Z1fv"); /* loads the library that demangles names */
    qp_texts_fini(&names);
    sem_init(&start.ready, 0, 0);
    int error = pthread_create(thread, NULL, run_thread, &start);
    while (!error && sem_wait(&start.ready) != 0)
        continue;
    return error;
}

int qii_symbols_join_thread(pthread_t thread, const struct timespec *until)
{
    return pthread_timedjoin_np(thread, NULL, until);
}
