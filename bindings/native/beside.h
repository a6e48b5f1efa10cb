/* beside.h - paths of the files that are installed beside this library. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Write the path of a file beside this library. Return false if it does not fit. */
bool native_beside(char *path, size_t size, const char *name);
