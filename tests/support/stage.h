/* stage.h - scenes: functions that play the host program, each in a process of its own, and the files of that
 * process.
 *
 * Each scene runs in a new directory. Its stdout and stderr go to the files "out" and "err" there. In addition to the
 * data file, a scene can write numbers into memory that it shares with the test. These numbers survive a SIGKILL. */
#pragma once

#include "format/diagnostic.h"
#include "profile/load/profile.h"
#include "tests/support/test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define STAGE_NUMBERS 65536

/* 1 in a build with a sanitizer, which has its own allocator, runtime and signal handling. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STAGE_SANITIZED 1
#else
#define STAGE_SANITIZED 0
#endif
#ifdef __SANITIZE_THREAD__
#define STAGE_THREAD_SANITIZED 1
#else
#define STAGE_THREAD_SANITIZED 0
#endif

struct stage {
    char directory[64]; /* the scene's directory, within the folder of the test's program */
    uint64_t *numbers;  /* STAGE_NUMBERS numbers, shared with the scene and its children */
    pid_t scene;
};

/* Check a condition in a scene. If it is false, print its position and end the process with failure. */
#define STAGE_CHECK(condition)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            _Exit(99);                                                                                                 \
        }                                                                                                              \
    } while (0)

/* Run a scene to its end. It must return, and must not write to stdout. */
void stage_play(struct stage *stage, void (*scene)(struct stage *stage));

/* Run a scene step by step: stage_begin starts it, stage_wait or stage_kill ends it, and stage_close removes its files
 * after the test has looked at them. */
void stage_begin(struct stage *stage, void (*scene)(struct stage *stage));
int stage_wait(struct stage *stage);
void stage_kill(struct stage *stage);
void stage_close(struct stage *stage);

/* Return the path of a file in the scene's directory. It is valid until the next call. */
const char *stage_path(const struct stage *stage, const char *name);

/* stage_text returns the content of a file in the scene's directory; the caller frees it. stage_lines returns the
 * number of the file's lines that contain a text. */
char *stage_text(const struct stage *stage, const char *name);
unsigned stage_lines(const struct stage *stage, const char *name, const char *text);

/* Run a shell command in the scene's directory, with its output in the file "tool". Return its exit code. */
int stage_run(const struct stage *stage, const char *command);

/* Wait until a shared number is at least `value`. The test may wait for the scene, or the scene for the test. */
void stage_await(const uint64_t *number, uint64_t value);
static inline void stage_add(uint64_t *number, uint64_t value)
{
    __atomic_fetch_add(number, value, __ATOMIC_RELEASE);
}

/* ---- reading the data file -------------------------------------------------------------------------------- */

/* Assert that a profile is not damaged and that its times add up exactly (profile/load/ledger.h). */
void stage_assert_valid(const char *name, const struct qp_profile *profile);

/* Read a data file of the scene and assert that it is valid. */
void stage_read(const struct stage *stage, const char *name, struct qp_profile *profile);

/* Return the calls of a method, or of all methods if `method` is 0, in all trees, including those before a clear. */
uint64_t stage_calls(const struct qp_profile *profile, enum qp_product product, uint64_t method);

/* Return the calls of a method, or of all methods if `method` is 0, since the last clear. Reports show only these
 * calls. */
uint64_t stage_shown_calls(const struct qp_profile *profile, enum qp_product product, uint64_t method);

/* Return the number of executions of a method's block. */
uint64_t stage_block(const struct qp_profile *profile, enum qp_product product, uint64_t method, uint32_t block);

uint64_t stage_diagnostic(const struct qp_profile *profile, enum qp_product product, enum qp_diagnostic_kind kind);

/* Add up the counts of every kind of misuse or loss, except `kind`. Kinds that are reported only above a ratio are
 * not included. */
uint64_t stage_diagnostics_but(const struct qp_profile *profile, enum qp_product product, enum qp_diagnostic_kind kind);
