/* unloaded.h - classes that coverage reports even if the program never loads them.
 *
 * They are registered when the run begins, so that a killed program's data file has them, too. When a class is loaded
 * later, its methods are the functions that were registered (registration.h). Java code reads the files
 * (QiiClassFiles.java), since the JVM can read jars already. */
#pragma once

#include <jvmti.h>

#include "bindings/jvm/methods/methods.h"

/* Register the selected classes (wanted.h) in the directories of the class path and the module path, then those in the
 * directories and jars of `classes`, separated by ':' (NULL = none). If `classes` contains "none", ignore the class
 * path and the module path. Print a message for each file that cannot be read. `options` must stay valid. */
void qjvm_unloaded_register(jvmtiEnv *jvmti, JNIEnv *env, const char *classes,
                            const struct qjvm_method_options *options);
