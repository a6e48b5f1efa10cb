/* stage.h - scenes: a function that plays the host program in a process of its own, and its files.
 *
 * Each scene runs in a fresh directory, with its stdout and stderr in the files "out" and "err" there. Besides the
 * data file, it writes numbers into memory that it shares with the test, which survives a SIGKILL. */
#pragma once

#include "format/diagnostic.h"
#include "profile/load/profile.h"
#include "tests/support/test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define STAGE_NUMBERS 65536

/* A sanitizer brings its own allocator, runtime and signal handling. */
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
    char directory[64]; /* in the folder of the test's program */
    uint64_t *numbers;  /* STAGE_NUMBERS, shared with the scene and its children */
    pid_t scene;
};

/* For scenes and their helpers: print the failed condition's position, and end the process with failure. */
#define STAGE_CHECK(condition)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            _Exit(99);                                                                                                 \
        }                                                                                                              \
    } while (0)

/* Run a scene to its end: it must return, and must not write to stdout. */
void stage_play(struct stage *stage, void (*scene)(struct stage *stage));

/* Run a scene in steps: begin; wait for its end or kill it; look at its files; close. */
void stage_begin(struct stage *stage, void (*scene)(struct stage *stage));
int stage_wait(struct stage *stage);
void stage_kill(struct stage *stage);
void stage_close(struct stage *stage);

/* Return the path of a file in the scene's directory, valid until the next call. */
const char *stage_path(const struct stage *stage, const char *name);

/* Return the content of a file in the scene's directory, to be freed; the number of its lines that contain a text. */
char *stage_text(const struct stage *stage, const char *name);
unsigned stage_lines(const struct stage *stage, const char *name, const char *text);

/* Run a shell command in the scene's directory, with its output in the file "tool". Return its exit code. */
int stage_run(const struct stage *stage, const char *command);

/* Wait until a shared number has a value: in the test until the scene sets it, or the other way round. */
void stage_await(const uint64_t *number, uint64_t value);
static inline void stage_add(uint64_t *number, uint64_t value)
{
    __atomic_fetch_add(number, value, __ATOMIC_RELEASE);
}

/* ---- reading back ----------------------------------------------------------------------------------------- */

/* Assert that a profile is not damaged and that its times add up to the tick (profile/load/ledger.h). */
void stage_assert_valid(const char *name, const struct qp_profile *profile);

/* Read a data file of the scene and assert that it is valid. */
void stage_read(const struct stage *stage, const char *name, struct qp_profile *profile);

/* Return the calls of a method in all trees, cleared ones too; of all methods if 0. */
uint64_t stage_calls(const struct qp_profile *profile, enum qp_product product, uint64_t method);

/* Return the calls in trees that reports show: younger than the last clear. */
uint64_t stage_shown_calls(const struct qp_profile *profile, enum qp_product product, uint64_t method);

/* Return the executions of a block of a method. */
uint64_t stage_block(const struct qp_profile *profile, enum qp_product product, uint64_t method, uint32_t block);

uint64_t stage_diagnostic(const struct qp_profile *profile, enum qp_product product, enum qp_diagnostic_kind kind);

/* Return the sum over all kinds but one. */
uint64_t stage_diagnostics_but(const struct qp_profile *profile, enum qp_product product, enum qp_diagnostic_kind kind);
