/* created.h - insertion of a call into a constructor: owner.created(Object)V with the object, before each return. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

/* Add the insertion of a constructor: the call of a method of class `owner`. `additions` must be empty. Return NULL or
 * an error message. */
const char *qjvm_created_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                             const char *owner);
