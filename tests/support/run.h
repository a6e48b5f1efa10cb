/* run.h - a client of the library in a process of its own, and the contents of its data file as text.
 *
 * A test gives run_client a function that plays the interpreter. It is a scene (stage.h): it runs in a process and a
 * directory of its own, with the library loaded there and nowhere else, so that no test sees another one's
 * state. Its messages go back to the test, which then compares literal texts:
 *
 *     run_client(calls);
 *     expect_tree("main 1\n"
 *                 "  parse 1\n");
 *
 * The environment says what the same test is run with (tests/api/CMakeLists.txt):
 *   QII_TEST_LIBRARY   path of the library (not where it is linked, see library.h)
 *   QII_TEST_PRODUCT   qprof or cprof
 *   QII_TEST_MODE      plain or virtual, for run_start and the events below
 *   QII_TEST_OPTIONS   further options, to take the events by another path */
#pragma once

#include "profile/query/query.h"
#include "tests/support/test.h"

#include <qii_load.h>

#include <stdbool.h>

#define RUN_FILE "run.qii"

/* ---- in the client ------------------------------------------------------------------------------------------ */

extern struct qii qii;        /* the library under test */
extern VthreadID run_vthread; /* virtual thread of the events below, in virtual thread mode; 0x7000 at first */

bool run_is_virtual(void);
bool run_is_qprof(void);

/* Call initialize_ex in the test's mode, recording into RUN_FILE with the test's options and these. */
int run_start(const char *options);
int run_start_with_callback(const char *options, void (*callback)(qprof_MethodID));

/* Start in virtual thread mode, whatever the test's mode is: the client passes its virtual threads itself. */
int run_start_virtual(const char *options);

/* Record events by the form of the call for the test's mode. */
void enter(qprof_MethodID method, qprof_StackID stack);
void leave(qprof_StackID stack);
void count_block(int block, qprof_Counts count);
void time_block(int block);
void run_block(int block, qprof_Counts count);
void count_cycles(qprof_Counts cycles);
qprof_MethodID current_method(void);
void end_run(void);

/* Register a method that has only a name, or also the fixed line table: 0 15, 7 16, 12 19. */
void define(qprof_MethodID method, const char *name);
void define_with_lines(qprof_MethodID method, const char *name);
/* Register 1 main, 2 work, 3 deeper, with that line table. */
void define_some(void);

/* Run a function on a new system thread, to its end. */
void on_a_thread(void *(*body)(void *), void *argument);

/* Send a line to the parent. */
void report(const char *format, ...) QP_PRINTF(1, 2);

/* ---- in the test -------------------------------------------------------------------------------------------- */

/* Run the client to its end; it must exit with 0. */
void run_client(void (*client)(void));

/* Run the client to any end; return the status of waitpid. */
int run_client_to_any_end(void (*client)(void));

/* Return the client's messages, its stdout, its stderr. */
const char *run_messages(void);
const char *run_output(void);
const char *run_errors(void);

/* Return the path of a file in the client's directory, valid until the next call; return whether it exists. */
const char *run_path(const char *name);
bool run_has_file(const char *name);

/* From now on look at this data file (RUN_FILE at first), at this product (the test's at first). */
void run_look_at(const char *name);
void run_look_at_product(enum qp_product product);
const struct qp_profile *run_profile(void);

/* Return the calling-context tree, children in the order of their first call: "name calls", with cycles and monitors if
 * not 0. With several roots each has a heading, in their order: "[thread NAME]", "[group NAME of PARENT]". */
const char *run_tree(void);
/* Return the tree of one phase. */
const char *run_tree_of_phase(const char *phase);
/* Return the tree with times: "name calls self=1 total=2", and other times that are not 0. Outside time is in the
 * heading. */
const char *run_times(void);
/* Return "method block:count ..." for each method with block arrays; times as block:count@ticks. */
const char *run_blocks(void);
/* Return "method line:count ..." for each method with lines. */
const char *run_lines(void);
/* Return "kind count first" for each kind of misuse that happened. */
const char *run_diagnostics(void);
/* Return "kind count" for each kind of misuse that happened. */
const char *run_diagnostic_kinds(void);
/* Return "kind text" for each mark. */
const char *run_marks(void);
/* Return "thread ID NAME", "virtual ID NAME (group NAME of PARENT)", with "ended". */
const char *run_threads(void);
/* Return "waiter <- waker count suspended delayed" for each pair of waiting and waking methods, "-" for none. */
const char *run_wakers(void);

#define expect_messages(text)    assert_string_equal(run_messages(), text)
#define expect_tree(text)        assert_string_equal(run_tree(), text)
#define expect_times(text)       assert_string_equal(run_times(), text)
#define expect_blocks(text)      assert_string_equal(run_blocks(), text)
#define expect_lines(text)       assert_string_equal(run_lines(), text)
#define expect_diagnostics(text) assert_string_equal(run_diagnostics(), text)
#define expect_kinds(text)       assert_string_equal(run_diagnostic_kinds(), text)
#define expect_marks(text)       assert_string_equal(run_marks(), text)
#define expect_threads(text)     assert_string_equal(run_threads(), text)
#define expect_wakers(text)      assert_string_equal(run_wakers(), text)
