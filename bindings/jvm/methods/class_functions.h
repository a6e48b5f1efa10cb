/* class_functions.h - functions of each class, by the content of its class file.
 *
 * A class that several loaders load (a server that redeploys an application, a test runner with a loader per test) is
 * one class in reports: its methods are registered once and keep their counts. Otherwise 20,000 loaders of a class with
 * three methods would make 60,000 rows, and 60 MB. */
#pragma once

#include <stddef.h>

#include "bindings/kit/registry.h"

/* Return the functions of the methods in this class file, in its order; NULL entries are functions not seen yet. The
 * array lives as long as the process. Cost: a hash of the whole file, so call it once per class. Return NULL if out of
 * memory. The caller holds the library's lock. */
struct kit_function **qjvm_class_functions_get(const unsigned char *bytes, size_t size, unsigned method_count);
