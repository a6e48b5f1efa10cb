/* run.h - a client of the library in a process of its own, and the contents of its data file as text.
 *
 * A test gives run_client a function that plays the interpreter. That function runs as a scene (stage.h), in a process
 * and a directory of its own. Only this process loads the library, so no test sees the state of another test. The
 * client sends messages to the test, which compares the messages and the data file with literal texts:
 *
 *     run_client(calls);
 *     expect_tree("main 1\n"
 *                 "  parse 1\n");
 *
 * Each test runs several times. Environment variables select the variant (tests/api/CMakeLists.txt):
 *
 *   QII_TEST_LIBRARY   path of the library (not in tests that link the library, see library.h)
 *   QII_TEST_PRODUCT   qprof or cprof
 *   QII_TEST_MODE      plain or virtual: the form of run_start and of the events below
 *   QII_TEST_OPTIONS   further options, with which events take other paths through the library */
#pragma once

#include "profile/query/query.h"
#include "tests/support/test.h"

#include <qii_load.h>

#include <stdbool.h>

#define RUN_FILE "run.qii"

/* ---- for the client ----------------------------------------------------------------------------------------- */

extern struct qii qii;        /* the library under test */
extern VthreadID run_vthread; /* in virtual thread mode, the virtual thread of the events below; 0x7000 at first */

bool run_is_virtual(void);
bool run_is_qprof(void);

/* Start a run in the test's mode, recording into RUN_FILE, with the test's options and `options`. Return the result of
 * initialize_ex. */
int run_start(const char *options);
int run_start_with_callback(const char *options, void (*callback)(qprof_MethodID));

/* Start a run in virtual thread mode, whatever the test's mode is. The client then passes its virtual threads
 * itself. */
int run_start_virtual(const char *options);

/* Record an event, in the form (plain or virtual) of the test's mode. */
void enter(qprof_MethodID method, qprof_StackID stack);
void leave(qprof_StackID stack);
void count_block(int block, qprof_Counts count);
void time_block(int block);
void run_block(int block, qprof_Counts count);
void count_cycles(qprof_Counts cycles);
qprof_MethodID current_method(void);
void end_run(void);

/* define registers a method that has only a name. define_with_lines registers a method with a line table; its pairs
 * of offset and line are (0, 15), (7, 16) and (12, 19). */
void define(qprof_MethodID method, const char *name);
void define_with_lines(qprof_MethodID method, const char *name);
/* Register the methods 1 "main", 2 "work" and 3 "deeper", with the line table of define_with_lines. */
void define_some(void);

/* Run a function on a new system thread, and wait for its end. */
void on_a_thread(void *(*body)(void *), void *argument);

/* Send a line to the test. */
void report(const char *format, ...) QP_PRINTF(1, 2);

/* ---- for the test ------------------------------------------------------------------------------------------- */

/* Run the client, which must exit with 0. */
void run_client(void (*client)(void));

/* Run the client, which may end in any way. Return the status of waitpid. */
int run_client_to_any_end(void (*client)(void));

/* Return the client's messages, its standard output, or its standard error. */
const char *run_messages(void);
const char *run_output(void);
const char *run_errors(void);

/* run_path returns the path of a file in the client's directory, valid until the next call; run_has_file returns
 * whether the file exists. */
const char *run_path(const char *name);
bool run_has_file(const char *name);

/* run_look_at selects the data file for the functions below, instead of RUN_FILE, and the test's product.
 * run_look_at_product selects another product. */
void run_look_at(const char *name);
void run_look_at_product(enum qp_product product);
/* Show only what counts for contexts that match; NULL = everything. */
void run_look_at_context(const char *pattern);
const struct qp_profile *run_profile(void);

/* Return the calling-context tree, with callees in the order of their first call. A line is "name calls", followed
 * by cycles and monitors if they are not 0. If there are several roots, each has a heading: "[thread NAME]" or "[group
 * NAME of PARENT]". */
const char *run_tree(void);
/* Return the tree of one phase. */
const char *run_tree_of_phase(const char *phase);
/* Return the tree with times. A line is "name calls self=1 total=2", followed by other times if they are not 0. The
 * heading has the time outside of functions. */
const char *run_times(void);
/* Return "method block:count ..." for each method with block counts. If a method has block times, its blocks are
 * "block:count@ticks". */
const char *run_blocks(void);
/* Return "method line:count ..." for each method with lines. */
const char *run_lines(void);
/* Return "method line: target:count ..." for each branch of each method whose branches have targets. */
const char *run_branches(void);
/* Return "kind count first" for each kind of misuse that happened. */
const char *run_diagnostics(void);
/* Return "kind count" for each kind of misuse that happened. */
const char *run_diagnostic_kinds(void);
/* Return "kind text" for each mark. */
const char *run_marks(void);
/* Return "thread ID NAME" or "virtual ID NAME (group NAME of PARENT)" for each thread, with "ended" if it ended. */
const char *run_threads(void);
/* Return "waiter <- waker count suspended delayed" for each pair of a waiting and a waking method; "-" is no method. */
const char *run_wakers(void);

#define expect_messages(text)    assert_string_equal(run_messages(), text)
#define expect_tree(text)        assert_string_equal(run_tree(), text)
#define expect_times(text)       assert_string_equal(run_times(), text)
#define expect_blocks(text)      assert_string_equal(run_blocks(), text)
#define expect_lines(text)       assert_string_equal(run_lines(), text)
#define expect_branches(text)    assert_string_equal(run_branches(), text)
#define expect_diagnostics(text) assert_string_equal(run_diagnostics(), text)
#define expect_kinds(text)       assert_string_equal(run_diagnostic_kinds(), text)
#define expect_marks(text)       assert_string_equal(run_marks(), text)
#define expect_threads(text)     assert_string_equal(run_threads(), text)
#define expect_wakers(text)      assert_string_equal(run_wakers(), text)
