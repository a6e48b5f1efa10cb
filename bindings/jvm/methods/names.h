/* names.h - conversion of a class file's names to readable names. The functions return texts to be freed with free(),
 * NULL if out of memory. */
#pragma once

#include "bindings/jvm/class/source_map.h"

/* Return java.util.Map$Entry for "java/util/Map$Entry". */
char *qjvm_names_class(struct qjvm_text internal);

/* Return the part java/util/Map$Entry of the signature "Ljava/util/Map$Entry;", empty if it is no class's. A hidden
 * class, such as a lambda's, has a '.' and a number after its name, which differs from run to run: set `hidden`. */
struct qjvm_text qjvm_names_internal(const char *signature, bool *hidden);

/* Return java.util.Map$Entry[] for the signature "[Ljava/util/Map$Entry;". Of a hidden class, return the name without
 * its number. */
char *qjvm_names_type(const char *signature);

/* Return put(int,String,long[]) for "put" and "(ILjava/lang/String;[J)V". As in stack traces, a constructor has the
 * name <init>, with parameters, and a class initializer the name <clinit>. */
char *qjvm_names_method(struct qjvm_text name, struct qjvm_text descriptor);

/* Return java.util.Map.put(int,String,long[]) for a class and a method. */
char *qjvm_names_function(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor);

/* Return the path of the source file, in the folder of its package: "java/util/Map.java". Return NULL if the file has
 * no name, or if out of memory. */
char *qjvm_names_file(const struct qjvm_source_file *file);
