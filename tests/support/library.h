/* library.h - how a test's client gets the library: loaded.c loads the file QII_TEST_LIBRARY, linked.c uses the
 * functions linked into the test with all that lies below them, so that it can set the clock. */
#pragma once

/* Fill the global struct qii; exit on failure. */
void library_load(void);
