/* methods.h - methods of rewritten classes: registration with the library, and the choice of instrumentation. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Instrumentation of methods, and the classes that it calls (java_part.h). */
struct qjvm_method_options {
    const char *calls;    /* class with enter and leave; NULL: lines are counted, and nothing is timed */
    const char *counters; /* class with count */
    bool branches;        /* if lines are counted, also count branch outcomes */
    bool leaf_times;      /* time even small methods that call nothing, instead of only counting them */
};

/* Rewrite a class file. Return the new one in malloc's memory, NULL if it is unchanged. Any thread. */
unsigned char *qjvm_methods_rewrite(const struct qjvm_method_options *options, const unsigned char *bytes, size_t size,
                                    size_t *new_size);
