/* folder.h - a new directory for a test that works with files. */
#pragma once

#include "tests/support/test.h"

/* Enter a new, empty directory. The previous test's directory is removed, the last one at the end. */
void folder_enter(void);

/* Write a file; make missing directories. */
void folder_write(const char *name, const char *text);

/* Return the text of a file, valid until the next call. */
const char *folder_read(const char *name);
