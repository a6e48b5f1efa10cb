#include "bindings/instrument/symbol.h"

#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "locate/image.h"

struct module {
    struct module *next;
    uintptr_t base; /* address that is added to those in the file */
    struct qp_image image;
};

/* A loaded file that contains an address. */
struct loaded {
    uintptr_t address;
    uintptr_t base;
    char *path; /* NULL = none contains the address, or out of memory */
    struct qp_image_id id;
};

static struct module *modules;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *debug_path;

/* Find the build ID in a segment of notes. */
static void take_build_id(struct qp_image_id *id, const unsigned char *notes, size_t size)
{
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + at);
        size_t name = at + sizeof *note, content = name + ((note->n_namesz + 3) & ~3u);
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0) {
            *id = (struct qp_image_id){.bytes = notes + content, .size = note->n_descsz};
            return;
        }
        at = content + ((note->n_descsz + 3) & ~3u);
    }
}

/* Return the path of a loaded file. That of the program itself is the name with which it was called. */
static char *path_of(const char *name)
{
    char own[4096];
    if (name && name[0])
        return strdup(name);
    ssize_t length = readlink("/proc/self/exe", own, sizeof own);
    return length > 0 ? strndup(own, (size_t)length) : NULL;
}

static int find_loaded(struct dl_phdr_info *info, size_t size, void *data)
{
    struct loaded *loaded = data;
    bool contains = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD)
            contains = contains || loaded->address - begin < segment->p_memsz;
        else if (segment->p_type == PT_NOTE && !loaded->id.size)
            take_build_id(&loaded->id, (const unsigned char *)begin, segment->p_memsz);
    }
    if (!contains) {
        loaded->id.size = 0;
        return 0;
    }
    loaded->base = info->dlpi_addr;
    loaded->path = path_of(info->dlpi_name);
    return 1;
}

/* Return the file that contains an address, NULL if there is none, or if out of memory. */
static struct module *module_of(uintptr_t address)
{
    struct loaded loaded = {.address = address};
    dl_iterate_phdr(find_loaded, &loaded);
    if (!loaded.path)
        return NULL;
    struct module *module = modules;
    while (module && (module->base != loaded.base || strcmp(module->image.path, loaded.path) != 0))
        module = module->next;
    if (module) {
        free(loaded.path);
        return module;
    }
    module = calloc(1, sizeof *module);
    if (!module) {
        free(loaded.path);
        return NULL;
    }
    *module = (struct module){.next = modules, .base = loaded.base};
    loaded.id.seen_ns = UINT64_MAX;
    qp_image_open(&module->image, loaded.path, &loaded.id, &debug_path);
    modules = module;
    return module;
}

static void copy(char *to, size_t size, struct qp_text text)
{
    snprintf(to, size, "%.*s", (int)text.length, text.length ? text.bytes : "");
}

static void look_up(struct symbol *symbol, struct module *module, uintptr_t address)
{
    uintptr_t offset = address - module->base;
    const char *slash = strrchr(module->image.path, '/');
    snprintf(symbol->name, sizeof symbol->name, "%s+%#lx", slash ? slash + 1 : module->image.path, offset);
    const struct qp_located_stack *stack = module->image.module ? qp_image_frames(&module->image, offset) : NULL;
    const struct qp_located *frame = stack && stack->count ? &stack->frames[0] : NULL;
    if (!frame || !frame->function.length || frame->into)
        return; /* a symbol before the address is another function, if this one's symbol was stripped */
    copy(symbol->name, sizeof symbol->name, frame->function);
    copy(symbol->file, sizeof symbol->file, frame->file);
    symbol->line = frame->line;
}

void symbol_find(struct symbol *symbol, uintptr_t address)
{
    *symbol = (struct symbol){.line = 0};
    pthread_mutex_lock(&lock);
    struct module *module = module_of(address);
    if (module)
        look_up(symbol, module, address);
    pthread_mutex_unlock(&lock);
    if (!symbol->name[0])
        snprintf(symbol->name, sizeof symbol->name, "%#lx", address);
}
