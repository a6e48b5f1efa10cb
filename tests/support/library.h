/* library.h - how a test's client comes by the library: loaded.c loads what QII_TEST_LIBRARY names, linked.c takes the
 * functions that are linked into the test with all that lies below them, so that it can set the clock. */
#ifndef QP_TESTS_SUPPORT_LIBRARY_H
#define QP_TESTS_SUPPORT_LIBRARY_H

/* Fill the global struct qii; a failure ends the process. */
void library_load(void);

#endif
