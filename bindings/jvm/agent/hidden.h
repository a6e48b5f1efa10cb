/* hidden.h - hidden classes, for which the JVM has no ClassFileLoadHook.
 *
 * Examples are the classes behind constructor references (`ArrayList::new`), and those that frameworks define by
 * Lookup.defineHiddenClass. */
#pragma once

#include <stddef.h>

/* Call `rewrite` for each hidden class from now on, on the thread that defines the class. `rewrite` returns the new
 * class file, to be freed with free(), or NULL if the class is unchanged. Call this before qjvm_natives_begin. */
void qjvm_hidden_begin(unsigned char *(*rewrite)(const unsigned char *bytes, size_t size, size_t *new_size));
