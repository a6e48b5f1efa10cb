/* apart.h - APART: a function that has a frame of its own in every stack. It is not put into its callers; gcc would
 * make variants of it, and clang, which sees that its result is always the same, would leave it by a jump to what it
 * calls. */
#ifndef TESTS_LOCATE_APART_H
#define TESTS_LOCATE_APART_H

#ifdef __clang__
#define APART __attribute__((noinline, disable_tail_calls))
#else
#define APART __attribute__((noinline, noclone))
#endif

#endif
