/* symbol.h - name, file and line of a function of the running program, by its address. */
#pragma once

#include <stdint.h>

struct symbol {
    char name[512];
    char file[1024]; /* empty = unknown */
    int line;        /* 0 = unknown */
};

/* Find a function, once per address. The first look-up in a file reads its debug information. The name of an unknown
 * function is its file and offset. Any thread may call this. */
void symbol_find(struct symbol *symbol, uintptr_t address);
