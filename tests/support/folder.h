/* folder.h - an empty directory for a test that works with files. */
#pragma once

#include "tests/support/test.h"

/* Make a new, empty directory the working directory. This removes the directory of the previous test; the directory
 * of the last test is removed at the program's end. */
void folder_enter(void);

/* Write a file. Create missing directories of its path. */
void folder_write(const char *name, const char *text);

/* Return the text of a file, valid until the next call. */
const char *folder_read(const char *name);
