/* generated.h - methods that a compiler or a library such as Lombok generated. */
#pragma once

#include "bindings/jvm/class/class_file.h"

/* Return whether coverage ignores a method, as JaCoCo does:
 *
 *   - methods of classes, and methods, with an annotation of whose simple name "Generated" is a part
 *   - synthetic classes, synthetic methods except lambdas, and bridge methods
 *   - `values` and `valueOf` of an enum, and its constructor if the source has none
 *   - methods of a record that only access its components
 *   - private constructors without parameters and code, which prevent instances
 *   - methods without lines in classes of Kotlin */
bool qjvm_generated_is(const struct qjvm_class_file *file, const struct qjvm_member *member,
                       const struct qjvm_code *code);
