/* names.h - readable forms of a class file's names, in malloc's memory; NULL if out of memory. */
#pragma once

#include "bindings/jvm/class/source_map.h"

/* Return java.util.Map$Entry for "java/util/Map$Entry". */
char *qjvm_names_class(struct qjvm_text internal);

/* Return put(int,String,long[]) for "put" and "(ILjava/lang/String;[J)V". A constructor has the name of its class; a
 * class initializer is <clinit>. */
char *qjvm_names_method(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor);

/* Return the file in the folder of its package: "java/util/Map.java". Return NULL also if it has no name. */
char *qjvm_names_file(const struct qjvm_source_file *file);
