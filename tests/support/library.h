/* library.h - the library under test. With loaded.c, a test loads the file named by QII_TEST_LIBRARY. With linked.c,
 * the whole library is linked into the test, so that the test can set the library's clock. */
#pragma once

/* Fill the global struct `qii` with the library's functions. Exit on failure. */
void library_load(void);
