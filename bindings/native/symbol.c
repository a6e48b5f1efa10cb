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
#include "bindings/native/generated.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void protect_lock(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_SYMBOL);
}

/* ---- the loaded file that contains an address ------------------------------------------------------------------- */

struct unwind_index;

struct search {
    uintptr_t address;
    uintptr_t base;                   /* distance of the file's addresses to those in memory */
    char path[4096];                  /* empty = no file contains the address */
    const struct unwind_index *index; /* NULL = none */
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
    search->index = NULL;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD)
            contains = contains || search->address - begin < segment->p_memsz;
        else if (segment->p_type == PT_GNU_EH_FRAME)
            search->index = (const struct unwind_index *)begin;
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

/* ---- functions without symbols ----------------------------------------------------------------------------------- */

/* The start of .eh_frame_hdr, in the only form that linkers write. */
struct unwind_index {
    unsigned char version, pointer, count_form, table_form;
    int32_t frames;
    uint32_t count;
    struct {
        int32_t function; /* relative to the start of this struct, as the next one */
        int32_t entry;
    } functions[];
};

/* Return the start of the function that contains an address, from the file's unwind information; the address itself if
 * it has none. */
static uintptr_t function_start(const struct unwind_index *index, uintptr_t address)
{
    uint32_t low = 0, high = index && index->version == 1 && index->count_form == 3 && index->table_form == 0x3b
                                 ? index->count
                                 : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)index + (uintptr_t)(intptr_t)index->functions[middle].function <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? (uintptr_t)index + (uintptr_t)(intptr_t)index->functions[low - 1].function : address;
}

/* ---- look-up ---------------------------------------------------------------------------------------------------- */

static native_symbols_find *find;
static native_symbols_frames *find_frames;
static native_symbols_lines *find_lines;
static native_symbols_create_thread *create_thread;
static native_symbols_join_thread *join_thread;

static void take(void *pointer, size_t size, void *library, const char *name)
{
    void *address = library ? dlsym(library, name) : NULL;
    memcpy(pointer, &address, size);
}

/* Load symbols.so. Return false if this fails. */
static bool load(void)
{
    static bool tried;
    char path[4096];
    if (!tried && native_beside(path, sizeof path, "symbols.so")) {
        void *library = dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL);
        take(&find, sizeof find, library, "qii_symbols_find");
        take(&find_frames, sizeof find_frames, library, "qii_symbols_frames");
        take(&find_lines, sizeof find_lines, library, "qii_symbols_lines");
        take(&create_thread, sizeof create_thread, library, "qii_symbols_create_thread");
        take(&join_thread, sizeof join_thread, library, "qii_symbols_join_thread");
    }
    tried = true;
    return find && find_frames && find_lines && create_thread && join_thread;
}

/* Find the file of an object of the dynamic loader, whose first page has its headers. */
static bool search_object(struct search *search, const struct dl_find_object *object)
{
    const ElfW(Ehdr) *header = object->dlfo_map_start;
    struct dl_phdr_info info = {
        .dlpi_addr = object->dlfo_link_map->l_addr,
        .dlpi_name = object->dlfo_link_map->l_name,
        .dlpi_phdr = (const ElfW(Phdr) *)((const char *)header + header->e_phoff),
        .dlpi_phnum = header->e_phnum,
    };
    return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && search_file(&info, sizeof info, search);
}

/* Find the file that contains an address. If there is none, return false and take the address as the name. The loader
 * finds an object without its lock, which a thread of another C library must not take. */
static bool find_file(struct search *search, struct native_symbol *symbol)
{
    struct dl_find_object object;
    if (_dl_find_object((void *)search->address, &object) != 0 || !search_object(search, &object))
        dl_iterate_phdr(search_file, search);
    *symbol = (struct native_symbol){.line = 0};
    search->file.path = search->path;
    const char *slash = strrchr(search->path, '/');
    snprintf(symbol->library, sizeof symbol->library, "%.255s", slash ? slash + 1 : search->path);
    if (!search->path[0])
        snprintf(symbol->name, sizeof symbol->name, "%#lx", search->address);
    return search->path[0];
}

static void take_offset(struct native_symbol *symbol, const struct search *search, uintptr_t address)
{
    snprintf(symbol->name, sizeof symbol->name, "%s+%#lx", symbol->library, address - search->base);
}

static void look_up(struct native_symbol *symbol, uintptr_t address, bool begins)
{
    struct search search = {.address = address};
    if (!find_file(&search, symbol)) {
        native_generated_find(symbol, 1, address);
        return;
    }
    pthread_mutex_lock(&lock);
    bool found = load() && find(symbol, &search.file, address - search.base, begins) == 0;
    pthread_mutex_unlock(&lock);
    if (!found)
        take_offset(symbol, &search, address);
}

void native_symbol_of_function(struct native_symbol *symbol, const void *function)
{
    look_up(symbol, (uintptr_t)function, true);
}

void native_symbol_of_call(struct native_symbol *symbol, const void *return_address)
{
    look_up(symbol, (uintptr_t)return_address - 1, false);
}

int native_symbols_at(struct native_symbol *symbols, int most, const void *code, bool returns)
{
    struct search search = {.address = (uintptr_t)code - returns};
    if (!find_file(&search, symbols)) {
        size_t count = native_generated_find(symbols, (size_t)most, search.address);
        return count ? (int)count : 1;
    }
    pthread_mutex_lock(&lock);
    int count = load() ? find_frames(symbols, most, &search.file, search.address - search.base) : 0;
    pthread_mutex_unlock(&lock);
    if (count > 0)
        return count;
    take_offset(symbols, &search, function_start(search.index, search.address));
    return 1;
}

bool native_symbols_lines_at(int *first, int *last, const void *code, bool returns, int index)
{
    struct search search = {.address = (uintptr_t)code - returns};
    struct native_symbol unused;
    if (!find_file(&search, &unused))
        return false;
    pthread_mutex_lock(&lock);
    bool found = load() && find_lines(&search.file, search.address - search.base, index, first, last) == 0;
    pthread_mutex_unlock(&lock);
    return found;
}

int native_symbols_thread(pthread_t *thread, void *(*function)(void *), void *data)
{
    pthread_mutex_lock(&lock);
    bool loaded = load();
    pthread_mutex_unlock(&lock);
    return loaded ? create_thread(thread, function, data) : -1;
}

int native_symbols_join(pthread_t thread, const struct timespec *until)
{
    return join_thread(thread, until);
}
