/* functions.h - the functions of rewritten methods, found by their names or ids. */
#pragma once

#include "bindings/jvm/class/source_lines.h"
#include "bindings/kit/registry.h"

/* Note the function of a method. Of several methods of one name, in classes of several loaders, the last one is found.
 * The caller holds the library's lock. */
void qjvm_functions_note(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor,
                         struct kit_function *function);

/* Return true if the function of a method was noted. */
bool qjvm_functions_has(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor);

/* Return the noted function with an id, NULL if there is none. The caller holds the library's lock. */
struct kit_function *qjvm_functions_of_id(qprof_MethodID id);

/* Return the function of a method that was sampled, registered with the library. If the method was not noted, make a
 * function with this source file and its `count` lines. Return NULL if out of memory. */
struct kit_function *qjvm_functions_of_sample(struct qjvm_text class, struct qjvm_text name,
                                              struct qjvm_text descriptor, const struct qjvm_source_lines *source,
                                              int count);
