/* symbols.h - the interface of symbols.so, which reads names from symbol tables and debug information.
 *
 * native.so loads symbols.so into a namespace of its own (dlmopen), for two reasons: the program must not find libdw
 * and its libraries, and if the program has its own, instrumented version of one of these libraries (zlib), a look-up
 * must not call it. The namespace has a C library of its own, but both number their thread keys from 0, so symbols.so
 * must not use a library that creates such keys, such as OpenSSL. */
#pragma once

#include <pthread.h>
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

/* Find the functions at an offset of a file, the inlined ones first, with the line that runs in each. The rest is as
 * above. Return their number, at most `most`; 0 if they are unknown. */
typedef int native_symbols_frames(struct native_symbol *symbols, int most, const struct native_file *file,
                                  uint64_t offset);

/* Find the lines of a function that the above returned for this offset, by its index: those of its declaration and of
 * its last code in the same file. Return 0, or -1 if they are unknown. */
typedef int native_symbols_lines(const struct native_file *file, uint64_t offset, int index, int *first, int *last);

/* Create a thread by the C library of this namespace. So the program's C library does not know of a second thread, and
 * a program without threads keeps its fast paths: with them, getc takes a sixth of the time. Such a thread may call the
 * functions above, but neither malloc nor locks of the program's C library or of the dynamic loader. Call this while no
 * other thread uses the namespace. Return 0 or an error code. */
typedef int native_symbols_create_thread(pthread_t *thread, void *(*function)(void *), void *data);

/* Wait for the end of that thread, until a time of CLOCK_REALTIME. Return 0 or ETIMEDOUT. */
typedef int native_symbols_join_thread(pthread_t thread, const struct timespec *until);
