/* folder.h - a new directory for a test that works with files. */
#ifndef QP_TESTS_SUPPORT_FOLDER_H
#define QP_TESTS_SUPPORT_FOLDER_H

#include "tests/support/test.h"

/* Go to a new, empty one; that of the test before is gone, and so is the last one at the end. */
void folder_enter(void);

/* Make a file, and the folders that it lies in. */
void folder_write(const char *name, const char *text);

/* The text of a file, valid until the next call. */
const char *folder_read(const char *name);

#endif
