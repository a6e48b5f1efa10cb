/* generated.h - code that the program generates at run time, by address. Any thread may call these functions, but not a
 * signal handler.
 *
 * A just-in-time compiler announces a method before it runs (bindings/itt/jit.c). It is registered when it is first
 * entered: its id is the address of its code. */
#pragma once

#include <stdbool.h>

#include "bindings/native/symbols/symbols.h"
#include "include/qprof.h"

struct native_generated {
    uintptr_t begin;
    size_t size;
    unsigned key; /* the compiler's number of the method */
    const char *name;
    const char *class_name;      /* NULL = none */
    const char *file;            /* NULL = unknown */
    const qprof_LineInfo *lines; /* offsets from `begin` */
    int line_count;
};

/* Add a method, which is copied. Methods in the same memory have been unloaded. Return false if out of memory. */
bool native_generated_add(const struct native_generated *code);

/* Add a method that was inlined into the code at its address. Return false if there is no such code, or no memory. */
bool native_generated_add_inlined(const struct native_generated *code);

/* Unload a method: its code at this address, or all of it (0). */
void native_generated_remove(unsigned key, uintptr_t begin);

/* If generated code begins at this address, register it and return true. */
bool native_generated_register(qprof_MethodID id);

/* Return the number of the code at an address, which later code there has not; 0 if there is none. */
unsigned native_generated_number(uintptr_t address);

/* Find the methods at an address of generated code, the innermost inlined one first. Return the number of symbols,
 * which is 0 for other addresses. */
size_t native_generated_find(struct native_symbol *symbols, size_t room, uintptr_t address);
