#include "bindings/lua/inside/imports.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if UINTPTR_MAX == UINT64_MAX
#define SYMBOL_OF ELF64_R_SYM
#else
#define SYMBOL_OF ELF32_R_SYM
#endif

/* Object loaded by the dynamic linker. */
struct object {
    const struct dl_phdr_info *info;
    const char *strings;
    const ElfW(Sym) * symbols;
    const ElfW(Rela) * eager; /* relocations bound when the object was loaded */
    size_t eager_size;
    const ElfW(Rela) * lazy; /* relocations that the first call of a function may bind */
    size_t lazy_size;
};

struct replacement {
    const struct qlua_imports *imports;
    bool global; /* the functions are global symbols of the process */
};

/* Return the segment of a type that contains an address, NULL = none. */
static const ElfW(Phdr) * segment_at(const struct dl_phdr_info *info, ElfW(Word) type, uintptr_t address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == type && address - info->dlpi_addr - segment->p_vaddr < segment->p_memsz)
            return segment;
    }
    return NULL;
}

static bool is_inside(const struct dl_phdr_info *info, const void *address)
{
    return segment_at(info, PT_LOAD, (uintptr_t)address) != NULL;
}

/* Return the address for a value of the dynamic section. Some C libraries have already added the load address to the
 * value, others have not. */
static const void *address_of(const struct dl_phdr_info *info, ElfW(Addr) value)
{
    return (const void *)(value < info->dlpi_addr ? value + info->dlpi_addr : value);
}

/* Read the tables of an object. Return false if it has no symbols, or if its relocations are not of kind RELA. */
static bool read_object(struct object *object, const struct dl_phdr_info *info)
{
    ElfW(Addr) values[DT_NUM] = {0}; /* values of the dynamic section, by tag */
    const ElfW(Dyn) *entry = NULL;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag > 0 && entry->d_tag < DT_NUM)
            values[entry->d_tag] = entry->d_un.d_val;
    *object = (struct object){.info = info,
                              .strings = address_of(info, values[DT_STRTAB]),
                              .symbols = address_of(info, values[DT_SYMTAB]),
                              .eager = address_of(info, values[DT_RELA]),
                              .eager_size = values[DT_RELASZ] / sizeof *object->eager,
                              .lazy = address_of(info, values[DT_JMPREL]),
                              .lazy_size = values[DT_PLTRELSZ] / sizeof *object->lazy};
    bool lazy_is_rela = !values[DT_PLTREL] || values[DT_PLTREL] == DT_RELA;
    return values[DT_STRTAB] && values[DT_SYMTAB] && lazy_is_rela;
}

/* Write an entry of an import table, which the dynamic linker may have made read-only. */
static void write_slot(const struct dl_phdr_info *info, void **slot, void *value)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *begin = (void *)((uintptr_t)slot & ~(page - 1));
    bool protected = segment_at(info, PT_GNU_RELRO, (uintptr_t)slot) != NULL;
    const ElfW(Phdr) *segment = segment_at(info, PT_LOAD, (uintptr_t)slot);
    if (!segment || !(segment->p_flags & PF_W) || (protected && mprotect(begin, page, PROT_READ | PROT_WRITE) != 0))
        return;
    __atomic_store_n(slot, value, __ATOMIC_RELAXED);
    if (protected)
        mprotect(begin, page, PROT_READ);
}

static const struct qlua_import *find_import(const struct qlua_imports *imports, const char *name)
{
    for (int i = 0; i < imports->count; i++)
        if (strcmp(imports->imports[i].name, name) == 0)
            return &imports->imports[i];
    return NULL;
}

static bool is_wanted(const struct qlua_imports *imports, const char *path)
{
    const char *slash = strrchr(path, '/');
    return !imports->object || strstr(slash ? slash + 1 : path, imports->object);
}

/* Replace the imports that are bound to a function that must be replaced. An import that was not called yet still
 * points to the object's own code. Its first call would bind it to the global symbol, so replace it if the global
 * symbol is the function to be replaced. */
static void replace_in(const struct object *object, const ElfW(Rela) * relocations, size_t count,
                       const struct replacement *replacement)
{
    for (size_t i = 0; i < count; i++) {
        const ElfW(Sym) *symbol = &object->symbols[SYMBOL_OF(relocations[i].r_info)];
        if (symbol == object->symbols || symbol->st_shndx != SHN_UNDEF)
            continue;
        const struct qlua_import *import = find_import(replacement->imports, object->strings + symbol->st_name);
        void **slot = (void **)(object->info->dlpi_addr + relocations[i].r_offset);
        if (import && (*slot == import->function || (replacement->global && is_inside(object->info, *slot))))
            write_slot(object->info, slot, import->ours);
    }
}

static int visit(struct dl_phdr_info *info, size_t size, void *data)
{
    struct object object;
    const struct replacement *replacement = data;
    (void)size;
    if (is_inside(info, (const void *)(uintptr_t)visit) || !is_wanted(replacement->imports, info->dlpi_name) ||
        !read_object(&object, info))
        return 0;
    replace_in(&object, object.eager, object.eager_size, replacement);
    replace_in(&object, object.lazy, object.lazy_size, replacement);
    return 0;
}

/* Store the number of objects loaded so far. */
static int count_loaded(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(unsigned long long *)data = info->dlpi_adds;
    return 1;
}

void qlua_imports_replace(struct qlua_imports *imports)
{
    unsigned long long loaded = 0;
    dl_iterate_phdr(count_loaded, &loaded);
    if (__atomic_exchange_n(&imports->seen, loaded, __ATOMIC_RELAXED) == loaded)
        return;
    bool global = dlsym(RTLD_DEFAULT, imports->imports->name) == imports->imports->function;
    struct replacement replacement = {imports, global};
    dl_iterate_phdr(visit, &replacement);
}
