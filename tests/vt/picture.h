/* picture.h - libvt's part of a scene's data file, as text that a test compares.
 *
 * The text of a log has a line per event: the thread's number, the event, its object, and its location.
 *
 *     1 thread
 *     1 enter Application:f @toy.c:7
 *     1 leave Application:f
 *
 * The text of a tree has a line per call path, indented below the caller: name, calls, and self time if not 0. */
#pragma once

#include "tests/support/stage.h"

#include <stddef.h>

#define PICTURE_FILE "run.qii"

/* For scenes: call VT_initialize, recording into PICTURE_FILE with these options of the core. */
void picture_start(const char *options);

/* For tests: return the content of the scene's PICTURE_FILE. The first of these calls opens it, and picture_close
 * closes it. */
const struct qp_profile *picture_profile(const struct stage *stage);
void picture_close(void);

void expect_log(const struct stage *stage, const char *expected);
void expect_tree(const struct stage *stage, const char *expected);

/* Expect the counted kinds of misuse and loss, one line "name number" each. */
void expect_kinds(const struct stage *stage, const char *expected);

/* Run a scene, compare its log and its diagnostics, and close the stage. */
void expect_scene(void (*scene)(struct stage *stage), const char *log, const char *kinds);
