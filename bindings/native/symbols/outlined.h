/* outlined.h - functions that clang makes of parts of other functions, for OpenMP: bodies of regions and tasks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "locate/image.h"

/* If a function at an offset is such a part, replace its name by that of the function around this line of the source
 * text. If `part`, append the part's own name in parentheses. Without debug information, clang 14's names stay as they
 * are. */
void native_outlined_rename(char *name, size_t size, const char *file, int line, struct qp_image *image,
                            uint64_t offset, bool part);
