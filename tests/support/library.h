/* library.h - how a test's client gets the library: loaded.c loads the file QII_TEST_LIBRARY, linked.c uses the
 * functions linked into the test with all that lies below them, so that it can set the clock. */
#ifndef QP_TESTS_SUPPORT_LIBRARY_H
#define QP_TESTS_SUPPORT_LIBRARY_H

/* Fill the global struct qii; exit on failure. */
void library_load(void);

#endif
