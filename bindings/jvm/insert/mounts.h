/* mounts.h - what java.lang.VirtualThread tells of itself: static methods of an owner are called where a virtual thread
 *
 *   starts(Thread)             was started
 *   mounted(Thread)            runs on a carrier from now on
 *   unmounts(Thread, int)      leaves it, in this state
 *   changes(Thread, int)       is about to get this state */
#ifndef QJVM_MOUNTS_H
#define QJVM_MOUNTS_H

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

#define QJVM_MOUNTS_CLASS "java/lang/VirtualThread"

/* Into so many methods something is put where the class is one that is known. */
extern const size_t qjvm_mounts_count;

/* Whether something is put into this method of the class. */
bool qjvm_mounts_has(const char *name, const char *descriptor);

/* Returns NULL, or why not. Additions are empty before. */
const char *qjvm_mounts_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_member *method,
                            const struct qjvm_code *code, const char *owner);

#endif
