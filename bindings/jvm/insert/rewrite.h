/* rewrite.h - rewriting of a class file: calls of static methods are inserted into its methods.
 *
 *   QJVM_CALLS    owner.enter(I)I at the start of each method, owner.leave(II)V before each return and where an
 *                 exception leaves the method, and owner.caught(II)V at the start of each exception handler. The
 *                 arguments are the result of `enter` and the method's id. `leave` must accept a frame that is gone,
 *                 and must close the frames above its own; calls.h explains when this happens
 *   QJVM_LINES    counters.count(J)V with the address of a counter, at the start of the method and of its lines, and
 *                 on the edges of its branches
 *   QJVM_COUNTED  the same, but counters.countCall(J)V with the address of several counters at the method's start
 *   QJVM_MOUNTS   the calls of mounts.h; only for java.lang.VirtualThread
 *   QJVM_CREATED  owner.created(Object)V before each return; only for constructors (created.h)
 *
 * If an answer names the source file of a static initializer, the calls of loads.h are inserted, too, and if it has
 * arguments for allocation sites, those of sites.h.
 *
 * The called methods must not throw. The bytes of the class file are not trusted. The functions are thread-safe and
 * keep no state between calls. */
#pragma once

#include "bindings/jvm/class/class_file.h"
#include "bindings/jvm/class/flow.h"
#include "bindings/jvm/coverage/branches.h"
#include "bindings/jvm/insert/sites.h"

enum qjvm_insertion { QJVM_NOTHING, QJVM_CALLS, QJVM_LINES, QJVM_COUNTED, QJVM_MOUNTS, QJVM_CREATED };

/* Method that has code. */
struct qjvm_method {
    unsigned number; /* index of the method in the class file */
    struct qjvm_text name;
    struct qjvm_text descriptor;
    unsigned code_size;
    bool calls_nothing;            /* the method is a leaf method (leaf.h) */
    bool is_generated;             /* with qjvm_rewriting.filter and allocations: a compiler generated the method */
    const struct qjvm_line *lines; /* starts of lines, ascending by offset, one per offset */
    int line_count;
    const struct qjvm_flow *flow;         /* NULL if qjvm_rewriting.flow is false */
    const struct qjvm_branches *branches; /* empty if qjvm_rewriting.branches is false */
    const struct qjvm_sites *sites;       /* empty if qjvm_rewriting.allocations is NULL */
};

struct qjvm_answer {
    enum qjvm_insertion insertion;
    uint32_t id;                    /* id of the method, for QJVM_CALLS */
    const char *load;               /* source file that a static initializer loads; read before the next callback;
                                     * NULL = insert no calls of loads.h */
    uint64_t entry_counter;         /* address of the counter of calls, or of the first one of several; 0 = none */
    const uint64_t *line_counters;  /* address of a counter for each line, 0 = none; read before the next callback;
                                     * NULL = no line has a counter */
    const uint64_t *edge_counters;  /* address of a counter for each edge of a branch, 0 = none; read before the next
                                     * callback; NULL = no edge has a counter */
    const uint64_t *site_arguments; /* last argument of the call at each allocation site (sites.h); read
                                     * before the next callback; NULL = insert no calls of sites.h */
};

struct qjvm_rewriting {
    const char *owner;       /* name of the class, with slashes; NULL = not needed */
    const char *counters;    /* name of the class, with slashes; NULL = not needed */
    const char *loads;       /* name of the class, with slashes; NULL = not needed */
    const char *allocations; /* name of the class that counts at allocation sites, with slashes; NULL = find no sites */
    bool flow;               /* provide qjvm_method.flow */
    bool branches;           /* provide qjvm_method.branches */
    bool filter; /* ignore methods, lines and branches that a compiler generated (coverage/), but not allocations */

    /* Return what to insert into a method. This is called once for each method that has code and is not ignored, in the
     * order of the class file. */
    struct qjvm_answer (*method)(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method);

    /* Called if a method cannot be rewritten as requested, or if its code cannot be read. If the code cannot be
     * read, only the method's name is set. If `method` is NULL, the whole class is unchanged, even methods for which an
     * insertion was requested. `why` is a short reason for the user. */
    void (*unchanged)(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method,
                      const char *why);
    void *data;
};

/* Reason for leaving an empty finalizer unchanged. Users need not see it, since an empty finalizer takes no time. */
extern const char qjvm_empty_finalizer[];

/* Rewrite a class file. Return the new class file, to be freed with free(); NULL if it is unchanged. */
unsigned char *qjvm_rewrite(const struct qjvm_rewriting *rewriting, const unsigned char *bytes, size_t size,
                            size_t *new_size);
