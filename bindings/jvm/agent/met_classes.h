/* met_classes.h - the functions of classes that were met, by the content of their class files.
 *
 * A class that is loaded again, by another loader, is the same to whoever reads a report: a server that loads an
 * application anew, a runner with a loader for each test. Its methods are those that were told before, and their counts
 * go on. Without that, 20,000 loaders of a class with three methods were 60,000 rows, and 60 MB. */
#ifndef QJVM_MET_CLASSES_H
#define QJVM_MET_CLASSES_H

#include <stddef.h>

#include "bindings/kit/registry.h"

/* Return the functions of the methods in this class file, in its order; NULL stands for a function that was not met.
 * The array lives as long as the process. Cost: a hash of the whole file, so ask once per class. Returns NULL without
 * memory. With the library's lock. */
struct kit_function **qjvm_met_classes_get(const unsigned char *bytes, size_t size, unsigned method_count);

#endif
