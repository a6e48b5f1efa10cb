/* library.h - the library under test. With loaded.c, a test loads the file named by QII_TEST_LIBRARY. With linked.c, it
 * uses the functions linked into the test with everything below them, so that it can set the clock. */
#pragma once

/* Fill the global struct `qii` with the library's functions. Exit on failure. */
void library_load(void);
