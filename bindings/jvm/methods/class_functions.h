/* class_functions.h - functions of each class, found by the content of its class file.
 *
 * Several class loaders may load the same class, for example if a server redeploys an application, or if a test runner
 * has a loader for each test. Reports show one class: its methods are registered once, and their counts add up. If each
 * load were registered, a class with three methods that 20,000 loaders load would have 60,000 rows in reports, which
 * took 60 MB. */
#pragma once

#include <stddef.h>

#include "bindings/kit/registry.h"

/* Return the functions for the methods of this class file, in its order. An entry is NULL until the method is first
 * seen. The array lives as long as the process. Call this once per class, since it hashes the whole file. Return NULL
 * if out of memory. The caller holds the library's lock. */
struct kit_function **qjvm_class_functions_get(const unsigned char *bytes, size_t size, unsigned method_count);
