/* stage.h - a directory of its own for each test of the kit, and what the event log wrote there. */
#ifndef QP_TESTS_KIT_STAGE_H
#define QP_TESTS_KIT_STAGE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <cmocka.h>

/* A test in a new directory, which is gone after it: cmocka's setup and teardown. */
int stage_enter(void **state);
int stage_leave(void **state);

#define STAGE_TEST(function) cmocka_unit_test_setup_teardown(function, stage_enter, stage_leave)

/* Make a file, and the folders that it lies in. */
void stage_write(const char *name, const char *text);

/* The text of a file, valid until the next call. */
const char *stage_read(const char *name);

#endif
