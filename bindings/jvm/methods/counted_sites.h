/* counted_sites.h - the allocation sites of rewritten methods, and their counters. Sites are never removed, since
 * threads may still run their code. Classes of the same name share the counters of equal methods. */
#pragma once

#include "bindings/jvm/class/source_lines.h"
#include "bindings/jvm/insert/rewrite.h"

/* Names and lines of a method, as qjvm_functions_of_sample needs them. */
struct qjvm_counted_method {
    char *class, *name, *descriptor, *folder, *file;
    struct qjvm_source_lines source; /* its texts are `folder` and `file` */
    int line_count;
};

struct qjvm_counted_site {
    struct qjvm_counted_site *next;
    const struct qjvm_counted_method *method;
    enum qjvm_site_kind kind; /* of objects of one class, not a result */
    int line;                 /* of the source, 0 = unknown */
    char *signature;          /* of the type of the objects; of a lambda, the descriptor of its call */
    uint64_t *counters;       /* QJVM_STRIPES of them, QJVM_STRIPE apart: the objects and, after it, bytes of arrays */

    /* Fields of the thread that records the counts (site_counts.h). */
    uint64_t objects;                          /* objects counted when the counters were last read */
    uint64_t recorded_objects, recorded_bytes; /* part that was recorded, or counted before the run */
    uint64_t size;                             /* size of each object, 0 = unknown; not of arrays */
};

/* Set the size of a reference in the JVM. Call this before methods are rewritten. */
void qjvm_counted_sites_begin(unsigned reference_size);

/* Return the counters of a class at the site of results with this number, NULL if out of memory. `size` is that of an
 * object. Any thread may call this. */
uint64_t *qjvm_counted_sites_of_class(unsigned number, const char *signature, uint64_t size);

/* Make counters for the sites of a method, and store the argument of the call at each of them (sites.h), 0 for a site
 * without counters, or if out of memory. Any thread may call this. */
void qjvm_counted_sites_add(const struct qjvm_class_file *class, const struct qjvm_method *method,
                            const struct qjvm_source_lines *source, uint64_t *arguments);

/* Return what a site has counted. Objects of a known class have no bytes. */
uint64_t qjvm_counted_site_objects(const struct qjvm_counted_site *site);
uint64_t qjvm_counted_site_bytes(const struct qjvm_counted_site *site);

/* Return the newest site, which leads to all others. */
struct qjvm_counted_site *qjvm_counted_sites(void);
