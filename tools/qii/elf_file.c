#include "tools/qii/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/qii/command.h"

enum { MOST_NEEDED = 10000, MOST_SEGMENTS = 100 }; /* of one file; a valid file has fewer */

struct open {
    int fd;
    Elf *elf;
};

/* Open a regular file. Return 0 or an errno value. The file is read, not mapped: it may be truncated meanwhile. */
static int open_file(struct open *open_as, const char *path)
{
    struct stat status;
    open_as->elf = NULL;
    open_as->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (open_as->fd < 0)
        return errno;
    if (fstat(open_as->fd, &status) == 0 && S_ISREG(status.st_mode)) {
        elf_version(EV_CURRENT);
        open_as->elf = elf_begin(open_as->fd, ELF_C_READ, NULL);
        if (open_as->elf && elf_kind(open_as->elf) == ELF_K_ELF)
            return 0;
    }
    elf_end(open_as->elf);
    close(open_as->fd);
    return ENOEXEC;
}

static void close_file(const struct open *opened)
{
    elf_end(opened->elf);
    close(opened->fd);
}

/* Return whether the file has the processor and word size of this program. */
static bool is_own(Elf *elf)
{
    struct open self;
    GElf_Ehdr header, own;
    if (!gelf_getehdr(elf, &header) || open_file(&self, "/proc/self/exe") != 0)
        return false;
    bool same = gelf_getehdr(self.elf, &own) && header.e_machine == own.e_machine &&
                header.e_ident[EI_CLASS] == own.e_ident[EI_CLASS] && header.e_ident[EI_DATA] == own.e_ident[EI_DATA];
    close_file(&self);
    return same;
}

/* ---- the dynamic section ----------------------------------------------------------------------------------------- */

/* Return the first segment of a type after index *at, which becomes its index plus 1. Return false if there is none. */
static bool next_segment(Elf *elf, uint32_t type, size_t *at, GElf_Phdr *segment)
{
    size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0)
        return false;
    while (*at < count && *at < INT32_MAX)
        if (gelf_getphdr(elf, (int)(*at)++, segment) && segment->p_type == type)
            return true;
    return false;
}

static Elf_Data *data_at(Elf *elf, uint64_t offset, uint64_t size, Elf_Type type)
{
    if (offset > INT64_MAX || size > SIZE_MAX / 2)
        return NULL;
    return elf_getdata_rawchunk(elf, (int64_t)offset, (size_t)size, type);
}

static Elf_Data *data_at_address(Elf *elf, uint64_t address, uint64_t size, Elf_Type type)
{
    GElf_Phdr segment;
    for (size_t at = 0; next_segment(elf, PT_LOAD, &at, &segment);)
        if (address - segment.p_vaddr < segment.p_filesz && size <= segment.p_filesz - (address - segment.p_vaddr))
            return data_at(elf, segment.p_offset + (address - segment.p_vaddr), size, type);
    return NULL;
}

static uint64_t value_of(Elf_Data *dynamic, int64_t tag)
{
    GElf_Dyn entry;
    for (int i = 0; gelf_getdyn(dynamic, i, &entry) && entry.d_tag != DT_NULL; i++)
        if (entry.d_tag == tag)
            return entry.d_un.d_val;
    return 0;
}

/* Return a copy of a text in the string table, NULL if there is none. */
static char *text_at(const Elf_Data *texts, uint64_t offset, const char *command)
{
    if (!texts || offset >= texts->d_size || !memchr((const char *)texts->d_buf + offset, 0, texts->d_size - offset))
        return NULL;
    return qii_checked(strdup((const char *)texts->d_buf + offset), command);
}

static void keep_text(char **place, char *text)
{
    free(*place);
    *place = text;
}

static void read_dynamic(struct qii_elf_file *file, Elf *elf, const char *command)
{
    size_t at = 0;
    GElf_Phdr segment;
    GElf_Dyn entry;
    Elf_Data *dynamic = next_segment(elf, PT_DYNAMIC, &at, &segment)
                            ? data_at(elf, segment.p_offset, segment.p_filesz, ELF_T_DYN)
                            : NULL;
    if (!dynamic)
        return;
    const Elf_Data *texts = data_at_address(elf, value_of(dynamic, DT_STRTAB), value_of(dynamic, DT_STRSZ), ELF_T_BYTE);
    file->own_paths_only = value_of(dynamic, DT_FLAGS_1) & DF_1_NODEFLIB;
    for (int i = 0; gelf_getdyn(dynamic, i, &entry) && entry.d_tag != DT_NULL; i++) {
        uint64_t offset = entry.d_un.d_val;
        if (entry.d_tag == DT_SONAME)
            keep_text(&file->soname, text_at(texts, offset, command));
        else if (entry.d_tag == DT_RPATH)
            keep_text(&file->rpath, text_at(texts, offset, command));
        else if (entry.d_tag == DT_RUNPATH)
            keep_text(&file->runpath, text_at(texts, offset, command));
        else if (entry.d_tag == DT_NEEDED && file->needed_count < MOST_NEEDED) {
            char *name = text_at(texts, offset, command);
            if (!name)
                continue;
            file->needed = qii_checked(realloc(file->needed, (file->needed_count + 1) * sizeof *file->needed), command);
            file->needed[file->needed_count++] = name;
        }
    }
}

int qii_elf_file_read(struct qii_elf_file *file, const char *path, const char *command)
{
    struct open opened;
    GElf_Phdr segment;
    size_t at = 0;
    *file = (struct qii_elf_file){.is_elf = false};
    int error = open_file(&opened, path);
    if (error)
        return error == ENOEXEC ? 0 : error;
    file->is_elf = true;
    file->is_own = is_own(opened.elf);
    file->has_loader = next_segment(opened.elf, PT_INTERP, &at, &segment);
    read_dynamic(file, opened.elf, command);
    close_file(&opened);
    return 0;
}

void qii_elf_file_fini(struct qii_elf_file *file)
{
    for (size_t i = 0; i < file->needed_count; i++)
        free(file->needed[i]);
    free(file->needed);
    free(file->soname);
    free(file->rpath);
    free(file->runpath);
    *file = (struct qii_elf_file){.is_elf = false};
}

/* ---- interfaces -------------------------------------------------------------------------------------------------- */

enum { DEFINES = 1, REFERS = 2 };

static const struct {
    const char *name;
    int how;
    enum qii_interface interface;
} symbols[] = {
    {"__cyg_profile_func_enter", REFERS, QII_HAS_INSTRUMENT},
    {"ompt_start_tool", DEFINES | REFERS, QII_HAS_OMPT},
    {"omp_get_num_threads", DEFINES, QII_HAS_OPENMP},
    {"mcount", REFERS, QII_HAS_GPROF},
    {"_mcount", REFERS, QII_HAS_GPROF},
    {"__fentry__", REFERS, QII_HAS_GPROF},
};

static const struct {
    const char *text;
    enum qii_interface interface;
} constants[] = {
    {"INTEL_LIBITTNOTIFY64", QII_HAS_ITT},
    {"INTEL_JIT_PROFILER64", QII_HAS_JIT},
    {"KOKKOS_TOOLS_LIBS", QII_HAS_KOKKOS},
    {"KOKKOS_PROFILE_LIBRARY", QII_HAS_KOKKOS},
};

static unsigned scan_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    unsigned found = 0;
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Sym symbol;
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
        int how = symbol.st_shndx == SHN_UNDEF ? REFERS : DEFINES;
        for (size_t k = 0; name && k < sizeof symbols / sizeof *symbols; k++)
            if (symbols[k].how & how && strcmp(name, symbols[k].name) == 0)
                found |= 1u << symbols[k].interface;
    }
    return found;
}

/* Search constants in a part of the file. */
static unsigned scan_constants(int fd, uint64_t offset, uint64_t size)
{
    enum { CHUNK = 1 << 16, OVERLAP = 64 }; /* a constant may begin in one chunk and end in the next */
    unsigned found = 0;
    char bytes[CHUNK];
    for (uint64_t at = 0; at < size; at += CHUNK - OVERLAP) {
        ssize_t got = pread(fd, bytes, size - at < CHUNK ? (size_t)(size - at) : CHUNK, (off_t)(offset + at));
        if (got <= 0)
            break;
        for (size_t k = 0; k < sizeof constants / sizeof *constants; k++)
            if (memmem(bytes, (size_t)got, constants[k].text, strlen(constants[k].text) + 1))
                found |= 1u << constants[k].interface;
    }
    return found;
}

int qii_elf_file_scan(struct qii_elf_file *file, const char *path)
{
    struct open opened;
    GElf_Phdr segment;
    GElf_Shdr header;
    unsigned found = 0;
    int error = open_file(&opened, path);
    if (error)
        return error;
    for (Elf_Scn *section = elf_nextscn(opened.elf, NULL); section; section = elf_nextscn(opened.elf, section))
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNSYM)
            found |= scan_symbols(opened.elf, section, &header);
    for (size_t at = 0; at < MOST_SEGMENTS && next_segment(opened.elf, PT_LOAD, &at, &segment);)
        if (!(segment.p_flags & PF_W) && segment.p_offset <= INT64_MAX)
            found |= scan_constants(opened.fd, segment.p_offset, segment.p_filesz);
    if (found & 1u << QII_HAS_OMPT)
        found &= ~(1u << QII_HAS_OPENMP);
    file->interfaces = found;
    close_file(&opened);
    return 0;
}
