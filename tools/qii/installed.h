/* installed.h - find files that are installed with qii. */
#pragma once

#include <stdbool.h>

/* Find a file below the library directory, which is found relative to the qii executable: this works in a build tree,
 * in an installation, and in an installation that was moved. Return an allocated path. If the file is missing, return
 * NULL, after a message on stderr if `required`. */
char *qii_installed_find(const char *file, bool required);
