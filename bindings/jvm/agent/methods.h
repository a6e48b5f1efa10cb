/* methods.h - the methods of classes that are rewritten: registered with the library, with what counts them. */
#ifndef QJVM_METHODS_H
#define QJVM_METHODS_H

#include <stdbool.h>
#include <stddef.h>

/* What methods tell, and the classes by which they do (java_part.h). */
struct qjvm_telling {
    const char *calls;    /* has enter and leave; NULL: lines are counted, and nothing is timed */
    const char *counters; /* has count */
    bool branches;        /* where lines are counted, ways of branches are, too */
    bool leaf_times;      /* small methods that call nothing are timed too, not only counted */
};

/* Rewrite a class file. Returns the new one in malloc's memory, NULL where it stays as it was. Any thread. */
unsigned char *qjvm_methods_rewrite(const struct qjvm_telling *telling, const unsigned char *bytes, size_t size,
                                    size_t *new_size);

#endif
