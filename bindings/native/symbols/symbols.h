/* symbols.h - the interface of symbols.so, which reads names from symbol tables and debug information.
 *
 * native.so loads symbols.so into a namespace of its own (dlmopen), for two reasons: the program must not find libdw
 * and its libraries, and if the program has its own, instrumented version of one of these libraries (zlib), a look-up
 * must not call it. The namespace has a C library of its own, but both number their thread keys from 0, so symbols.so
 * must not use a library that creates such keys, such as OpenSSL. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct native_symbol {
    char name[512];
    char file[1024];   /* empty = unknown */
    int line;          /* 0 = unknown */
    char library[256]; /* file name of the program or library, without directories; empty = unknown */
};

/* A loaded file. */
struct native_file {
    const char *path;
    const unsigned char *build_id;
    uint32_t build_id_size; /* 0 = none */
};

/* Find the function at an offset of a file, and the line at this offset. If `begins` is non-zero, the function begins
 * there: a symbol that begins earlier is another function's. Only one thread at a time may call this. The first look-up
 * in a file opens it. Return 0, or -1 if the function is unknown; then the symbol is unchanged. */
typedef int native_symbols_find(struct native_symbol *symbol, const struct native_file *file, uint64_t offset,
                                int begins);
