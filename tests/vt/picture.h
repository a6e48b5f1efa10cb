/* picture.h - what libvt left in a scene's data file, as text that a test compares.
 *
 * A log is a line an event: the thread's number, what happened, to what, and where.
 *
 *     1 thread
 *     1 enter Application:f @toy.c:7
 *     1 leave Application:f
 *
 * A tree is a line a call path, indented below its caller: name, calls, and self time when it is not 0. */
#ifndef TESTS_VT_PICTURE_H
#define TESTS_VT_PICTURE_H

#include "tests/support/stage.h"

#include <stddef.h>

#define PICTURE_FILE "run.qii"

/* In a scene: VT_initialize, recording into PICTURE_FILE with these core options. */
void picture_start(const char *options);

/* In a test: the scene's PICTURE_FILE, opened by the first of these calls, until picture_close. */
const struct qp_profile *picture_profile(const struct stage *stage);
void picture_close(void);

void expect_log(const struct stage *stage, const char *expected);
void expect_tree(const struct stage *stage, const char *expected);

/* All that was counted as misuse or loss: a line "name number" each. */
void expect_kinds(const struct stage *stage, const char *expected);

/* Play a scene, compare its log and its diagnostics, close the stage. */
void expect_scene(void (*scene)(struct stage *stage), const char *log, const char *kinds);

#endif
