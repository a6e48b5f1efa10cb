/* outlined.h - functions that clang makes of parts of other functions, for OpenMP: bodies of regions and tasks. */
#pragma once

#include <stdbool.h>

#include "bindings/native/symbols/symbols.h"
#include "locate/image.h"

/* If a function is such a part, replace its name by that of the function that contains it in the source text. If
 * `part`, append the part's own name in parentheses. Without debug information, clang 14's names stay as they are. */
void native_outlined_rename(struct native_symbol *symbol, struct qp_image *image, uint64_t offset, bool part);
