/* names.h - how a class file's names are told to people, in memory of their own; NULL without memory. */
#ifndef QJVM_NAMES_H
#define QJVM_NAMES_H

#include "bindings/jvm/class/source_map.h"

/* "java/util/Map$Entry" is java.util.Map$Entry. */
char *qjvm_names_class(const char *internal);

/* "put" and "(ILjava/lang/String;[J)V" are put(int,String,long[]); a constructor is called as its class, what runs when
 * a class is initialized <clinit>. */
char *qjvm_names_method(const char *class_internal, const char *name, const char *descriptor);

/* In the folder of its package: "java/util/Map.java". NULL too where it has no name. */
char *qjvm_names_file(const struct qjvm_source_file *file);

#endif
