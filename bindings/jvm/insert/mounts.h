/* mounts.h - insertion of event reporting into java.lang.VirtualThread: calls of static methods of an owner class.
 *
 *   starts(Thread)             when a virtual thread was started
 *   mounted(Thread)            when it was mounted on a carrier
 *   unmounts(Thread, int)      when it is about to leave its carrier; the number is its state
 *   changes(Thread, int)       when its state is about to change; the number is the new state
 *   parks(Thread)              when it is about to park
 *   parked(Thread)             when it has parked, whether it left its carrier, was pinned, or resumed at once */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

#define QJVM_MOUNTS_CLASS "java/lang/VirtualThread"

/* Number of methods that get an insertion, in a version of the class that is supported. */
extern const size_t qjvm_mounts_count;

/* Return whether the method of java.lang.VirtualThread with this name gets an insertion. */
bool qjvm_mounts_has(struct qjvm_text name, struct qjvm_text descriptor);

/* Add the insertion of this method of java.lang.VirtualThread: the call of a method of class `owner`. `additions`
 * must be empty. Return NULL or an error message. */
const char *qjvm_mounts_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_member *method,
                            const struct qjvm_code *code, const char *owner);
