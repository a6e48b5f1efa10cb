/* registration.h - registration of methods with the library.
 *
 * The blocks of a method are its lines, followed by the outcomes of its branches. Methods with the same class, name,
 * descriptor, file, lines and branches are one function, whichever class file they come from. Several class loaders may
 * load a class, for example if a server redeploys an application; another agent may have changed its code; or the class
 * was registered before it was loaded. Reports show one row, to which the counts of all these add up. If each load were
 * registered, a class with three methods that 20,000 loaders load would have 60,000 rows, which took 60 MB. */
#pragma once

#include "bindings/jvm/class/source_lines.h"
#include "bindings/jvm/insert/rewrite.h"
#include "bindings/kit/registry.h"

/* Registration of the methods of one class, one after the other. At first only `is_loaded` is set. */
struct qjvm_registration {
    bool is_loaded;
    bool begun;     /* the first method was seen, and the next field is valid */
    bool has_tests; /* the class has annotations of JUnit or TestNG */

    /* Results for the last method */
    int *blocks;                /* block of each row of the line table, then of each outcome; -1 = not registered */
    int calls;                  /* block of the calls */
    qprof_BranchInfo *branches; /* branches on registered lines */
    int branch_count;
};

/* Return the function of a method, registered with the library. Return NULL if out of memory. The caller holds the
 * library's lock. */
struct kit_function *qjvm_registration_add(struct qjvm_registration *registration, const struct qjvm_class_file *class,
                                           const struct qjvm_method *method, const struct qjvm_source_lines *source);
void qjvm_registration_fini(struct qjvm_registration *registration);

/* Return whether a method of a class with this name was registered. The caller holds the library's lock. */
bool qjvm_registration_has_class(struct qjvm_text class);
