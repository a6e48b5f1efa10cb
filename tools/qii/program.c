#include "tools/qii/program.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Open a program for reading. Return -1 if there is none. */
static int open_program(const char *name)
{
    const char *path = strchr(name, '/') ? "" : getenv("PATH");
    for (; path; path = *path ? path + 1 : NULL) {
        char file[4096];
        int length = (int)strcspn(path, ":");
        int wanted = snprintf(file, sizeof file, "%.*s%s%s", length, path, length ? "/" : "", name);
        if (wanted < (int)sizeof file && access(file, X_OK) == 0)
            return open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        path += length;
    }
    return -1;
}

static bool is_static(Elf *elf)
{
    size_t count = 0;
    GElf_Phdr segment;
    if (elf_kind(elf) != ELF_K_ELF || elf_getphdrnum(elf, &count) != 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_INTERP)
            return false;
    return true;
}

bool qii_program_is_dynamic(const char *name)
{
    int fd = open_program(name);
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    bool result = !elf || !is_static(elf);
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return result;
}
