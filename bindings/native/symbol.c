#include "bindings/native/symbol.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
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

struct search {
    uintptr_t address;
    uintptr_t base;             /* distance of the file's addresses to those in memory */
    char path[4096];            /* empty = no file contains the address */
    uintptr_t index;            /* address of .eh_frame_hdr, 0 = none */
    unsigned char build_id[64]; /* to which `file` refers */
    struct native_file file;
};

/* Copy from a loaded file, which another thread may unload at any time. Return false if the memory is no longer mapped.
 */
static bool copy(void *to, uintptr_t from, size_t size)
{
    const struct iovec here = {to, size}, there = {(void *)from, size};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* Copy a text, page by page, since the page after its end may not exist. */
static bool copy_text(char *to, size_t room, uintptr_t from)
{
    enum { PAGE = 4096 };
    for (size_t length = 0; length < room;) {
        size_t rest = PAGE - (from + length) % PAGE, size = rest < room - length ? rest : room - length;
        if (!copy(to + length, from + length, size))
            break;
        if (memchr(to + length, '\0', size))
            return true;
        length += size;
    }
    *to = '\0';
    return false;
}

/* Find the build ID in a segment of notes. */
static void take_build_id(struct search *search, uintptr_t segment, size_t size)
{
    unsigned char notes[1024];
    ElfW(Nhdr) note;
    size = size < sizeof notes ? size : sizeof notes;
    if (!copy(notes, segment, size))
        return;
    for (size_t at = 0; at + sizeof note <= size;) {
        memcpy(&note, notes + at, sizeof note);
        size_t name = at + sizeof note, content = name + (((size_t)note.n_namesz + 3) & ~(size_t)3);
        if (content + note.n_descsz > size)
            return;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0 &&
            note.n_descsz <= sizeof search->build_id) {
            memcpy(search->build_id, notes + content, note.n_descsz);
            search->file.build_id = search->build_id;
            search->file.build_id_size = note.n_descsz;
            return;
        }
        at = content + (((size_t)note.n_descsz + 3) & ~(size_t)3);
    }
}

/* Return whether a file contains the address. */
static bool search_segments(struct search *search, uintptr_t base, const ElfW(Phdr) * segments, int count)
{
    bool contains = false;
    for (const ElfW(Phdr) *segment = segments; segment < segments + count; segment++)
        contains =
            contains || (segment->p_type == PT_LOAD && search->address - base - segment->p_vaddr < segment->p_memsz);
    search->file.build_id_size = 0;
    search->index = 0;
    for (const ElfW(Phdr) *segment = segments; contains && segment < segments + count; segment++) {
        uintptr_t begin = base + segment->p_vaddr;
        if (segment->p_type == PT_GNU_EH_FRAME)
            search->index = begin;
        else if (segment->p_type == PT_NOTE && !search->file.build_id_size)
            take_build_id(search, begin, segment->p_memsz);
    }
    search->base = base;
    return contains;
}

static void take_own_path(struct search *search)
{
    ssize_t length = readlink("/proc/self/exe", search->path, sizeof search->path - 1);
    search->path[length > 0 ? length : 0] = '\0';
}

/* Find the file in the list of the dynamic loader, which holds its lock meanwhile. */
static int search_list(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *search = data;
    (void)size;
    if (!search_segments(search, info->dlpi_addr, info->dlpi_phdr, info->dlpi_phnum))
        return 0;
    if (info->dlpi_name && info->dlpi_name[0])
        snprintf(search->path, sizeof search->path, "%s", info->dlpi_name);
    else
        take_own_path(search);
    return 1;
}

/* Find the file of an object of the dynamic loader, whose first page has its headers. */
static bool search_object(struct search *search, const struct dl_find_object *object)
{
    enum { MOST_SEGMENTS = 64 };
    ElfW(Ehdr) header;
    ElfW(Phdr) segments[MOST_SEGMENTS];
    struct link_map map;
    uintptr_t begin = (uintptr_t)object->dlfo_map_start;
    if (!copy(&header, begin, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_phnum > MOST_SEGMENTS || !copy(segments, begin + header.e_phoff, header.e_phnum * sizeof *segments) ||
        !copy(&map, (uintptr_t)object->dlfo_link_map, sizeof map) ||
        !search_segments(search, map.l_addr, segments, header.e_phnum) ||
        !copy_text(search->path, sizeof search->path, (uintptr_t)map.l_name))
        return false;
    if (!search->path[0])
        take_own_path(search);
    return true;
}

/* ---- functions without symbols ----------------------------------------------------------------------------------- */

/* The start of .eh_frame_hdr, in the only form that linkers write. */
struct unwind_index {
    unsigned char version, pointer, count_form, table_form;
    int32_t frames;
    uint32_t count;
};

struct unwind_entry {
    int32_t function; /* relative to the start of the index, as the next one */
    int32_t entry;
};

/* Return the start of the function that contains an address, from the file's unwind information; the address itself if
 * it has none. */
static uintptr_t function_start(uintptr_t index, uintptr_t address)
{
    struct unwind_index head;
    uintptr_t start = address;
    uint32_t low = 0, high = index && copy(&head, index, sizeof head) && head.version == 1 && head.count_form == 3 &&
                                     head.table_form == 0x3b
                                 ? head.count
                                 : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct unwind_entry entry;
        if (!copy(&entry, index + sizeof head + (uintptr_t)middle * sizeof entry, sizeof entry))
            return address;
        uintptr_t function = index + (uintptr_t)(intptr_t)entry.function;
        if (function <= address) {
            low = middle + 1;
            start = function;
        } else {
            high = middle;
        }
    }
    return start;
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

/* Find the file that contains an address. If there is none, return false and take the address as the name. The loader
 * finds an object without its lock, which a thread of another C library must not take. */
static bool find_file(struct search *search, struct native_symbol *symbol)
{
    struct dl_find_object object;
    if (_dl_find_object((void *)search->address, &object) != 0 || !search_object(search, &object))
        dl_iterate_phdr(search_list, search);
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
