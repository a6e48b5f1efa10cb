/* hidden.h - hidden classes, for which the JVM has no ClassFileLoadHook.
 *
 * Examples are the classes behind lambdas and constructor references (`ArrayList::new`), and those that frameworks
 * define by Lookup.defineHiddenClass. */
#pragma once

#include <stddef.h>

/* Function that returns a new class file, to be freed with free(), or NULL if the class is unchanged. */
typedef unsigned char *qjvm_hidden_rewriter(const unsigned char *bytes, size_t size, size_t *new_size);

/* Call `rewrite` for each hidden class from now on, on the thread that defines the class; NULL = call nothing. The
 * first call must precede qjvm_natives_begin. */
void qjvm_hidden_rewrite(qjvm_hidden_rewriter *rewrite);
