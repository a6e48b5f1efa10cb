/* rewrite.h - a class file with calls put into its methods.
 *
 * QJVM_CALLS: owner.enter(I)V with the id at the beginning of the method, owner.leave(I)V with it wherever the method
 * ends, by a return or by an exception, owner.caught(I)V where one of its handlers begins. `leave` has to bear being
 * called for a frame that is gone, and to close frames above the one that it is for: calls.h says when.
 * QJVM_LINES: counters.count(J)V with the address of a counter at the beginning of the method and of its lines, and on
 * the ways that its branches may take.
 * QJVM_COUNTED: counters.countCall(J)V with the address of counters at the beginning of the method.
 * QJVM_MOUNTS: what a virtual thread tells of itself (mounts.h), to owner; for java.lang.VirtualThread.
 * All are static methods of the classes owner and counters, and throw nothing.
 *
 * The bytes may come from anybody. Any thread may call this, several at once; there is no state between two calls. */
#ifndef QJVM_REWRITE_H
#define QJVM_REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bindings/jvm/class/branches.h"
#include "bindings/jvm/class/flow.h"

enum qjvm_insertion { QJVM_NOTHING, QJVM_CALLS, QJVM_LINES, QJVM_COUNTED, QJVM_MOUNTS };

/* Names are as in the class file, in modified UTF-8. */
struct qjvm_class {
    const char *name;        /* with slashes; empty where the class file is too damaged to tell */
    const char *source_file; /* NULL: none is named */
    unsigned version;        /* the major one: 52 for Java 8 */
    unsigned access;
    unsigned method_count;
    const char *source_debug_extension; /* NULL: none; no zero ends it */
    size_t source_debug_extension_size;
};

/* A method that has code. */
struct qjvm_method {
    unsigned number; /* among the methods of the class file */
    const char *name;
    const char *descriptor;
    unsigned access;
    unsigned code_size;
    bool calls_nothing;            /* no call, no loop, no monitor, nothing that can run other Java code, no throw */
    const struct qjvm_line *lines; /* ascending by offset, one per offset */
    int line_count;
    const struct qjvm_flow *flow; /* NULL where nobody asked for it; branches likewise */
    const struct qjvm_branches *branches;
};

struct qjvm_answer {
    enum qjvm_insertion insertion;
    uint32_t id;                      /* of QJVM_CALLS */
    uint64_t entry_counter;           /* of QJVM_LINES, 0: none; and QJVM_COUNTED */
    const uint64_t *line_counters;    /* one per line, 0: none; read before the next call of any function below */
    const uint64_t *outcome_counters; /* one per outcome of the branches, in the same way; NULL: none */
};

struct qjvm_rewriting {
    const char *owner; /* names with slashes; NULL where nothing asks for it */
    const char *counters;
    bool flow; /* methods are asked about with theirs; branches likewise */
    bool branches;

    /* What is to be put into a method; asked once for each that has code, in the order of the class file. */
    struct qjvm_answer (*method)(void *data, const struct qjvm_class *class, const struct qjvm_method *method);

    /* A method stays as it was though something else was asked for, or might have been: then nothing but its name is
     * known; NULL: the whole class does, whatever was said of its methods. `why` is a few words for people. */
    void (*unchanged)(void *data, const struct qjvm_class *class, const struct qjvm_method *method, const char *why);
    void *data;
};

/* Why a finalizer that does nothing stays as it is; it takes no time. */
extern const char qjvm_empty_finalizer[];

/* Returns memory of malloc's, or NULL: the class stays as it is. */
unsigned char *qjvm_rewrite(const struct qjvm_rewriting *rewriting, const unsigned char *bytes, size_t size,
                            size_t *new_size);

#endif
