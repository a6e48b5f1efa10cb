/* symbol.h - names, files and lines of addresses in the running program. */
#pragma once

#include "bindings/native/symbols/symbols.h"

#include <pthread.h>
#include <stdbool.h>

/* Find the function that begins at an address, and its line. A function without a symbol is named by its file and
 * offset. The first look-up in a file reads its debug information, which takes milliseconds, so keep the result. Any
 * thread may call this, but not a signal handler. */
void native_symbol_of_function(struct native_symbol *symbol, const void *function);

/* Find the function that contains a call, and the call's line, by the call's return address. The rest is as above. */
void native_symbol_of_call(struct native_symbol *symbol, const void *return_address);

/* Find the functions that run at an address of code: first those that are inlined there, innermost first, then the one
 * that contains it. `returns` is true if the address is a return address. `symbols` has room for `most` functions.
 * Return their number, at least 1. The rest is as above. */
int native_symbols_at(struct native_symbol *symbols, int most, const void *code, bool returns);

/* Find the lines of one of these functions, by its index: that of its declaration, and the last line that has code in
 * this file. Return false if they are unknown. */
bool native_symbols_lines_at(int *first, int *last, const void *code, bool returns, int index);

/* Create a thread that the program's C library does not know (symbols.h), and wait for its end. Return 0 or an error
 * code. */
int native_symbols_thread(pthread_t *thread, void *(*function)(void *), void *data);
int native_symbols_join(pthread_t thread, const struct timespec *until);
