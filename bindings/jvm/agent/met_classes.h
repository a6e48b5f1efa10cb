/* met_classes.h - the functions of classes that were met, by the content of their class files.
 *
 * A class that is loaded again, by another loader, is the same to whoever reads a report: a server that loads an
 * application anew, a runner with a loader for each test. Its methods are those that were told before, and their counts
 * go on. Without that, 20,000 loaders of a class with three methods were 60,000 rows, and 60 MB. */
#ifndef QJVM_MET_CLASSES_H
#define QJVM_MET_CLASSES_H

#include <stddef.h>

#include "bindings/kit/registry.h"

struct qjvm_met_class {
    struct kit_function **functions; /* in the order of the class file; NULL: not met */
    size_t count;
};

/* The class of this file. Returns NULL without memory. It lives as long as the process. With the library's lock, as
 * what follows. */
struct qjvm_met_class *qjvm_met_classes_get(const unsigned char *bytes, size_t size);

/* Where the function of a method is. Returns NULL without memory. */
struct kit_function **qjvm_met_class_function(struct qjvm_met_class *class, size_t method);

#endif
