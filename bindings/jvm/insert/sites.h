/* sites.h - allocation sites: the instructions of a method that make objects, and counting of these objects.
 *
 * An instruction that makes an object of a known class is followed by a call of owner.count(J)V, one that makes an
 * array by owner.countArray(IJ)V with the array's length, and one whose result may be a new object of any class by
 * owner.countResult(Object,J)V. The last argument is the address of the site's counters, for countResult the site's
 * number shifted above the bits of QJVM_SITE_LOW. The low bits hold the binary logarithm of the size of an array's
 * elements, for countResult the number of dimensions to count.
 *
 * Sites are `new` and the instructions for arrays, clone(), lambdas that capture values, and calls of the JDK's methods
 * that allocate in the JVM. The compilers of HotSpot replace some of these by code of their own, so the calls are
 * counted, and not what the methods contain. They would also replace a StringBuilder and all its calls if the object
 * did not escape, so it is passed to owner.escapes(Object). */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

#define QJVM_SITE_LOW 63u /* the lowest bits of the argument */

enum qjvm_site_kind {
    QJVM_SITE_OBJECT,  /* an object of a class */
    QJVM_SITE_LAMBDA,  /* an object of a hidden class, whose fields are the parameters of the descriptor `type` */
    QJVM_SITE_ARRAY,   /* an array of one dimension */
    QJVM_SITE_BUILDER, /* a StringBuilder that makes a text: no object, and without counters */
    QJVM_SITE_RESULT   /* the result of an instruction: an object of any class, or an array */
};

struct qjvm_site {
    unsigned offset; /* of the instruction */
    enum qjvm_site_kind kind;
    const char *prefix;    /* what precedes `type` in the type's signature: "[" or "[L" or "L" or "" */
    struct qjvm_text type; /* with the prefix, and a ';' if it ends with L, the signature of the objects' type; of a
                            * result, empty */
    unsigned element;      /* of an array: code of the type in newarray, 0 = references */
    unsigned dimensions;   /* of a result: dimensions of the array that are made, at most QJVM_SITE_LOW */
};

struct qjvm_sites {
    struct qjvm_site *items;
    int count;
};

/* Find the sites of a method. Return false if out of memory. Call fini in either case. */
bool qjvm_sites_find(struct qjvm_sites *sites, const struct qjvm_class_file *file, const struct qjvm_member *method,
                     const struct qjvm_code *code);
void qjvm_sites_fini(struct qjvm_sites *sites);

/* Return the signature of the type of a site's objects, to be freed; NULL if out of memory. */
char *qjvm_site_signature(const struct qjvm_site *site);

/* Add counting to a method. `arguments` has the last argument of each call. 0 = no call, except for a StringBuilder,
 * whose call has no such argument. Return NULL or an error message. */
const char *qjvm_sites_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                           const struct qjvm_sites *sites, const char *owner, const uint64_t *arguments);
