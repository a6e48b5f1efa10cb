/* mounts.h - insertion of event reporting into java.lang.VirtualThread: calls of static methods of an owner class when
 * a virtual thread
 *
 *   starts(Thread)             was started
 *   mounted(Thread)            was mounted on a carrier
 *   unmounts(Thread, int)      is about to leave its carrier, in this state
 *   changes(Thread, int)       is about to change to this state */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

#define QJVM_MOUNTS_CLASS "java/lang/VirtualThread"

/* Number of methods with insertions, in a version of the class that is supported. */
extern const size_t qjvm_mounts_count;

/* Return whether this method of the class gets an insertion. */
bool qjvm_mounts_has(struct qjvm_text name, struct qjvm_text descriptor);

/* Fill in empty additions. Return NULL or an error message. */
const char *qjvm_mounts_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_member *method,
                            const struct qjvm_code *code, const char *owner);
