#include "bindings/native/symbol.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/native/beside.h"
#include "bindings/native/fork.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void protect_lock(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_SYMBOL);
}

/* ---- the loaded file that contains an address ------------------------------------------------------------------- */

struct search {
    uintptr_t address;
    uintptr_t base;  /* distance of the file's addresses to those in memory */
    char path[4096]; /* empty = no file contains the address */
    struct native_file file;
};

/* Find the build ID in a segment of notes. */
static void take_build_id(struct native_file *file, const unsigned char *notes, size_t size)
{
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + at);
        size_t name = at + sizeof *note, content = name + ((note->n_namesz + 3) & ~3u);
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0) {
            file->build_id = notes + content;
            file->build_id_size = note->n_descsz;
            return;
        }
        at = content + ((note->n_descsz + 3) & ~3u);
    }
}

static int search_file(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *search = data;
    bool contains = false;
    (void)size;
    search->file.build_id_size = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD)
            contains = contains || search->address - begin < segment->p_memsz;
        else if (segment->p_type == PT_NOTE && !search->file.build_id_size)
            take_build_id(&search->file, (const unsigned char *)begin, segment->p_memsz);
    }
    if (!contains)
        return 0;
    search->base = info->dlpi_addr;
    if (info->dlpi_name && info->dlpi_name[0]) {
        snprintf(search->path, sizeof search->path, "%s", info->dlpi_name);
    } else { /* the program itself */
        ssize_t length = readlink("/proc/self/exe", search->path, sizeof search->path - 1);
        search->path[length > 0 ? length : 0] = '\0';
    }
    return 1;
}

/* ---- look-up ---------------------------------------------------------------------------------------------------- */

/* Return the function of symbols.so, NULL if it cannot be loaded. */
static native_symbols_find *load(void)
{
    static native_symbols_find *find;
    static bool tried;
    char path[4096];
    if (!tried && native_beside(path, sizeof path, "symbols.so")) {
        void *library = dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL);
        void *address = library ? dlsym(library, "qii_symbols_find") : NULL;
        memcpy(&find, &address, sizeof find);
    }
    tried = true;
    return find;
}

static void look_up(struct native_symbol *symbol, uintptr_t address, bool begins)
{
    struct search search = {.address = address};
    dl_iterate_phdr(search_file, &search);
    *symbol = (struct native_symbol){.line = 0};
    if (!search.path[0]) {
        snprintf(symbol->name, sizeof symbol->name, "%#lx", address);
        return;
    }
    const char *slash = strrchr(search.path, '/');
    snprintf(symbol->library, sizeof symbol->library, "%.255s", slash ? slash + 1 : search.path);
    search.file.path = search.path;
    pthread_mutex_lock(&lock);
    native_symbols_find *find = load();
    bool found = find && find(symbol, &search.file, address - search.base, begins) == 0;
    pthread_mutex_unlock(&lock);
    if (!found)
        snprintf(symbol->name, sizeof symbol->name, "%s+%#lx", symbol->library, address - search.base);
}

void native_symbol_of_function(struct native_symbol *symbol, const void *function)
{
    look_up(symbol, (uintptr_t)function, true);
}

void native_symbol_of_call(struct native_symbol *symbol, const void *return_address)
{
    look_up(symbol, (uintptr_t)return_address - 1, false);
}
