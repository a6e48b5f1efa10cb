/* picture.h - libvt's data in a scene's data file, as text that a test compares.
 *
 * A log has a line per event: the thread's number, the event, its object, its location.
 *
 *     1 thread
 *     1 enter Application:f @toy.c:7
 *     1 leave Application:f
 *
 * A tree has a line per call path, indented below its caller: name, calls, and self time if it is not 0. */
#pragma once

#include "tests/support/stage.h"

#include <stddef.h>

#define PICTURE_FILE "run.qii"

/* In a scene: VT_initialize, recording into PICTURE_FILE with these core options. */
void picture_start(const char *options);

/* In a test: return the scene's PICTURE_FILE, opened by the first of these calls, until picture_close. */
const struct qp_profile *picture_profile(const struct stage *stage);
void picture_close(void);

void expect_log(const struct stage *stage, const char *expected);
void expect_tree(const struct stage *stage, const char *expected);

/* Expect the counted misuse and losses: a line "name number" each. */
void expect_kinds(const struct stage *stage, const char *expected);

/* Run a scene, compare its log and its diagnostics, close the stage. */
void expect_scene(void (*scene)(struct stage *stage), const char *log, const char *kinds);
