/* methods.h - methods of rewritten classes: their registration with the library, and the choice of what to insert into
 * each. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Instrumentation of methods, and the classes that the inserted code calls (java_part.h). */
struct qjvm_method_options {
    const char *calls;    /* class with the static methods `enter` and `leave`; NULL = calls are counted, and nothing is
                           * timed */
    const char *counters; /* class with the static methods `count` and `countCall` */
    const char *loads;    /* class with the static methods `load` and `loaded`; NULL = static initializers have no
                           * context of their own */
    const char *allocations; /* class with the static methods of sites.h; NULL = allocations are not counted */
    unsigned timed_ids;      /* functions with this id or a higher one are only counted, not timed */
    bool lines;              /* without `calls`: lines are counted, too */
    bool exact_calls;        /* if lines are counted, no call is lost even if several threads call a method at once */
    bool branches;           /* if lines are counted, branch outcomes are counted too */
    bool filter;             /* code that a compiler generated is ignored */
    bool leaf_times;         /* small methods that call nothing are timed, too, instead of only counted */
};

/* Rewrite a class file. Unless it is `recorded`, only its allocations are counted. Return the new class file, to be
 * freed with free(); NULL if it is unchanged. Any thread may call this function. */
unsigned char *qjvm_methods_rewrite(const struct qjvm_method_options *options, bool recorded,
                                    const unsigned char *bytes, size_t size, size_t *new_size);

/* Register the methods of a class that is not loaded, so that coverage reports them as never run. If the class is
 * loaded later, its methods are the same functions. Any thread may call this function. */
void qjvm_methods_register(const struct qjvm_method_options *options, const unsigned char *bytes, size_t size);
