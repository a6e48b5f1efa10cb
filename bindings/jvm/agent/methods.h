/* methods.h - the methods of classes that are rewritten: registered with the library, with what counts them. */
#ifndef QJVM_METHODS_H
#define QJVM_METHODS_H

#include <stdbool.h>
#include <stddef.h>

/* Rewrite a class file, so that its methods tell of their calls, or count their lines, by the static methods of owner
 * (java_part.h). Returns the new one in malloc's memory, NULL where it stays as it was. Any thread. */
unsigned char *qjvm_methods_rewrite(const char *owner, bool lines, const unsigned char *bytes, size_t size,
                                    size_t *new_size);

#endif
