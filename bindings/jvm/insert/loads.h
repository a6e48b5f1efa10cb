/* loads.h - insertion of calls into a static initializer: owner.load(String)V at its start, and owner.loaded(String)V
 * before each return and where an exception leaves it. The argument is the source file.
 *
 * The calls are within those that time the method, so that the method that causes the initialization has no time
 * between them. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

/* Add the calls at the exits. Call this before other additions, so that these calls come first. Return NULL or an error
 * message. */
const char *qjvm_loads_add_exits(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                                 const char *owner, const char *file);

/* Add the call at the start. Call this after other additions, so that this call comes last. Return NULL or an error
 * message. */
const char *qjvm_loads_add_entry(struct qjvm_additions *additions, struct qjvm_pool *pool, const char *owner,
                                 const char *file);
