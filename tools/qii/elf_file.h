/* elf_file.h - what an executable file or a library needs and contains. The file is only read, and may be invalid. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Interfaces that a file has, and what else matters to `qii run`. */
enum qii_interface {
    QII_HAS_INSTRUMENT, /* functions compiled with -finstrument-functions */
    QII_HAS_OMPT,
    QII_HAS_OPENMP, /* a runtime without OMPT */
    QII_HAS_ITT,
    QII_HAS_JIT,
    QII_HAS_KOKKOS,
    QII_HAS_GPROF, /* functions compiled with -pg */
    QII_INTERFACES
};

struct qii_elf_file {
    bool is_elf;
    bool is_own;         /* the file is for the processor and the word size of this program */
    bool has_loader;     /* a program that the dynamic loader starts */
    bool own_paths_only; /* the loader searches no default directory for this file's libraries (-z nodefaultlib) */
    char *soname;        /* texts of the dynamic section; NULL = none */
    char *rpath, *runpath;
    char **needed;
    size_t needed_count;
    unsigned interfaces; /* bits 1 << enum qii_interface, set by qii_elf_file_scan */
};

/* Read a file's headers and dynamic section. A file of another kind is no error. Return 0, or an errno value if it
 * cannot be read. If out of memory, exit after a message that begins with `command`. */
int qii_elf_file_read(struct qii_elf_file *file, const char *path, const char *command);

/* Read the symbols and constants of a file, and set its interfaces. Return 0 or an errno value. */
int qii_elf_file_scan(struct qii_elf_file *file, const char *path);

void qii_elf_file_fini(struct qii_elf_file *file);
